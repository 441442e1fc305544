/* SPDX-License-Identifier: BSD-2-Clause */
#include <arpa/inet.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ipfix/value.h>

/* An exact decimal of a double has at most 1,077 characters. */
#define FLOAT_TEXT_MAX 1100
#define U256_LEN 32u
#define SECONDS_A_DAY 86400

/* ---- value to text ---- */

/* Counts all that is put, keeps what has room. */
struct out {
    char *buf;
    size_t cap;
    size_t len;
};

static void put_char(struct out *o, char c)
{
    if (o->len < o->cap)
        o->buf[o->len] = c;
    o->len++;
}

static void put_text(struct out *o, const char *s)
{
    while (*s != '\0')
        put_char(o, *s++);
}

static void put_octets(struct out *o, const uint8_t *p, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        put_char(o, (char)p[i]);
}

static void put_unsigned(struct out *o, uint64_t v, int digits)
{
    char text[24];

    snprintf(text, sizeof text, "%0*" PRIu64, digits, v);
    put_text(o, text);
}

static void put_signed(struct out *o, int64_t v)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRId64, v);
    put_text(o, text);
}

/* Pairs of hexadecimal digits; separator '\0': none. */
static void put_hex(struct out *o, const uint8_t *p, uint32_t n, char separator)
{
    static const char digit[] = "0123456789abcdef";

    for (uint32_t i = 0; i < n; i++) {
        if (i > 0 && separator != '\0')
            put_char(o, separator);
        put_char(o, digit[p[i] >> 4]);
        put_char(o, digit[p[i] & 15]);
    }
}

/* Hexadecimal, which RFC 7373 section 4.2 allows for unsigned numbers: 78 decimal digits tell
 * nobody anything, while these numbers carry bits (RFC 9740). */
static void put_u256(struct out *o, const uint8_t *p, uint32_t n)
{
    while (n > 1 && *p == 0)
        p++, n--;
    put_text(o, "0x");
    put_hex(o, p, n, '\0');
}

/* The decimal point of the C locale in force: what snprintf puts and strtod wants. */
static void locale_point(char point[16])
{
    char half[24];

    snprintf(half, sizeof half, "%.1f", 0.5);
    size_t n = strlen(half) - 2;
    memcpy(point, half + 1, n);
    point[n] = '\0';
}

/* As many digits as a decimal surely keeps; more only where the number does not read back the same. */
static void put_float(struct out *o, double f, bool single)
{
    char text[64], point[16];
    int digits = single ? FLT_DIG : DBL_DIG;
    int enough = single ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG;

    if (isnan(f)) {
        put_text(o, "NaN");
        return;
    }
    if (isinf(f)) {
        put_text(o, f > 0 ? "+inf" : "-inf");
        return;
    }
    do {
        snprintf(text, sizeof text, "%.*g", digits, f);
    } while (digits++ < enough && (single ? (double)strtof(text, NULL) : strtod(text, NULL)) != f);

    locale_point(point);
    char *at = strstr(text, point);
    if (at == NULL) {
        put_text(o, text);
        return;
    }
    *at = '\0';
    put_text(o, text);
    put_char(o, '.');
    put_text(o, at + strlen(point));
}

struct date {
    int64_t year;
    unsigned month; /* 1 to 12 */
    unsigned day;   /* 1 to 31 */
};

/* Days since 1970-01-01 to a date of the Gregorian calendar.  Years count from March, so that the
 * leap day is the last of its year; 400 years have 146,097 days. */
static struct date date_from_days(int64_t days)
{
    days += 719468; /* since 0000-03-01 */
    int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    unsigned doe = (unsigned)(days - era * 146097);
    unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    unsigned m = (5 * doy + 2) / 153;

    return (struct date){era * 400 + yoe + (m >= 10), m < 10 ? m + 3 : m - 9, doy - (153 * m + 2) / 5 + 1};
}

