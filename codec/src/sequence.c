/* SPDX-License-Identifier: BSD-2-Clause */
#include <ipfix/sequence.h>

#include <stddef.h>
#include <string.h>

/* Messages in a row that must agree before a habit is believed: one or two may be loss by chance. */
#define HABIT_EVIDENCE 3u

/* No network delays a message for this many records; a number further off is a new count. */
#define FAR_OFF 65536u

/* Nor for this many seconds: an Export Time further back is that of a clock that was set. */
#define LONG_AGO 3600u

/* ---- what a habit makes of a message; all numbers are modulo 2^32 ---- */

static unsigned bit(enum ipfix_sequence_habit habit)
{
    return 1u << habit;
}

/* Does the number of a message include its own records? */
static bool counts_own(enum ipfix_sequence_habit habit)
{
    return habit == IPFIX_COUNTS_OWN || habit == IPFIX_COUNTS_OWN_FLOWS;
}

/* By how much a message moves the number on. */
static uint32_t size_of(enum ipfix_sequence_habit habit, const struct ipfix_sequence_msg *msg)
{
    switch (habit) {
    case IPFIX_COUNTS_MESSAGES:
        return 1;
    case IPFIX_COUNTS_TEMPLATES:
        return msg->records + msg->templates;
    case IPFIX_COUNTS_OWN_FLOWS:
        return msg->records - msg->options;
    default:
        return msg->records;
    }
}

/* The number of the first record in a message. */
static uint32_t first_of(enum ipfix_sequence_habit habit, const struct ipfix_sequence_msg *msg)
{
    return counts_own(habit) ? msg->sequence - size_of(habit, msg) : msg->sequence;
}

/* The number of the first record behind a message, and whether that is known. */
static uint32_t behind(enum ipfix_sequence_habit habit, const struct ipfix_sequence_msg *msg)
{
    return first_of(habit, msg) + size_of(habit, msg);
}

static bool knows_behind(enum ipfix_sequence_habit habit, const struct ipfix_sequence_msg *msg)
{
    return msg->counted || habit == IPFIX_COUNTS_MESSAGES || counts_own(habit);
}

/* ---- gaps ---- */

static void gap_remove(struct ipfix_sequence *s, uint32_t i)
{
    s->gap_count--;
    memmove(&s->gap[i], &s->gap[i + 1], (s->gap_count - i) * sizeof s->gap[0]);
}

/* Remember a gap; where there are too many, the oldest is the least likely to be filled. */
static void gap_add(struct ipfix_sequence *s, uint32_t first, uint32_t count)
{
    if (count == 0)
        return;
    if (s->gap_count == IPFIX_SEQ_GAPS)
        gap_remove(s, 0);
    s->gap[s->gap_count].first = first;
    s->gap[s->gap_count].count = count;
    s->gap_count++;
}

/* Does a message fall in a gap?  Then what it holds is missing no more. */
static bool gap_fill(struct ipfix_sequence *s, uint32_t sequence, uint32_t count, uint32_t *found)
{
    for (uint32_t i = 0; i < s->gap_count; i++) {
        uint32_t first = s->gap[i].first;
        uint32_t before = sequence - first;
        if (before >= s->gap[i].count)
            continue;
        uint32_t rest = s->gap[i].count - before;
        *found = count < rest ? count : rest;
        if (count == 0)
            return true;
        gap_remove(s, i);
        gap_add(s, first, before);
        gap_add(s, sequence + *found, rest - *found);
        return true;
    }
    return false;
}

/* ---- habits ---- */

static void habit_set(struct ipfix_sequence *s, enum ipfix_sequence_habit habit)
{
    s->habit = habit;
    s->supposed = false;
    s->next = behind(habit, &s->last);
    s->counted = knows_behind(habit, &s->last);
    s->other[habit].evidence = 0;
}

/* Gaps were misunderstandings, now that the habit shows.  Returns what was claimed to be lost in spite of it;
 * each loss is taken back once. */
static uint32_t claims_withdraw(struct ipfix_sequence *s)
{
    uint32_t claimed = s->other[s->habit].claimed;

    s->gap_count = 0;
    for (uint32_t h = 0; h < IPFIX_SEQ_HABITS; h++)
        s->other[h].claimed = 0;
    return claimed;
}

static void claims_add(struct ipfix_sequence *s, uint32_t lost)
{
    for (uint32_t h = 0; h < IPFIX_SEQ_HABITS; h++)
        if (s->other[h].evidence > 0)
            s->other[h].claimed += lost;
}

enum fit { FIT_UNKNOWN, FIT_NO, FIT_YES };

