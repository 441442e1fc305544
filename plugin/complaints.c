/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Everything that can be wrong with a message, each with a filter name of its own, `ipfix.expert.NAME`.
 * None is of Wireshark's group "Malformed": that would mark the packet as one that this dissector failed at.
 * Errors: octets cannot be read as declared.  Warnings: a rule is broken and reading goes on.  Notes: remarks.
 */
#include "packet-ipfix.h"

#include <epan/column-info.h>
#include <epan/tap.h>
#include <wsutil/str_util.h>

struct complaint_kind {
    const char *filter;
    int group;
    int severity;
    const char *summary; /* NULL: the text of the codec's status */
};

static const struct complaint_kind kinds[COMPLAINT_COUNT] = {
    [-IPFIX_TRUNCATED] = {"truncated", PI_UNDECODED, PI_NOTE, "The capture ends before the declared length"},
    [-IPFIX_MSG_VERSION] = {"version", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_MSG_HEADER] = {"message_header", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_MSG_LENGTH] = {"message_length", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_MSG_PAST_END] = {"message_past_end", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_SET_HEADER] = {"set_header", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_SET_LENGTH] = {"set_length", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_SET_PAST_END] = {"set_past_end", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_TEMPLATE_HEADER] = {"template_header", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_TEMPLATE_ID] = {"template_id", PI_PROTOCOL, PI_WARN, NULL},
    [-IPFIX_TEMPLATE_SCOPE_ZERO] = {"template_scope_zero", PI_PROTOCOL, PI_WARN, NULL},
    [-IPFIX_TEMPLATE_SCOPE] = {"template_scope", PI_PROTOCOL, PI_WARN, NULL},
    [-IPFIX_TEMPLATE_PAST_SET] = {"template_past_set", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_TEMPLATE_EMPTY] = {"template_empty", PI_PROTOCOL, PI_WARN, NULL},
    [-IPFIX_TEMPLATE_ZEROS] = {"template_zeros", PI_PROTOCOL, PI_WARN, NULL},
    [-IPFIX_WITHDRAW_WRONG_SET] = {"withdrawal_wrong_set", PI_PROTOCOL, PI_WARN, NULL},
    [-IPFIX_STORE_FULL] = {"template_limit", PI_PROTOCOL, PI_WARN, NULL},
    [-IPFIX_FIELD_PAST_SET] = {"field_past_set", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_FIELD_PAST_LIST] = {"field_past_list", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_VALUE_LENGTH] = {"value_length", PI_PROTOCOL, PI_WARN, NULL},
    [-IPFIX_VALUE_BOOLEAN] = {"value_boolean", PI_PROTOCOL, PI_WARN, NULL},
    [-IPFIX_VALUE_UTF8] = {"value_utf8", PI_PROTOCOL, PI_WARN, NULL},
    [-IPFIX_VALUE_RANGE] = {"value_range", PI_PROTOCOL, PI_WARN, NULL},
    [-IPFIX_LIST_HEADER] = {"list_header", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_LIST_ITEM_EMPTY] = {"list_item_empty", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_LIST_LENGTH] = {"list_length", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_LIST_BLOCK] = {"list_block", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_LIST_BLOCK_PAST] = {"list_block_past", PI_PROTOCOL, PI_ERROR, NULL},
    [-IPFIX_LIST_DEPTH] = {"list_depth", PI_UNDECODED, PI_WARN, NULL},
    [COMPLAINT_WITHDRAWAL] = {"withdrawal", PI_PROTOCOL, PI_NOTE, "Template withdrawn"},
    [COMPLAINT_WITHDRAWAL_IGNORED] = {"withdrawal_ignored", PI_PROTOCOL, PI_WARN,
                                      "Template withdrawal over UDP, ignored"},
    [COMPLAINT_WITHDRAWAL_NOT_HELD] = {"withdrawal_not_held", PI_PROTOCOL, PI_NOTE,
                                       "Withdrawal of a template that is not held"},
    [COMPLAINT_TEMPLATE_REPEATED] = {"template_repeated", PI_PROTOCOL, PI_NOTE,
                                     "Same template again over a reliable transport"},
    [COMPLAINT_TEMPLATE_CHANGED] = {"template_changed", PI_PROTOCOL, PI_NOTE, "Template changed"},
    [COMPLAINT_TEMPLATE_CHANGED_LIVE] = {"template_changed_live", PI_PROTOCOL, PI_WARN,
                                         "Template changed without withdrawal"},
    [COMPLAINT_TEMPLATE_KIND] = {"template_kind", PI_PROTOCOL, PI_WARN,
                                 "Template and options template have one number"},
    [COMPLAINT_TEMPLATE_MISSING] = {"template_missing", PI_UNDECODED, PI_WARN, "Template not seen"},
    [COMPLAINT_TEMPLATE_OTHER_PORT] = {"template_other_port", PI_ASSUMPTION, PI_NOTE,
                                       "Template taken from another source port of the exporter"},
    [COMPLAINT_TEMPLATE_LATER] = {"template_later", PI_ASSUMPTION, PI_NOTE,
                                  "Decoded with a template that only comes later"},
    [COMPLAINT_TEMPLATE_GIVEN] = {"template_given", PI_ASSUMPTION, PI_NOTE,
                                  "Decoded with a template of the template file"},
    [COMPLAINT_TEMPLATE_GIVEN_SEVERAL] = {"template_given_several", PI_ASSUMPTION, PI_WARN,
                                          "Decoded with the last of several templates of the template file"},
    [COMPLAINT_SET_UNUSED] = {"set_unused", PI_PROTOCOL, PI_WARN, "Set number is not used in IPFIX"},
    [COMPLAINT_SET_RESERVED] = {"set_reserved", PI_PROTOCOL, PI_WARN, "Set number is reserved"},
    [COMPLAINT_SET_EMPTY] = {"set_empty", PI_PROTOCOL, PI_NOTE, "Set has no records"},
    [COMPLAINT_PADDING] = {"padding", PI_PROTOCOL, PI_WARN, "Padding is not zero"},
    [COMPLAINT_PEN_ZERO] = {"pen_zero", PI_PROTOCOL, PI_WARN, "Enterprise number 0 is reserved"},
    [COMPLAINT_ELEMENT_ZERO] = {"element_zero", PI_PROTOCOL, PI_WARN, "Element number 0 is reserved"},
    [COMPLAINT_NOT_REVERSIBLE] = {"not_reversible", PI_PROTOCOL, PI_WARN, "Element has no reverse"},
    [COMPLAINT_CLOCK] = {"clock", PI_PROTOCOL, PI_WARN, "Export time is far from the capture time"},
    [COMPLAINT_SEQUENCE_GAP] = {"sequence_gap", PI_SEQUENCE, PI_WARN, "Data records are missing"},
    [COMPLAINT_SEQUENCE_LATE] = {"sequence_late", PI_SEQUENCE, PI_WARN, "Late message"},
    [COMPLAINT_SEQUENCE_DUPLICATE] = {"sequence_duplicate", PI_SEQUENCE, PI_WARN,
                                      "Duplicate message or records counted already"},
    [COMPLAINT_SEQUENCE_RESTART] = {"sequence_restart", PI_SEQUENCE, PI_WARN, "Exporter restarted its count"},
    [COMPLAINT_SEQUENCE_HABIT] = {"sequence_habit", PI_SEQUENCE, PI_WARN,
                                  "Exporter counts otherwise than RFC 7011"},
    [COMPLAINT_FLOW_TIME] = {"flow_time", PI_PROTOCOL, PI_WARN, "Flow times do not go with the Export Time"},
    [COMPLAINT_FLOW_BACKWARDS] = {"flow_backwards", PI_PROTOCOL, PI_WARN, "Flow ends before it starts"},
    [COMPLAINT_FLOW_KEY] = {"flow_key", PI_PROTOCOL, PI_NOTE, "Flow key beyond the fields of its template"},
    [COMPLAINT_REPORTED_LOSS] = {"reported_loss", PI_SEQUENCE, PI_NOTE,
                                 "The exporter says that it left data out"},
    [COMPLAINT_NO_SELECTOR] = {"application_selector", PI_PROTOCOL, PI_WARN,
                               "Application number has no selector"},
    [COMPLAINT_LIST_ELEMENT] = {"list_element", PI_PROTOCOL, PI_WARN,
                                "List holds another element than its own"},
    [COMPLAINT_CHECKSUM] = {"checksum", PI_CHECKSUM, PI_WARN, "Message checksum does not match"},
    [COMPLAINT_OUT_OF_STEP] = {"out_of_step", PI_PROTOCOL, PI_WARN, "Octets before the next message header"},
    [COMPLAINT_TRAILING] = {"trailing", PI_PROTOCOL, PI_WARN, "Octets after the end of the message"},
};