static int64_t days_from_date(struct date d)
{
    int64_t year = d.year - (d.month <= 2);
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    unsigned yoe = (unsigned)(year - era * 400);
    unsigned doy = (153 * (d.month > 2 ? d.month - 3 : d.month + 9) + 2) / 5 + d.day - 1;

    return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

/* Digits after the point of a time type. */
static int time_digits(unsigned type)
{
    return type == IPFIX_TIME_S ? 0 : type == IPFIX_TIME_MS ? 3 : type == IPFIX_TIME_US ? 6 : 9;
}

/* RFC 7373 section 4.8: UTC, with the digits of the type.  Milliseconds can pass the year 9999,
 * which this form cannot say; then their number stands. */
static void put_time(struct out *o, struct ipfix_time t, unsigned type)
{
    int64_t days = t.sec / SECONDS_A_DAY - (t.sec % SECONDS_A_DAY < 0);
    unsigned second = (unsigned)(t.sec - days * SECONDS_A_DAY);
    struct date date = date_from_days(days);
    uint32_t fraction = t.nsec;
    int digits = time_digits(type);

    if (date.year > 9999) {
        put_unsigned(o, (uint64_t)t.sec * 1000 + t.nsec / 1000000, 1);
        return;
    }
    put_unsigned(o, (uint64_t)date.year, 4);
    put_char(o, '-');
    put_unsigned(o, date.month, 2);
    put_char(o, '-');
    put_unsigned(o, date.day, 2);
    put_char(o, 'T');
    put_unsigned(o, second / 3600, 2);
    put_char(o, ':');
    put_unsigned(o, second / 60 % 60, 2);
    put_char(o, ':');
    put_unsigned(o, second % 60, 2);
    if (digits == 0)
        return;
    for (int i = digits; i < 9; i++)
        fraction /= 10;
    put_char(o, '.');
    put_unsigned(o, fraction, digits);
}

static void put_ipv4(struct out *o, const uint8_t *p)
{
    for (int i = 0; i < 4; i++) {
        if (i > 0)
            put_char(o, '.');
        put_unsigned(o, p[i], 1);
    }
}

/* Where the longest run of zero groups begins, and its length: the first of equals, and no run of
 * one (RFC 5952 section 4.2). */
static int zero_run(const uint8_t *p, int *begin)
{
    int best = 1;

    *begin = -1;
    for (int i = 0, run = 0; i < 8; i++) {
        run = ipfix_be16(p + 2 * i) == 0 ? run + 1 : 0;
        if (run > best) {
            best = run;
            *begin = i + 1 - run;
        }
    }
    return best;
}

/* RFC 5952: lower case, no leading zeros, the longest run of zeros left out. */
static void put_ipv6(struct out *o, const uint8_t *p)
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    int begin, run = zero_run(p, &begin);

    if (memcmp(p, mapped, sizeof mapped) == 0) {
        put_text(o, "::ffff:");
        put_ipv4(o, p + 12);
        return;
    }
    for (int i = 0; i < 8; i++) {
        char group[8];
        if (i == begin) {
            put_text(o, "::");
            i += run - 1;
            continue;
        }
        if (i > 0 && i != begin + run)
            put_char(o, ':');
        snprintf(group, sizeof group, "%x", (unsigned)ipfix_be16(p + 2 * i));
        put_text(o, group);
    }
}

static void put_boolean(struct out *o, uint64_t v)
{
    if (v == 1)
        put_text(o, "true");
    else if (v == 2)
        put_text(o, "false");
    else
        put_unsigned(o, v, 1);
}

static void put_value(struct out *o, const struct ipfix_value *v)
{
    const struct ipfix_bytes *b = &v->as.bytes;

    switch (v->type) {
    case IPFIX_U8:
    case IPFIX_U16:
    case IPFIX_U32:
    case IPFIX_U64:
        put_unsigned(o, v->as.u, 1);
        return;
    case IPFIX_S8:
    case IPFIX_S16:
    case IPFIX_S32:
    case IPFIX_S64:
        put_signed(o, v->as.i);
        return;
    case IPFIX_F32:
    case IPFIX_F64:
        put_float(o, v->as.f, v->type == IPFIX_F32);
        return;
    case IPFIX_BOOLEAN:
        put_boolean(o, v->as.u);
        return;
    case IPFIX_MAC:
        put_hex(o, b->ptr, b->len, ':');
        return;
    case IPFIX_STRING:
        put_octets(o, b->ptr, ipfix_string_trim(b->ptr, b->len));
        return;
    case IPFIX_TIME_S:
    case IPFIX_TIME_MS:
    case IPFIX_TIME_US:
    case IPFIX_TIME_NS:
        put_time(o, v->as.time, v->type);
        return;
    case IPFIX_IPV4:
        put_ipv4(o, b->ptr);
        return;
    case IPFIX_IPV6:
        put_ipv6(o, b->ptr);
        return;
    case IPFIX_U256:
        put_u256(o, b->ptr, b->len);
        return;
    default: /* octetArray, and the lists, which have no text of their own (section 4.11) */
        put_hex(o, b->ptr, b->len, '\0');
        return;
    }
}