/* Does a habit explain the step from the message before to this one? */
static enum fit habit_fit(const struct ipfix_sequence *s, enum ipfix_sequence_habit habit,
                          const struct ipfix_sequence_msg *msg)
{
    if (!knows_behind(habit, &s->last) || (counts_own(habit) && !msg->counted))
        return FIT_UNKNOWN;
    return first_of(habit, msg) == behind(habit, &s->last) ? FIT_YES : FIT_NO;
}

/* Around a message that moves the count on by nothing, any step is as long as a record: where templates come late
 * among messages of one record, that would look like own records. */
static bool is_evidence(const struct ipfix_sequence *s, enum ipfix_sequence_habit habit,
                        const struct ipfix_sequence_msg *msg)
{
    return !counts_own(habit) || (size_of(habit, msg) > 0 && size_of(habit, &s->last) > 0);
}

/* Hold each habit but the present one against a step: bits of those that explain it. */
static unsigned habits_weigh(struct ipfix_sequence *s, const struct ipfix_sequence_msg *msg, bool present)
{
    unsigned fitting = 0;

    for (uint32_t h = 0; h < IPFIX_SEQ_HABITS; h++) {
        enum ipfix_sequence_habit habit = (enum ipfix_sequence_habit)h;
        enum fit fit = habit_fit(s, habit, msg);
        if (h == s->habit || fit == FIT_UNKNOWN)
            continue;
        if (fit == FIT_YES) {
            fitting |= bit(habit);
            s->other[h].evidence += !present && is_evidence(s, habit, msg);
            continue;
        }
        s->other[h].evidence = 0;
        s->other[h].claimed = 0;
        if (present)
            s->unfit |= (uint8_t)bit(habit);
    }
    return fitting;
}

/* The first of the habits whose bits are given that has so much evidence, or else the present one.  Where
 * several fit, NetFlow v9's is the one that more exporters have, and own records mostly without options. */
static enum ipfix_sequence_habit habit_first(const struct ipfix_sequence *s, unsigned bits, uint32_t evidence)
{
    for (uint32_t h = 0; h < IPFIX_SEQ_HABITS; h++)
        if ((bits & bit((enum ipfix_sequence_habit)h)) != 0 && s->other[h].evidence >= evidence)
            return (enum ipfix_sequence_habit)h;
    return s->habit;
}

/* A habit that is only supposed: one message proves it, one drops it, so that nobody who counts as
 * RFC 7011 says is held to what his neighbour does. */
static void supposition_try(struct ipfix_sequence *s, const struct ipfix_sequence_msg *msg,
                            struct ipfix_sequence_result *result)
{
    enum fit present = habit_fit(s, s->habit, msg);

    if (present == FIT_NO) {
        s->unfit |= (uint8_t)bit(s->habit);
        s->other[s->habit].claimed = 0;
        habit_set(s, IPFIX_COUNTS_RECORDS);
    } else if (present == FIT_YES && habit_fit(s, IPFIX_COUNTS_RECORDS, msg) == FIT_NO) {
        s->supposed = false;
        result->withdrawn = claims_withdraw(s);
    }
}

/* Compare the step from the message before with what each habit foretold. */
static void habit_learn(struct ipfix_sequence *s, const struct ipfix_sequence_msg *msg,
                        struct ipfix_sequence_result *result)
{
    if (s->supposed)
        supposition_try(s, msg, result);
    result->perhaps = s->habit;
    if (!s->counted || habit_fit(s, s->habit, msg) == FIT_UNKNOWN)
        return;
    bool present = habit_fit(s, s->habit, msg) == FIT_YES;
    unsigned fitting = habits_weigh(s, msg, present);
    if (present)
        return;
    enum ipfix_sequence_habit shown = habit_first(s, fitting, HABIT_EVIDENCE);
    result->perhaps = habit_first(s, fitting & ~(unsigned)s->unfit, 1);
    if (shown == s->habit)
        return;
    habit_set(s, shown);
    s->unfit = 0;
    result->withdrawn = claims_withdraw(s);
    result->habit_is_new = shown != IPFIX_COUNTS_RECORDS;
    result->perhaps = shown;
}

void ipfix_sequence_suppose(struct ipfix_sequence *s, enum ipfix_sequence_habit habit)
{
    if (s->habit != IPFIX_COUNTS_RECORDS || habit == IPFIX_COUNTS_RECORDS || (s->unfit & bit(habit)) != 0)
        return;
    if (s->started && s->next != behind(s->habit, &s->last)) /* the last one was late: wait for the next */
        return;
    habit_set(s, habit);
    s->supposed = true;
}

/* ---- verdicts ---- */

