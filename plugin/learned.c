/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Elements that exporters define (RFC 5610): named and typed below the octets that they show as in any case,
 * with a link to where that was learned.
 */
#include "packet-ipfix.h"

/* Bounds on what a hostile capture can make of few octets; exporters have some hundred elements.
 * LEARNED_MAX counts those of all sessions together. */
#define LEARNED_MAX (1u << 16)
#define FIELDS_MAX 4096
#define NAME_MAX_LEN 100

static unsigned learned_count;
static int hf_name, hf_value, hf_frame;
static int ett_learned;

/* Definitions hold for the session and the domain that they came in (RFC 5610 section 3.9). */
struct learned_key {
    uint32_t domain;
    uint32_t pen;
    uint32_t id;
};

struct learned {
    struct learned_key key;
    struct ipfix_type_info info; /* the name is that of the element */
    struct ipfix_ie ie;
    ipfix_pos at;
    ipfix_pos contradicted; /* from here on nothing is known of the element (RFC 5610 section 3.9) */
    int hf;                 /* -1: there are too many already */
};

/* A field of one name, for all elements of that name and type in any capture.  Fields stay: a display
 * filter that was valid must remain so when the capture is read again, or Wireshark aborts. */
struct learned_field {
    struct ipfix_ie ie;
    int hf;
};
static wmem_map_t *fields; /* struct learned_field by filter name */

static unsigned key_hash(const void *p)
{
    return wmem_strong_hash(p, sizeof(struct learned_key));
}

static gboolean key_equal(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct learned_key)) == 0;
}

/* ---- fields ---- */