size_t ipfix_value_text(const struct ipfix_value *v, char *buf, size_t cap)
{
    struct out o = {buf, cap, 0};

    put_value(&o, v);
    if (cap > 0)
        buf[o.len < cap ? o.len : cap - 1] = '\0';
    return o.len;
}

/* ---- text to value ---- */

/* What is left of the text, and where octets go. */
struct in {
    const char *pos;
    const char *end;
    uint8_t *scratch;
    size_t cap;
};

/* Value of a digit in a base up to 16, or -1. */
static int digit_of(char c, unsigned base)
{
    int d = 16;

    if (c >= '0' && c <= '9')
        d = c - '0';
    else if (c >= 'a' && c <= 'f')
        d = c - 'a' + 10;
    else if (c >= 'A' && c <= 'F')
        d = c - 'A' + 10;
    return d < (int)base ? d : -1;
}

static bool take_char(struct in *in, char c)
{
    if (in->pos == in->end || *in->pos != c)
        return false;
    in->pos++;
    return true;
}

static bool text_is(const struct in *in, const char *s)
{
    size_t n = strlen(s);

    return (size_t)(in->end - in->pos) == n && memcmp(in->pos, s, n) == 0;
}

/* "0x", "0b" or nothing (RFC 7373 section 4.2). */
static unsigned take_base(struct in *in)
{
    if (in->end - in->pos < 2 || in->pos[0] != '0' || (in->pos[1] != 'x' && in->pos[1] != 'b'))
        return 10;
    in->pos += 2;
    return in->pos[-1] == 'x' ? 16 : 2;
}

/* All that is left as one number, clipped to max. */
static bool take_number(struct in *in, unsigned base, uint64_t max, uint64_t *v)
{
    *v = 0;
    if (in->pos == in->end)
        return false;
    for (; in->pos < in->end; in->pos++) {
        int d = digit_of(*in->pos, base);
        if (d < 0)
            return false;
        *v = *v > (max - (unsigned)d) / base ? max : *v * base + (unsigned)d;
    }
    return true;
}

/* The largest value of an integer type: of its width's bits, less the sign's. */
static uint64_t type_max(unsigned type, bool is_signed)
{
    return UINT64_MAX >> (64 - 8 * ipfix_type_width(type) + is_signed);
}

static bool parse_unsigned(struct in *in, unsigned type, struct ipfix_value *v)
{
    unsigned base = take_base(in);

    return take_number(in, base, type_max(type, false), &v->as.u);
}

static bool parse_signed(struct in *in, unsigned type, struct ipfix_value *v)
{
    bool minus = take_char(in, '-');
    uint64_t magnitude, max = type_max(type, true) + minus;

    if (!minus)
        take_char(in, '+');
    if (!take_number(in, 10, max, &magnitude))
        return false;
    v->as.i = (int64_t)(minus ? 0 - magnitude : magnitude);
    return true;
}

/* true and false; a number for the octets that mean neither. */
static bool parse_boolean(struct in *in, struct ipfix_value *v)
{
    v->as.u = text_is(in, "true") ? 1 : text_is(in, "false") ? 2 : 0;
    return v->as.u != 0 || take_number(in, 10, UINT8_MAX, &v->as.u);
}

static size_t count_digits(const char *s)
{
    return strspn(s, "0123456789");
}

/* [sign] digits [. digits] [e [sign] digits], to the end. */
static bool is_float_text(const char *s)
{
    s += *s == '+' || *s == '-';
    size_t n = count_digits(s);
    if (n == 0)
        return false;
    s += n;
    if (*s == '.') {
        n = count_digits(++s);
        if (n == 0)
            return false;
        s += n;
    }
    if (*s == 'e' || *s == 'E') {
        s++;
        s += *s == '+' || *s == '-';
        n = count_digits(s);
        if (n == 0)
            return false;
        s += n;
    }
    return *s == '\0';
}

static double clip(double f, double max)
{
    return f > max ? max : f < -max ? -max : f;
}

static bool parse_float(struct in *in, bool single, struct ipfix_value *v)
{
    char text[FLOAT_TEXT_MAX + 16], point[16];
    size_t n = (size_t)(in->end - in->pos);

    if (text_is(in, "NaN") || text_is(in, "+inf") || text_is(in, "-inf")) {
        v->as.f = *in->pos == 'N' ? (double)NAN : *in->pos == '+' ? (double)INFINITY : -(double)INFINITY;
        return true;
    }
    if (n > FLOAT_TEXT_MAX || memchr(in->pos, '\0', n) != NULL)
        return false;
    memcpy(text, in->pos, n);
    text[n] = '\0';
    if (!is_float_text(text))
        return false;

    char *dot = strchr(text, '.');
    if (dot != NULL) {
        locale_point(point);
        size_t width = strlen(point);
        memmove(dot + width, dot + 1, strlen(dot));
        memcpy(dot, point, width);
    }
    v->as.f = single ? clip((double)strtof(text, NULL), (double)FLT_MAX) : clip(strtod(text, NULL), DBL_MAX);
    return true;
}