static expert_field fields[COMPLAINT_COUNT];
static ei_register_info registrations[COMPLAINT_COUNT];
static unsigned registered;
static int hf_expert; /* Wireshark's own _ws.expert */
static int expert_tap;

void complaints_register(expert_module_t *expert)
{
    for (int i = 0; i < COMPLAINT_COUNT; i++) {
        const struct complaint_kind *kind = &kinds[i];
        if (kind->filter == NULL)
            continue;
        fields[i] = (expert_field)EI_INIT;
        registrations[registered++] = (ei_register_info){
            &fields[i],
            {wmem_strdup_printf(wmem_epan_scope(), "ipfix.expert.%s", kind->filter), kind->group,
             kind->severity, kind->summary ? kind->summary : ipfix_strstatus((enum ipfix_status)(-i)),
             EXPFILL}};
    }
    expert_register_field_array(expert, registrations, (int)registered);
}

/* Who is at fault, as far as that is known: a file has no exporter, a broken header no domain. */
static const char *source_make(const struct dissection *d)
{
    wmem_allocator_t *pool = d->pinfo->pool;
    const char *domain = d->domain_known ? wmem_strdup_printf(pool, "domain %u", d->domain) : "";

    if (d->session->transport == IPFIX_TRANSPORT_FILE)
        return d->domain_known ? wmem_strdup_printf(pool, " (%s)", domain) : "";
    return wmem_strdup_printf(pool, " (exporter %s%s%s)", exporter_text(pool, d->session),
                              d->domain_known ? ", " : "", domain);
}

