/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What options data says of other records: names of interfaces, applications, VRFs and classes, sampling rates, the time of
 * boot, MIB objects, common properties (RFC 7011 section 3.4.2.1, RFC 6759 section 4.3, RFC 5477, RFC 8038,
 * RFC 5473).  Facts with a position: a record is joined with what was said before it, at any visit.
 */
#include "packet-ipfix.h"

/* Longer keys and names, and more common properties, than any exporter's are not worth their memory. */
#define KEY_MAX 24
#define NAME_MAX 255
/* Selectors of a sequence: a packet passes through two or three.  Their numbers are kept in so many octets each. */
#define SELECTORS_MAX 16
#define SELECTOR_LEN 8
/* Length of the key that is no thing of a domain, but the domain: 0 is that of number 0. */
#define KEY_DOMAIN (KEY_MAX + 1)
/* Facts kept of one capture: far more than a network has interfaces and applications, and a bound
 * on what a hostile capture can make of few octets. */
#define FACTS_MAX (1u << 18)

static uint32_t fact_count;

struct join_key {
    uint32_t domain;
    uint8_t kind; /* enum join_kind */
    uint8_t len;
    uint8_t octets[KEY_MAX];
};

enum { PROPERTY_MATCH = 5 }; /* of selectorAlgorithm */

/* One options record while it is read: the elements that can be a key or say something. */
struct options_record {
    /* data NULL: not in the record */
    struct ipfix_field interface, application, vrf, class, sampler, selector, sequence, common;
    struct ipfix_field interface_name, application_name, vrf_name, class_name, mib_object, mib_name;
    const struct ipfix_spec *scope_end; /* behind the specifiers of its scope fields */
    struct sampling sampling;
    uint64_t algorithm; /* selectorAlgorithm, or 0 */
    uint8_t selectors[SELECTORS_MAX * SELECTOR_LEN];
    uint32_t selector_count; /* also of those that there is no room for */
    uint64_t template_id, field_index;
    bool has_boot, has_template_id, has_field_index;
    int64_t boot_ns;
    uint32_t scope; /* its scope fields as one number */
    const struct ipfix_template *tmpl;
    struct ipfix_bytes octets; /* with common alone, and their hash */
    unsigned hash;
};

static unsigned key_hash(const void *p)
{
    return wmem_strong_hash(p, sizeof(struct join_key));
}

static gboolean key_equal(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct join_key)) == 0;
}

/* The same number in more or fewer octets is the same key: by reduced-size encoding (RFC 7011 section 6.2), and in
 * the selector of an application, which stands at the right (RFC 6759 section 4.2). */
static bool key_make(struct join_key *key, uint32_t domain, enum join_kind kind, const struct ipfix_field *f)
{
    memset(key, 0, sizeof *key);
    key->domain = domain;
    key->kind = (uint8_t)kind;
    if (f == NULL) {
        key->len = KEY_DOMAIN;
        return true;
    }
    bool number = f->spec->type >= IPFIX_U8 && f->spec->type <= IPFIX_U64;
    uint32_t before = kind == JOIN_APPLICATION ? application_selector(f) : number ? 0 : f->len;
    const uint8_t *p = f->data + before;
    uint32_t len = f->len - before;
    while (len > 0 && *p == 0)
        p++, len--;
    if (before + len > KEY_MAX)
        return false;
    key->len = (uint8_t)(before + len);
    memcpy(key->octets, f->data, before);
    memcpy(key->octets + before, p, len);
    return true;
}

static bool fact_same(const struct join_fact *a, const struct join_fact *b)
{
    return g_strcmp0(a->name, b->name) == 0 && g_strcmp0(a->label, b->label) == 0 &&
           a->sampled == b->sampled && a->out_of == b->out_of && a->ns == b->ns && a->hash == b->hash;
}