/* Pairs of hexadecimal digits: n of them with a separator between, or any number with optional
 * spaces between (RFC 7373 sections 4.1 and 4.6). */
static enum ipfix_status parse_hex(struct in *in, char separator, size_t *n)
{
    for (*n = 0; in->pos < in->end; (*n)++) {
        if (separator == ' ')
            while (take_char(in, ' '))
                ;
        else if (*n > 0 && !take_char(in, separator))
            return IPFIX_TEXT;
        if (in->pos == in->end)
            return separator == ' ' ? IPFIX_OK : IPFIX_TEXT;
        int high = digit_of(in->pos[0], 16);
        int low = in->end - in->pos < 2 ? -1 : digit_of(in->pos[1], 16);
        if (high < 0 || low < 0)
            return IPFIX_TEXT;
        if (*n == in->cap)
            return IPFIX_NO_SPACE;
        in->scratch[*n] = (uint8_t)(high << 4 | low);
        in->pos += 2;
    }
    return IPFIX_OK;
}

static enum ipfix_status parse_octets(struct in *in, struct ipfix_value *v)
{
    size_t n;
    enum ipfix_status status = parse_hex(in, ' ', &n);

    if (status == IPFIX_OK)
        v->as.bytes = (struct ipfix_bytes){in->scratch, (uint32_t)n};
    return status;
}

static enum ipfix_status parse_mac(struct in *in, struct ipfix_value *v)
{
    size_t n;
    enum ipfix_status status = parse_hex(in, ':', &n);

    if (status != IPFIX_OK)
        return status;
    if (n != 6)
        return IPFIX_TEXT;
    v->as.bytes = (struct ipfix_bytes){in->scratch, 6};
    return IPFIX_OK;
}

static enum ipfix_status parse_address(struct in *in, bool v6, struct ipfix_value *v)
{
    char text[INET6_ADDRSTRLEN];
    size_t n = (size_t)(in->end - in->pos), width = v6 ? 16 : 4;
    uint8_t address[16];

    if (n >= sizeof text)
        return IPFIX_TEXT;
    memcpy(text, in->pos, n);
    text[n] = '\0';
    if (strlen(text) != n || inet_pton(v6 ? AF_INET6 : AF_INET, text, address) != 1)
        return IPFIX_TEXT;
    if (width > in->cap)
        return IPFIX_NO_SPACE;
    memcpy(in->scratch, address, width);
    v->as.bytes = (struct ipfix_bytes){in->scratch, (uint32_t)width};
    return IPFIX_OK;
}

/* big = big * base + digit, clipped to all ones. */
static void u256_append(uint8_t big[U256_LEN], unsigned base, unsigned digit)
{
    unsigned carry = digit;

    for (uint32_t i = U256_LEN; i-- > 0;) {
        carry += big[i] * base;
        big[i] = (uint8_t)carry;
        carry >>= 8;
    }
    if (carry != 0)
        memset(big, 0xff, U256_LEN);
}

static enum ipfix_status parse_u256(struct in *in, struct ipfix_value *v)
{
    unsigned base = take_base(in);
    uint8_t big[U256_LEN] = {0};

    if (in->pos == in->end)
        return IPFIX_TEXT;
    for (; in->pos < in->end; in->pos++) {
        int d = digit_of(*in->pos, base);
        if (d < 0)
            return IPFIX_TEXT;
        u256_append(big, base, (unsigned)d);
    }
    if (in->cap < U256_LEN)
        return IPFIX_NO_SPACE;
    memcpy(in->scratch, big, U256_LEN);
    v->as.bytes = (struct ipfix_bytes){in->scratch, U256_LEN};
    return IPFIX_OK;
}

/* Exactly n digits, from low to high, and then the character that ends them ('\0': none). */
static bool take_part(struct in *in, int n, unsigned low, unsigned high, char end, unsigned *v)
{
    *v = 0;
    while (n-- > 0) {
        int d = in->pos == in->end ? -1 : digit_of(*in->pos++, 10);
        if (d < 0)
            return false;
        *v = *v * 10 + (unsigned)d;
    }
    return *v >= low && *v <= high && (end == '\0' || take_char(in, end));
}