/* Is a number so far off that no late message can have it?  Either it is far back, or nearer to 0 than
 * to where the count was; from a count above 2^31, 0 seems to be ahead.  Within a second nobody starts anew
 * who has hardly begun: that is a message that comes twice. */
static bool counts_anew(const struct ipfix_sequence *s, const struct ipfix_sequence_msg *msg, uint32_t first)
{
    uint32_t ahead = first - s->next, back = s->next - first;

    if (ahead <= INT32_MAX)
        return ahead > FAR_OFF && first < FAR_OFF;
    return back > FAR_OFF || (first < back && msg->export_time != s->export_time);
}

/* Did a message leave the exporter before the one that moved the count on? */
static bool is_older(const struct ipfix_sequence *s, const struct ipfix_sequence_msg *msg)
{
    uint32_t back = s->export_time - msg->export_time;

    return back > 0 && back <= LONG_AGO;
}

/* A number from before the one expected, in no known gap. */
static enum ipfix_sequence_verdict judge_passed(const struct ipfix_sequence *s,
                                                const struct ipfix_sequence_msg *msg)
{
    uint32_t size = size_of(s->habit, msg), last_size = size_of(s->habit, &s->last);
    uint32_t inside = first_of(s->habit, msg) - first_of(s->habit, &s->last);

    if (msg->sequence - s->oldest > INT32_MAX)
        return IPFIX_SEQ_EARLIER;
    if (inside > 0 && inside < last_size)
        return IPFIX_SEQ_OVERLAP;
    /* Templates alone have the number of the data that comes next, so nothing says that they came before. */
    if (size == 0 && (inside != 0 || last_size != 0))
        return IPFIX_SEQ_LATE;
    return IPFIX_SEQ_DUPLICATE;
}

static enum ipfix_sequence_verdict judge(struct ipfix_sequence *s, const struct ipfix_sequence_msg *msg,
                                         uint32_t *found)
{
    uint32_t first = first_of(s->habit, msg);
    bool ahead = first - s->next <= INT32_MAX;

    if (!s->started)
        return IPFIX_SEQ_FIRST;
    if (counts_own(s->habit) && !msg->counted) /* only its end is known */
        return msg->sequence - s->next <= INT32_MAX ? IPFIX_SEQ_UNKNOWN : IPFIX_SEQ_LATE;
    if (s->counted && first == s->next)
        return IPFIX_SEQ_EXPECTED;
    if (gap_fill(s, first, size_of(s->habit, msg), found))
        return IPFIX_SEQ_LATE;
    if (!s->counted)
        return IPFIX_SEQ_UNKNOWN;
    bool anew = counts_anew(s, msg, first);
    if (anew && !is_older(s, msg) && (ahead || msg->sequence != s->last.sequence))
        return IPFIX_SEQ_RESTART;
    if (ahead)
        return anew ? IPFIX_SEQ_LATE : IPFIX_SEQ_GAP;
    return judge_passed(s, msg);
}

/* The count goes on behind a message. */
static void move_on(struct ipfix_sequence *s, const struct ipfix_sequence_msg *msg,
                    enum ipfix_sequence_verdict verdict)
{
    if (verdict != IPFIX_SEQ_EXPECTED && verdict != IPFIX_SEQ_GAP)
        s->oldest = msg->sequence;
    s->next = behind(s->habit, msg);
    s->counted = knows_behind(s->habit, msg);
    s->export_time = msg->export_time;
    if (s->next - s->oldest > INT32_MAX)
        s->oldest = s->next - INT32_MAX;
}

struct ipfix_sequence_result ipfix_sequence_see(struct ipfix_sequence *s,
                                                const struct ipfix_sequence_msg *msg)
{
    struct ipfix_sequence_result result = {.perhaps = s->habit};

    if (s->started && s->counted)
        habit_learn(s, msg, &result);
    result.habit = s->habit;
    result.expected = s->next + (counts_own(s->habit) ? size_of(s->habit, msg) : 0);
    result.verdict = judge(s, msg, &result.found);

    switch (result.verdict) {
    case IPFIX_SEQ_LATE:
    case IPFIX_SEQ_EARLIER:
    case IPFIX_SEQ_DUPLICATE:
    case IPFIX_SEQ_OVERLAP:
        break;
    case IPFIX_SEQ_GAP:
        result.lost = first_of(s->habit, msg) - s->next;
        gap_add(s, s->next, result.lost);
        claims_add(s, result.lost);
        move_on(s, msg, result.verdict);
        break;
    case IPFIX_SEQ_RESTART:
        s->gap_count = 0;
        s->unfit = 0;
        move_on(s, msg, result.verdict);
        break;
    default:
        move_on(s, msg, result.verdict);
    }
    s->started = true;
    s->last = *msg;
    return result;
}