/* Options data comes again and again: only what is new is kept.  An options record is about what all its scope fields
 * name together (RFC 7011 section 3.4.2.1): where several differ in more than the key, and in what they say, data
 * records do not tell which of them is meant. */
static void fact_put(struct dissection *d, enum join_kind kind, const struct ipfix_field *key_field,
                     const struct join_fact *fact)
{
    struct join_key key;

    if (fact_count >= FACTS_MAX || d->session->number == 0 || !key_make(&key, d->domain, kind, key_field))
        return;
    if (d->session->joins == NULL)
        d->session->joins = wmem_map_new(wmem_file_scope(), key_hash, key_equal);
    wmem_array_t *facts = wmem_map_lookup(d->session->joins, &key);
    if (facts == NULL) {
        facts = wmem_array_new(wmem_file_scope(), sizeof *fact);
        wmem_map_insert(d->session->joins, wmem_memdup(wmem_file_scope(), &key, sizeof key), facts);
    }
    unsigned count = wmem_array_get_count(facts);
    const struct join_fact *last = count > 0 ? wmem_array_index(facts, count - 1) : NULL;
    if (last != NULL && (last->unclear || fact_same(last, fact)))
        return;
    struct join_fact kept = *fact;
    kept.unclear = last != NULL && last->scope != fact->scope;
    if (fact->name != NULL)
        kept.name = wmem_strdup(wmem_file_scope(), fact->name);
    if (fact->label != NULL)
        kept.label = wmem_strdup(wmem_file_scope(), fact->label);
    if (fact->octets != NULL)
        kept.octets = wmem_memdup(wmem_file_scope(), fact->octets, fact->len);
    wmem_array_append(facts, &kept, 1);
    fact_count++;
}

void joins_open(void)
{
    fact_count = 0;
}

const struct join_fact *join_find(const struct dissection *d, enum join_kind kind,
                                  const struct ipfix_field *key_field, uint32_t off)
{
    ipfix_pos at = position_of(d, off);
    struct join_key key;

    if (d->session->joins == NULL || !key_make(&key, d->domain, kind, key_field))
        return NULL;
    wmem_array_t *facts = wmem_map_lookup(d->session->joins, &key);
    unsigned low = 0, high = facts != NULL ? wmem_array_get_count(facts) : 0;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        const struct join_fact *fact = wmem_array_index(facts, middle);
        if (fact->at < at)
            low = middle + 1;
        else
            high = middle;
    }
    const struct join_fact *last = low > 0 ? wmem_array_index(facts, low - 1) : NULL;
    return last != NULL && !last->unclear ? last : NULL;
}

/* ---- sampling ---- */

bool sampling_note(struct sampling *s, uint16_t id, const struct ipfix_value *v)
{
    switch (id) {
    case 34:
        s->sampling_interval = v->as.u;
        return true;
    case 50:
        s->random_interval = v->as.u;
        return true;
    case 305:
        s->interval = v->as.u;
        return true;
    case 306:
        s->space = v->as.u;
        s->has_space = true;
        return true;
    case 309:
        s->size = v->as.u;
        return true;
    case 310:
        s->population = v->as.u;
        return true;
    case 311:
        s->probability = v->as.f;
        return true;
    default:
        return false;
    }
}