/* The digits behind the point as nanoseconds: one to as many as the type has. */
static bool take_fraction(struct in *in, int digits, uint32_t *nsec)
{
    int n = 0;

    *nsec = 0;
    for (; in->pos < in->end && digit_of(*in->pos, 10) >= 0; in->pos++, n++)
        if (n < digits)
            *nsec = *nsec * 10 + (uint32_t)digit_of(*in->pos, 10);
    for (int i = n; i < 9; i++)
        *nsec *= 10;
    return n > 0 && n <= digits;
}

/* The times that a type can carry: unsigned seconds or milliseconds, or any era of NTP. */
static bool time_fits(unsigned type, int64_t sec)
{
    return type == IPFIX_TIME_S ? sec >= 0 && sec <= UINT32_MAX : type == IPFIX_TIME_MS ? sec >= 0 : true;
}

/* What put_time writes past the year 9999; a lesser number is more likely a slip than a time. */
static bool parse_late_milliseconds(struct in in, struct ipfix_value *v)
{
    const uint64_t year_10000 = UINT64_C(253402300800000);
    uint64_t ms;

    if (!take_number(&in, 10, UINT64_MAX, &ms) || ms < year_10000)
        return false;
    v->as.time = (struct ipfix_time){(int64_t)(ms / 1000), (uint32_t)(ms % 1000) * 1000000};
    return true;
}

static bool parse_time(struct in *in, unsigned type, struct ipfix_value *v)
{
    static const unsigned days_of[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    unsigned year, month, day, hour, minute, second;
    uint32_t nsec = 0;

    if (type == IPFIX_TIME_MS && parse_late_milliseconds(*in, v))
        return true;
    if (!take_part(in, 4, 0, 9999, '-', &year) || !take_part(in, 2, 1, 12, '-', &month) ||
        !take_part(in, 2, 1, days_of[month - 1], 'T', &day) || !take_part(in, 2, 0, 23, ':', &hour) ||
        !take_part(in, 2, 0, 59, ':', &minute) || !take_part(in, 2, 0, 59, '\0', &second))
        return false;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (month == 2 && day == 29 && !leap)
        return false;
    if (take_char(in, '.') && !take_fraction(in, time_digits(type), &nsec))
        return false;
    take_char(in, 'Z');

    int64_t sec = days_from_date((struct date){year, month, day}) * SECONDS_A_DAY;
    sec += hour * 3600 + minute * 60 + second;
    if (in->pos != in->end || !time_fits(type, sec))
        return false;
    v->as.time = (struct ipfix_time){sec, nsec};
    return true;
}

static enum ipfix_status ok_or_text(bool ok)
{
    return ok ? IPFIX_OK : IPFIX_TEXT;
}

static enum ipfix_status parse_value(struct in *in, unsigned type, struct ipfix_value *v)
{
    switch (type) {
    case IPFIX_U8:
    case IPFIX_U16:
    case IPFIX_U32:
    case IPFIX_U64:
        return ok_or_text(parse_unsigned(in, type, v));
    case IPFIX_S8:
    case IPFIX_S16:
    case IPFIX_S32:
    case IPFIX_S64:
        return ok_or_text(parse_signed(in, type, v));
    case IPFIX_F32:
    case IPFIX_F64:
        return ok_or_text(parse_float(in, type == IPFIX_F32, v));
    case IPFIX_BOOLEAN:
        return ok_or_text(parse_boolean(in, v));
    case IPFIX_MAC:
        return parse_mac(in, v);
    case IPFIX_STRING:
        v->as.bytes = (struct ipfix_bytes){(const uint8_t *)in->pos, (uint32_t)(in->end - in->pos)};
        return IPFIX_OK;
    case IPFIX_TIME_S:
    case IPFIX_TIME_MS:
    case IPFIX_TIME_US:
    case IPFIX_TIME_NS:
        return ok_or_text(parse_time(in, type, v));
    case IPFIX_IPV4:
    case IPFIX_IPV6:
        return parse_address(in, type == IPFIX_IPV6, v);
    case IPFIX_U256:
        return parse_u256(in, v);
    default:
        return parse_octets(in, v);
    }
}

enum ipfix_status ipfix_value_parse(unsigned type, const char *text, size_t len, struct ipfix_value *v,
                                    uint8_t *scratch, size_t scratch_cap)
{
    struct in in = {text, text + len, scratch, scratch_cap};
    struct ipfix_value parsed = {.type = (uint8_t)type};
    enum ipfix_status status = parse_value(&in, type, &parsed);

    if (status == IPFIX_OK)
        *v = parsed;
    return status;
}