/* The same for all complaints of a message, which may have thousands. */
static const char *source_text(struct dissection *d)
{
    if (d->source == NULL)
        d->source = source_make(d);
    return d->source;
}

/* Of one kind in one message: nobody reads more, and octets that each earn one would cost more to show than all
 * else that octets can be. */
#define COMPLAINTS_MAX 100u

void complain(struct dissection *d, proto_item *item, enum complaint what, const char *format, ...)
{
    va_list args;

    if (d->nobody_looks)
        return;
    if (d->complaints == NULL)
        d->complaints = wmem_alloc0_array(d->pinfo->pool, uint8_t, COMPLAINT_COUNT);
    if (d->complaints[what] == COMPLAINTS_MAX)
        return;
    bool last = ++d->complaints[what] == COMPLAINTS_MAX;
    va_start(args, format);
    const char *text = wmem_strdup_vprintf(d->pinfo->pool, format, args);
    va_end(args);
    expert_add_info_format(d->pinfo, item, &fields[what], "%s%s%s", text,
                           last ? "; no more of this kind are told in this message" : "", source_text(d));
    if (d->aliases)
        alias_complaint(d, item, what);
}

void complain_of(struct dissection *d, proto_item *item, const struct ipfix_error *err)
{
    const char *what = ipfix_strstatus(err->status);

    if (err->status == IPFIX_TRUNCATED && d->short_of_octets)
        return; /* the message's length was complained of */
    if (err->status == IPFIX_TRUNCATED)
        complain(d, item, COMPLAINT_STATUS(err->status),
                 "Not captured: %u octets are declared here, %u are there", err->want, err->have);
    else if (err->want > 0)
        complain(d, item, COMPLAINT_STATUS(err->status), "%c%s: wants %u octets, has %u",
                 g_ascii_toupper(what[0]), what + 1, err->want, err->have);
    else
        complain(d, item, COMPLAINT_STATUS(err->status), "%c%s", g_ascii_toupper(what[0]), what + 1);
}

/* Does the packet list have a column of severities?  They fill it where complaints are made. */
static bool column_shows_severity(const packet_info *pinfo)
{
    return pinfo->cinfo != NULL && pinfo->cinfo->col_first[COL_EXPERT] >= 0;
}

bool complaints_wanted(const packet_info *pinfo, proto_tree *tree)
{
    if (hf_expert == 0) {
        hf_expert = proto_registrar_get_id_byname("_ws.expert");
        expert_tap = find_tap_id("expert");
    }
    if (have_tap_listener(expert_tap) || column_shows_severity(pinfo))
        return true;
    if (tree == NULL)
        return false;
    if (hf_expert > 0 && proto_field_is_referenced(tree, hf_expert))
        return true;
    for (unsigned i = 0; i < registered; i++)
        if (proto_field_is_referenced(tree, registrations[i].ids->hf))
            return true;
    return false;
}