/* A probability as the fraction that it was written as: one part of a thousand million is more than anybody means. */
static void probability_rate(double probability, uint64_t *sampled, uint64_t *out_of)
{
    uint64_t a = 1000000000, b = (uint64_t)(probability * 1e9 + 0.5);

    *sampled = b;
    *out_of = a;
    while (b > 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    *sampled /= a;
    *out_of /= a;
}

/* Intervals and spaces add up (RFC 5477 section 8.2), sizes are out of a population. */
bool sampling_rate(const struct sampling *s, uint64_t *sampled, uint64_t *out_of)
{
    *sampled = 1;
    if (s->interval > 0 && s->has_space) {
        *sampled = s->interval;
        *out_of = s->interval + s->space;
    } else if (s->interval > 0) {
        *out_of = s->interval;
    } else if (s->size > 0 && s->population > 0) {
        *sampled = s->size;
        *out_of = s->population;
    } else if (s->probability > 0 && s->probability <= 1) {
        probability_rate(s->probability, sampled, out_of);
    } else {
        *out_of = s->random_interval > 0 ? s->random_interval : s->sampling_interval;
    }
    return *sampled > 0 && *out_of >= *sampled;
}

/* ---- reading options records ---- */

static uint32_t scope_hash(const struct ipfix_field *f)
{
    return wmem_strong_hash(f->data, f->len) + f->spec->id;
}

static bool in_scope(const struct options_record *r, const struct ipfix_field *f)
{
    return f->data != NULL && f->spec < r->scope_end;
}

/* What the record is about besides the key. */
static uint32_t scope_besides(const struct options_record *r, const struct ipfix_field *key)
{
    return key != NULL && in_scope(r, key) ? r->scope - scope_hash(key) : r->scope;
}

static void selector_note(struct options_record *r, uint64_t id)
{
    if (r->selector_count < SELECTORS_MAX)
        for (int i = SELECTOR_LEN - 1; i >= 0; i--, id >>= 8)
            r->selectors[r->selector_count * SELECTOR_LEN + (uint32_t)i] = (uint8_t)id;
    r->selector_count++;
}

static void options_note(struct options_record *r, const struct ipfix_field *f, const struct ipfix_value *v)
{
    switch (f->spec->id) {
    case 10: /* ingressInterface, egressInterface */
    case 14:
        r->interface = *f;
        return;
    case 82: /* interfaceName, or else interfaceDescription */
        r->interface_name = *f;
        return;
    case 83:
        if (r->interface_name.data == NULL)
            r->interface_name = *f;
        return;
    case 95:
        r->application = *f;
        return;
    case 96:
        r->application_name = *f;
        return;
    case 234: /* ingressVRFID, egressVRFID */
    case 235:
        r->vrf = *f;
        return;
    case 236:
        r->vrf_name = *f;
        return;
    case 51: /* classId */
        r->class = *f;
        return;
    case 100: /* className */
        r->class_name = *f;
        return;
    case 48: /* samplerId */
        r->sampler = *f;
        return;
    case 301: /* selectionSequenceId */
        r->sequence = *f;
        return;
    case 302: /* selectorId */
        r->selector = *f;
        selector_note(r, v->as.u);
        return;
    case 304: /* selectorAlgorithm */
        r->algorithm = v->as.u;
        return;
    case 445: /* mibObjectIdentifier */
        r->mib_object = *f;
        return;
    case 451: /* mibObjectName */
        r->mib_name = *f;
        return;
    case 137: /* commonPropertiesId */
        r->common = *f;
        return;
    case 145: /* templateId */
        r->template_id = v->as.u;
        r->has_template_id = true;
        return;
    case 287: /* informationElementIndex */
        r->field_index = v->as.u;
        r->has_field_index = true;
        return;
    case 160:
        r->has_boot = time_ns(&v->as.time, &r->boot_ns);
        return;
    default:
        sampling_note(&r->sampling, f->spec->id, v);
        return;
    }
}

/* What a field says, where it is fit for a name, else NULL. */
static const char *name_of(struct dissection *d, const struct ipfix_field *name)
{
    if (name->data == NULL || name->spec->type != IPFIX_STRING || name->len > NAME_MAX)
        return NULL;
    uint32_t len = ipfix_string_trim(name->data, name->len);
    if (len == 0 || ipfix_utf8_span(name->data, len) != len || memchr(name->data, 0, len) != NULL)
        return NULL;
    struct ipfix_bytes octets = {name->data, len};
    return string_of(d->pinfo->pool, &octets);
}

static void name_learn(struct dissection *d, enum join_kind kind, const struct options_record *r,
                       const struct ipfix_field *key, const struct ipfix_field *name, ipfix_pos at)
{
    struct join_fact fact = {.at = at, .scope = scope_besides(r, key), .name = name_of(d, name)};

    if (key->data != NULL && fact.name != NULL)
        fact_put(d, kind, key, &fact);
}

static void rate_put(struct dissection *d, enum join_kind kind, const struct options_record *r,
                     const struct ipfix_field *key, struct join_fact fact)
{
    fact.scope = scope_besides(r, key);
    fact_put(d, kind, key, &fact);
}

static void sampling_learn(struct dissection *d, const struct options_record *r, ipfix_pos at)
{
    struct join_fact fact = {.at = at};

    if (r->algorithm == PROPERTY_MATCH && r->selector.data != NULL) {
        rate_put(d, JOIN_SELECTOR, r, &r->selector, fact);
        return;
    }
    if (!sampling_rate(&r->sampling, &fact.sampled, &fact.out_of))
        return;
    if (!in_scope(r, &r->interface)) /* else it is the rate of no other interface */
        rate_put(d, JOIN_SAMPLING, r, NULL, fact);
    if (r->interface.data != NULL)
        rate_put(d, JOIN_SAMPLING, r, &r->interface, fact);
    if (r->selector.data != NULL)
        rate_put(d, JOIN_SELECTOR, r, &r->selector, fact);
    if (r->sampler.data != NULL)
        rate_put(d, JOIN_SAMPLER, r, &r->sampler, fact);
}

/* The selectors that packets pass one after another (RFC 5476 section 6.5.1). */
static void sequence_learn(struct dissection *d, const struct options_record *r, ipfix_pos at)
{
    struct join_fact fact = {.at = at, .octets = r->selectors, .len = r->selector_count * SELECTOR_LEN};

    if (!in_scope(r, &r->sequence) || r->selector_count == 0 || r->selector_count > SELECTORS_MAX)
        return;
    fact.hash = wmem_strong_hash(fact.octets, fact.len);
    fact_put(d, JOIN_SEQUENCE, &r->sequence, &fact);
}

const struct join_fact *join_find_sequence(const struct dissection *d, const struct ipfix_field *key,
                                           uint32_t off, uint64_t *sampled, uint64_t *out_of)
{
    static const struct ipfix_spec number = {.type = IPFIX_U64};
    const struct join_fact *sequence = join_find(d, JOIN_SEQUENCE, key, off);

    *sampled = *out_of = 1;
    for (uint32_t i = 0; sequence != NULL && i < sequence->len; i += SELECTOR_LEN) {
        struct ipfix_field id = {.spec = &number, .data = sequence->octets + i, .len = SELECTOR_LEN};
        const struct join_fact *selector = join_find(d, JOIN_SELECTOR, &id, off);
        if (selector == NULL || selector->out_of > UINT64_MAX / *out_of)
            return NULL;
        if (selector->out_of == 0)
            continue; /* it passes all that match, and nobody asks for the others */
        *sampled *= selector->sampled;
        *out_of *= selector->out_of;
    }
    return sequence;
}

/* A field of a template as a key: the template's number, the field's index (RFC 8038 section 5.3.1). */
#define TEMPLATE_FIELD_LEN 4
static struct ipfix_field template_field(uint8_t octets[TEMPLATE_FIELD_LEN], uint64_t template_id,
                                         uint64_t index)
{
    static const struct ipfix_spec spec = {.type = IPFIX_OCTET_ARRAY};

    octets[0] = (uint8_t)(template_id >> 8);
    octets[1] = (uint8_t)template_id;
    octets[2] = (uint8_t)(index >> 8);
    octets[3] = (uint8_t)index;
    return (struct ipfix_field){.spec = &spec, .data = octets, .len = TEMPLATE_FIELD_LEN};
}

static void mib_learn(struct dissection *d, const struct options_record *r, ipfix_pos at)
{
    uint8_t octets[TEMPLATE_FIELD_LEN];

    if (r->mib_object.data == NULL || !r->has_template_id || !r->has_field_index)
        return;
    struct ipfix_field key = template_field(octets, r->template_id, r->field_index);
    struct join_fact fact = {
        .at = at, .name = oid_text(d->pinfo->pool, &r->mib_object), .label = name_of(d, &r->mib_name)};
    if (strlen(fact.name) <= NAME_MAX)
        fact_put(d, JOIN_MIB, &key, &fact);
}

/* Such options data lives as long as its template (section 8): what was said while the number had another
 * definition is of that one.  A template that was borrowed then is the same where the session's own is like it. */
const struct join_fact *join_find_mib(const struct dissection *d, const struct ipfix_template *tmpl,
                                      uint32_t index, uint32_t off)
{
    uint8_t octets[TEMPLATE_FIELD_LEN];
    const struct ipfix_field key = template_field(octets, tmpl->id, index);
    const struct join_fact *fact = join_find(d, JOIN_MIB, &key, off);
    const struct session *from;

    if (fact == NULL)
        return NULL;
    const struct ipfix_template *then = session_template(d->session, d->domain, tmpl->id, fact->at, &from);
    if (then == NULL || then == tmpl)
        return fact;
    bool borrowed = from != NULL || given_is(then);
    return borrowed && ipfix_template_equal(then, tmpl) ? fact : NULL;
}

static void record_learn(struct dissection *d, const struct options_record *r, ipfix_pos at)
{
    name_learn(d, JOIN_INTERFACE, r, &r->interface, &r->interface_name, at);
    name_learn(d, JOIN_APPLICATION, r, &r->application, &r->application_name, at);
    name_learn(d, JOIN_VRF, r, &r->vrf, &r->vrf_name, at);
    name_learn(d, JOIN_CLASS, r, &r->class, &r->class_name, at);
    sampling_learn(d, r, at);
    sequence_learn(d, r, at);
    mib_learn(d, r, at);
    if (r->common.data != NULL) {
        struct join_fact fact = {.at = at, .hash = r->hash};
        /* Templates of the user's do not live as long as the capture is open; each flow reads all octets again. */
        if (!given_is(r->tmpl) && r->octets.len <= NAME_MAX) {
            fact.tmpl = r->tmpl;
            fact.octets = r->octets.ptr;
            fact.len = r->octets.len;
        }
        fact_put(d, JOIN_COMMON, &r->common, &fact);
    }
    if (r->has_boot) {
        struct join_fact fact = {.at = at, .ns = r->boot_ns};
        fact_put(d, JOIN_BOOT, NULL, &fact);
    }
}

void joins_learn(struct dissection *d, const struct ipfix_set *set, const struct ipfix_template *tmpl)
{
    struct ipfix_records c;
    struct ipfix_field f;
    struct ipfix_value v;

    ipfix_records_open(&c, set, tmpl);
    while (ipfix_record_next(&c) == IPFIX_OK) {
        struct options_record r = {.tmpl = tmpl, .scope_end = tmpl->spec + tmpl->scope_count};
        ipfix_pos at = position_of(d, c.off);
        enum ipfix_status status;
        while ((status = ipfix_field_next(&c, &f)) == IPFIX_OK) {
            if (f.spec < r.scope_end)
                r.scope += scope_hash(&f);
            if (!f.spec->enterprise && element_is_built_in(f.spec->ie) && value_read(d, &f, &v))
                options_note(&r, &f, &v);
        }
        if (status != IPFIX_END)
            break;
        if (!in_scope(&r, &r.common))
            r.common.data = NULL; /* it has properties in common with others, and does not say them */
        if (r.common.data != NULL) {
            r.octets = (struct ipfix_bytes){c.in.base + c.off, c.in.pos - c.off};
            r.hash = wmem_strong_hash(r.octets.ptr, r.octets.len);
        }
        record_learn(d, &r, at);
    }
}