/* The name, with what a filter name cannot have replaced; NULL where nothing is left. */
static char *name_of(const struct ipfix_bytes *bytes)
{
    uint32_t len = MIN(bytes->len, NAME_MAX_LEN);
    char *name = wmem_strndup(wmem_file_scope(), (const char *)bytes->ptr, len);

    g_strcanon(name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-", '_');
    return strspn(name, "_") == strlen(name) ? NULL : name;
}

static struct learned_field *field_new(const char *name, const struct ipfix_ie *ie)
{
    struct learned_field *field = wmem_new0(wmem_epan_scope(), struct learned_field);
    const char *kept = wmem_strdup(wmem_epan_scope(), name);

    field->ie = *ie;
    field->ie.name = wmem_strdup(wmem_epan_scope(), ie->name);
    field_add(&field->hf, &field->ie, kept);
    wmem_map_insert(fields, kept, field);
    return field;
}

/* Elements of one name may differ in type, fields may not: the type joins the later one's name. */
static int field_for(wmem_allocator_t *scope, const struct ipfix_ie *ie)
{
    const char *name = wmem_strdup_printf(scope, "ipfix.learned.%u.%s", ie->pen, ie->name);
    const struct learned_field *field = wmem_map_lookup(fields, name);

    if (field != NULL && field->ie.type != ie->type) {
        name = wmem_strdup_printf(scope, "%s_%s", name, ipfix_type_name(ie->type));
        field = wmem_map_lookup(fields, name);
    }
    if (field == NULL && wmem_map_size(fields) < FIELDS_MAX)
        field = field_new(name, ie);
    return field != NULL && field->ie.type == ie->type ? field->hf : -1;
}

/* ---- learning ---- */

static const char *units_of(uint16_t units)
{
    const char *name =
        units > 0 ? ipfix_value_name(ipfix_names_find("informationElementUnits_345"), units) : NULL;

    return name != NULL ? name : "";
}

static void element_learn(struct dissection *d, const struct learned_key *key,
                          const struct ipfix_type_info *info, ipfix_pos at)
{
    char *name = learned_count < LEARNED_MAX ? name_of(&info->name) : NULL;

    if (name == NULL)
        return;
    learned_count++;
    struct learned *l = wmem_new0(wmem_file_scope(), struct learned);
    l->key = *key;
    l->info = *info;
    l->info.name.ptr = wmem_memdup(wmem_file_scope(), info->name.ptr, info->name.len);
    l->ie.pen = info->pen;
    l->ie.id = info->id;
    l->ie.type = info->type;
    l->ie.name = name;
    l->ie.key = l->ie.units = l->ie.cflow = "";
    l->ie.flags = info->ranged ? IPFIX_IE_RANGE : 0;
    l->ie.min = info->min;
    l->ie.max = info->max;
    l->at = at;
    l->contradicted = IPFIX_POS_LAST;
    l->hf = field_for(d->pinfo->pool, &l->ie);
    wmem_map_insert(d->session->learned, &l->key, l);
}

static void info_take(struct dissection *d, const struct ipfix_type_info *info, uint32_t off)
{
    struct learned_key key = {d->domain, info->pen, info->id};
    ipfix_pos at = position_of(d, off);

    /* What the registry or the user says stands (RFC 5610 section 3.9). */
    if (ipfix_ie_find(info->pen, info->id) != NULL || element_find(NULL, info->pen, info->id) != NULL)
        return;
    if (d->session->learned == NULL)
        d->session->learned = wmem_map_new(wmem_file_scope(), key_hash, key_equal);
    struct learned *known = wmem_map_lookup(d->session->learned, &key);
    if (known == NULL)
        element_learn(d, &key, info, at);
    else if (known->contradicted > at && !ipfix_type_info_equal(&known->info, info))
        known->contradicted = at;
}

void learned_note(struct dissection *d, const struct ipfix_set *set, const struct ipfix_template *tmpl)
{
    struct ipfix_records c;
    struct ipfix_type_info info;

    if (d->session->number == 0 || !ipfix_type_info_template(tmpl))
        return;
    ipfix_records_open(&c, set, tmpl);
    while (ipfix_record_next(&c) == IPFIX_OK) {
        uint32_t off = c.off;
        if (ipfix_type_info_get(&c, &info) == IPFIX_OK)
            info_take(d, &info, off);
    }
}

/* ---- showing ---- */

/* What was said first of an element, anywhere. */
static const struct learned *learned_find(const struct dissection *d, const struct ipfix_spec *spec)
{
    struct learned_key key = {d->domain, spec->pen, spec->id};

    if (d->session->learned == NULL || (spec->enterprise && spec->pen == 0))
        return NULL;
    return wmem_map_lookup(d->session->learned, &key);
}

/* Does it hold at a place?  What an element is does not change: at a later visit, a definition serves for what came
 * before it as well, unless it is contradicted anywhere. */
static bool learned_holds(const struct dissection *d, const struct learned *l, uint32_t off)
{
    ipfix_pos here = position_of(d, off);

    return l->contradicted == IPFIX_POS_LAST || (l->at <= here && here < l->contradicted);
}

/* What holds of an element at a place, or NULL. */
static const struct learned *learned_at(const struct dissection *d, const struct ipfix_spec *spec,
                                        uint32_t off)
{
    const struct learned *l = learned_find(d, spec);

    return l != NULL && learned_holds(d, l, off) ? l : NULL;
}

const struct ipfix_ie *learned_element(const struct dissection *d, const struct ipfix_spec *spec,
                                       uint32_t off)
{
    const struct learned *l = learned_at(d, spec, off);

    return l != NULL ? &l->ie : NULL;
}

bool learned_wanted(const struct dissection *d, proto_tree *tree, const struct ipfix_spec *spec)
{
    const struct learned *l = learned_find(d, spec);

    if (l == NULL)
        return false;
    return proto_field_is_referenced(tree, hf_name) || proto_field_is_referenced(tree, hf_value) ||
           proto_field_is_referenced(tree, hf_frame) || (l->hf > 0 && proto_field_is_referenced(tree, l->hf));
}

static const char *value_text(struct dissection *d, const struct ipfix_value *value)
{
    if (value->type == IPFIX_STRING)
        return string_of(d->pinfo->pool, &value->as.bytes);
    size_t size = ipfix_value_text(value, NULL, 0) + 1;
    char *text = wmem_alloc(d->pinfo->pool, size);

    ipfix_value_text(value, text, size);
    return text;
}

/* The field is only there once it is learned, too late for a filter or column of the command line; these
 * two always are.  They are only seen where there is no field. */
static void name_and_value_draw(struct dissection *d, proto_tree *tree, const struct ipfix_field *f,
                                const struct ipfix_value *value, bool seen)
{
    int off = (int)f->off;
    proto_item *name = proto_tree_add_string(tree, hf_name, d->tvb, off, f->len, f->spec->ie->name);
    proto_item *text = proto_tree_add_string(tree, hf_value, d->tvb, off, f->len, value_text(d, value));

    proto_item_set_generated(name);
    if (seen)
        return;
    proto_item_set_hidden(name);
    proto_item_set_hidden(text);
}

static bool is_one(const struct ipfix_value *value)
{
    return value->type >= IPFIX_U8 && value->type <= IPFIX_U64 && value->as.u == 1;
}

static void learned_value_draw(struct dissection *d, proto_tree *tree, int hf, const struct ipfix_field *f,
                               const char *units)
{
    struct ipfix_value value;
    enum ipfix_status status = ipfix_value_get(f, d->export_time, &value);
    proto_item *item = NULL;

    if (status == IPFIX_OK)
        status = ipfix_value_check(&value, f->spec->ie);
    if (status != IPFIX_OK && status != IPFIX_VALUE_RANGE) {
        item = octets_draw(d, tree, f->off, f->len, f->spec->ie->name, NULL);
    } else {
        if (hf > 0)
            item = value_draw(d, tree, hf, f, &value);
        if (hf > 0 && *units != '\0')
            proto_item_append_text(item, "%s", unit_text(d->pinfo->pool, units, is_one(&value)));
        name_and_value_draw(d, tree, f, &value, hf <= 0);
    }
    if (status != IPFIX_OK)
        complain(d, item, COMPLAINT_STATUS(status), "%s: %s", f->spec->ie->name, ipfix_strstatus(status));
}

void learned_draw(struct dissection *d, proto_item *item, const struct ipfix_field *f)
{
    const struct learned *l = learned_at(d, f->spec, f->off);
    struct ipfix_spec spec = *f->spec;
    struct ipfix_field typed = *f;

    if (l == NULL)
        return;
    ipfix_spec_resolve(&spec, &l->ie);
    typed.spec = &spec;
    proto_item_append_text(item, " (%s)", l->ie.name);
    proto_tree *tree = proto_item_add_subtree(item, ett_learned);
    learned_value_draw(d, tree, l->hf, &typed, units_of(l->info.units));
    proto_item_set_generated(proto_tree_add_uint(tree, hf_frame, d->tvb, 0, 0, frame_number(l->at)));
}

static void capture_open(void)
{
    learned_count = 0;
}

void learned_register(void)
{
    static hf_register_info hf[] = {
        {&hf_name,
         {"Learned Name", "ipfix.learned.name", FT_STRING, BASE_NONE, NULL, 0,
          "What the exporter calls the element", HFILL}},
        {&hf_value,
         {"Learned Value", "ipfix.learned.value", FT_STRING, BASE_NONE, NULL, 0,
          "By the type that the exporter gives the element", HFILL}},
        {&hf_frame,
         {"Learned In Frame", "ipfix.learned.frame", FT_FRAMENUM, BASE_NONE, NULL, 0,
          "Where the exporter describes the element (RFC 5610)", HFILL}},
    };
    static int *const ett[] = {&ett_learned};

    fields = wmem_map_new(wmem_epan_scope(), g_str_hash, g_str_equal);
    fields_add(hf, array_length(hf));
    subtrees_add(ett, array_length(ett));
    register_init_routine(capture_open);
}
