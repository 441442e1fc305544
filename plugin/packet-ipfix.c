/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The way in: ports, preferences, and where messages begin in datagrams, streams and files.
 */
#include "packet-ipfix.h"

#include <wiretap/wtap.h>

#define YEAR_SECONDS (366 * 24 * 3600)
#define TIME_2001 978307200 /* no Export Time is older: IPFIX is not */
#define VERSION_AND_LENGTH 4u

int proto_ipfix = -1;
ws_bool pref_share_templates = TRUE;
ws_bool pref_later_templates = FALSE;
static ws_bool pref_enable = TRUE;
static ws_bool pref_desegment = TRUE;
static ws_bool pref_heuristic = TRUE;
static range_t *pref_ports;
static range_t *pref_tls_ports;

static int hf_quotation, ett_quotation;

static dissector_handle_t ipfix_handle;     /* datagrams, SCTP messages, records of a file */
static dissector_handle_t ipfix_tcp_handle; /* TCP, and TLS over it */

/* ---- where a message begins ---- */

/* The length that a message at p declares; 0 where none begins there, or where n octets do not tell. */
static uint32_t message_length(const uint8_t *p, uint32_t n)
{
    if (n < VERSION_AND_LENGTH || ipfix_be16(p) != IPFIX_VERSION)
        return 0;
    uint16_t length = ipfix_be16(p + 2);
    return length >= IPFIX_MSG_HEADER_LEN ? length : 0;
}

/* Between 2001 and a year after the capture, if the capture knows its time. */
static bool time_plausible(uint32_t export_time, const packet_info *pinfo)
{
    int64_t now = (int64_t)pinfo->abs_ts.secs;

    return export_time >= TIME_2001 && (now < TIME_2001 || export_time <= now + YEAR_SECONDS);
}

static bool set_known(const struct ipfix_set *set)
{
    return set->kind != IPFIX_SET_UNUSED && set->kind != IPFIX_SET_RESERVED;
}

/* The length of a message in whose sets nothing is wrong, else 0: what a heuristic can trust. */
static uint32_t sound_message(const uint8_t *p, uint32_t captured, uint32_t reported,
                              const packet_info *pinfo)
{
    struct ipfix_msg msg;
    struct ipfix_set set;
    unsigned sets = 0;

    if (ipfix_msg_open(&msg, p, captured, reported) != IPFIX_OK || msg.err.status != IPFIX_OK ||
        !time_plausible(msg.export_time, pinfo))
        return 0;
    for (; ipfix_set_next(&msg, &set) == IPFIX_OK; sets++)
        if (!set_known(&set))
            return 0;
    if (sets == 0 || (msg.err.status != IPFIX_OK && msg.err.status != IPFIX_TRUNCATED))
        return 0;
    return msg.length;
}

/* Can a stream that is out of step go on here?  There must be a header whose length leads to the
 * next one or to the end of the segment (RFC 5655 section 10.3).  Where it leads beyond, the first
 * set and the time must do. */
static bool resumes_at(const uint8_t *p, uint32_t n, const packet_info *pinfo)
{
    struct ipfix_msg msg;
    struct ipfix_set set;

    /* As if cut by a capture: a message may go on in the next segment. */
    if (message_length(p, n) == 0 || ipfix_msg_open(&msg, p, n, UINT16_MAX > n ? UINT16_MAX : n) != IPFIX_OK)
        return false;
    enum ipfix_status status = ipfix_set_next(&msg, &set);
    if (status == IPFIX_OK ? !set_known(&set) : status != IPFIX_END && status != IPFIX_TRUNCATED)
        return false;
    if (msg.length > n)
        return time_plausible(msg.export_time, pinfo);
    uint32_t rest = n - msg.length;
    const uint8_t *next = p + msg.length;
    return rest == 0 || (next[0] == 0 && (rest == 1 || next[1] == IPFIX_VERSION));
}

/* The messages of a frame so far, which may come in several calls. */
static unsigned *message_count(packet_info *pinfo)
{
    unsigned *seen = p_get_proto_data(pinfo->pool, pinfo, proto_ipfix, 0);

    if (seen == NULL) {
        frame_note(pinfo);
        seen = wmem_new0(pinfo->pool, unsigned);
        p_add_proto_data(pinfo->pool, pinfo, proto_ipfix, 0, seen);
    }
    return seen;
}

static unsigned message_number(packet_info *pinfo)
{
    return (*message_count(pinfo))++;
}

/* ---- datagrams, SCTP messages, records of a file ---- */

static enum ipfix_transport transport_of(const packet_info *pinfo)
{
    switch (pinfo->ptype) {
    case PT_UDP:
        return IPFIX_TRANSPORT_UDP;
    case PT_TCP:
        return IPFIX_TRANSPORT_TCP;
    case PT_SCTP:
        return IPFIX_TRANSPORT_SCTP;
    default:
        return IPFIX_TRANSPORT_FILE;
    }
}

/* Octets that belong to no message, below the message in front of them. */
static void trailing_octets(tvbuff_t *tvb, packet_info *pinfo, proto_item *message, struct session *session,
                            uint32_t domain, uint32_t off)
{
    struct dissection d = {.tvb = tvb,
                           .pinfo = pinfo,
                           .session = session,
                           .domain_known = true,
                           .domain = domain,
                           .everything = true};
    uint32_t left = tvb_reported_length(tvb) - off;
    proto_item *item = octets_draw(&d, proto_item_get_subtree(message), off, tvb_captured_length(tvb) - off,
                                   "Trailing octets", NULL);

    complain(&d, item, COMPLAINT_TRAILING, "%u octet%s after the end of the message", left,
             left == 1 ? "" : "s");
}

/* A message in an error report, or in a sampled packet, came before or will come, and is none of the session that its
 * addresses name: it is shown, and tells nothing. */
static int quotation_dissect(tvbuff_t *tvb, proto_tree *tree)
{
    uint32_t captured = tvb_captured_length(tvb);
    proto_item *item =
        proto_tree_add_protocol_format(tree, proto_ipfix, tvb, 0, -1, "IP Flow Information Export, quoted");
    proto_tree_add_item(proto_item_add_subtree(item, ett_quotation), hf_quotation, tvb, 0, -1, ENC_NA);

    if (captured >= IPFIX_MSG_HEADER_LEN && tvb_get_ntohs(tvb, 0) == IPFIX_VERSION)
        proto_item_append_text(item, ": Domain %u, Sequence Number %u", tvb_get_ntohl(tvb, 12),
                               tvb_get_ntohl(tvb, 8));
    return (int)captured;
}

static int dissect_datagram(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    uint32_t captured = tvb_captured_length(tvb), reported = tvb_reported_length(tvb);

    if (captured == 0)
        return 0;
    const uint8_t *p = tvb_get_ptr(tvb, 0, (int)captured);
    if (ipfix_is_netflow(p, captured))
        return call_dissector_only(find_dissector("cflow"), tvb, pinfo, tree, data);
    if (pinfo->flags.in_error_pkt)
        return quotation_dissect(tvb, tree);

    bool sctp = transport_of(pinfo) == IPFIX_TRANSPORT_SCTP;
    struct session *session = session_of(pinfo, transport_of(pinfo), sctp ? sctp_association(tvb, pinfo) : 0);
    uint32_t stream = sctp ? sctp_stream(tvb) : 0;
    for (uint32_t off = 0, next; off < captured; off = next) {
        uint32_t length = message_length(p + off, captured - off);
        /* A message that goes to the end, is cut, or cannot be gets all that is left. */
        next = length > 0 && length < captured - off ? off + length : captured;
        uint32_t after = message_length(p + next, captured - next);
        bool follows = after > 0 && reported - next >= IPFIX_MSG_HEADER_LEN;
        bool unclear = captured < reported && captured - next < VERSION_AND_LENGTH; /* cut by the capture */
        uint32_t limit = follows ? length : reported - off;
        tvbuff_t *sub =
            tvb_new_subset_length_caplen(tvb, (int)off, (int)MIN(captured - off, limit), (int)limit);
        proto_item *item = message_dissect(sub, pinfo, tree, session, message_number(pinfo), stream);
        if (follows || next == captured)
            continue;
        if (!unclear)
            trailing_octets(tvb, pinfo, item, session, tvb_get_ntohl(tvb, (int)off + 12), next);
        break;
    }
    return (int)captured;
}

/* ---- streams ---- */

/* Does this part of a stream follow octets that the capture left out?  Found at the first visit, which comes in
 * order of the stream, and remembered. */
static bool follows_cut(packet_info *pinfo, struct session *session)
{
    static bool yes = true;
    uint32_t key = FRAME_PART(*message_count(pinfo));

    if (!PINFO_FD_VISITED(pinfo) && session->stream_cut) {
        p_add_proto_data(wmem_file_scope(), pinfo, proto_ipfix, key, &yes);
        session->stream_cut = false;
    }
    return p_get_proto_data(wmem_file_scope(), pinfo, proto_ipfix, key) != NULL;
}

/* Go to the next header of a stream that is out of step, or to its end; where that is. */
static uint32_t step_find(struct dissection *d, proto_tree *tree, const uint8_t *p, uint32_t off, bool cut)
{
    uint32_t captured = tvb_captured_length(d->tvb);
    uint32_t next = off + 1;

    while (next < captured && !resumes_at(p + next, captured - next, d->pinfo))
        next++;
    col_set_str(d->pinfo->cinfo, COL_PROTOCOL, "IPFIX");
    col_add_fstr(d->pinfo->cinfo, COL_INFO, "Out of step, %u octet%s", next - off,
                 next - off == 1 ? "" : "s");
    proto_item *item = proto_tree_add_protocol_format(tree, proto_ipfix, d->tvb, (int)off, (int)(next - off),
                                                      "IP Flow Information Export, out of step");
    if (cut)
        complain(d, item, COMPLAINT_STATUS(IPFIX_TRUNCATED),
                 "Not captured: the beginning of the message that %u octets here belong to", next - off);
    else
        complain(d, item, COMPLAINT_OUT_OF_STEP, "%u octet%s before the next message header", next - off,
                 next - off == 1 ? "" : "s");
    if (!PINFO_FD_VISITED(d->pinfo))
        session_lose_count(d->session);
    return next;
}

/* Octets that are too few to tell, but may be the first of a header. */
static bool header_begins(const uint8_t *p, uint32_t n)
{
    return n < VERSION_AND_LENGTH && p[0] == 0 && (n == 1 || p[1] == IPFIX_VERSION);
}

static int dissect_stream(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    uint32_t captured = tvb_captured_length(tvb);

    if (captured == 0)
        return 0;
    if (pinfo->flags.in_error_pkt)
        return quotation_dissect(tvb, tree);
    uint32_t connection = find_or_create_conversation(pinfo)->conv_index;
    struct session *session = session_of(pinfo, IPFIX_TRANSPORT_TCP, connection);
    struct dissection d = {.tvb = tvb, .pinfo = pinfo, .session = session};
    const uint8_t *p = tvb_get_ptr(tvb, 0, (int)captured);
    bool wait = pref_desegment && pinfo->can_desegment;
    bool cut = follows_cut(pinfo, session), cut_here = captured < tvb_reported_length(tvb);
    for (uint32_t off = 0; off < captured;) {
        uint32_t left = captured - off;
        uint32_t length = message_length(p + off, left);
        if (length == 0 && !header_begins(p + off, left)) {
            bool excused = cut && off == 0;
            off = step_find(&d, tree, p, off, excused);
            cut_here = cut_here || (excused && off == captured); /* the message goes on */
            continue;
        }
        if (wait && (length == 0 || length > left)) {
            pinfo->desegment_offset = (int)off;
            pinfo->desegment_len = length == 0 ? DESEGMENT_ONE_MORE_SEGMENT : length - left;
            break;
        }
        /* What cannot be waited for looks as if a capture had cut it. */
        uint32_t declared = MAX(length, IPFIX_MSG_HEADER_LEN);
        tvbuff_t *sub = tvb_new_subset_length_caplen(tvb, (int)off, (int)MIN(left, declared), (int)declared);
        message_dissect(sub, pinfo, tree, session, message_number(pinfo), 0);
        cut_here = cut_here || declared > left;
        off += MIN(left, declared);
    }
    if (!PINFO_FD_VISITED(pinfo))
        session->stream_cut = cut_here;
    return (int)captured;
}

/* ---- ports that nobody claims ---- */

/* How many octets the sound messages have that begin at the first octet. */
static uint32_t sound_messages(tvbuff_t *tvb, const packet_info *pinfo)
{
    uint32_t captured = tvb_captured_length(tvb), reported = tvb_reported_length(tvb);
    uint32_t off = 0, length = 1;

    while (length > 0 && off < captured) {
        uint32_t left = captured - off;
        length = sound_message(tvb_get_ptr(tvb, (int)off, (int)left), left, reported - off, pinfo);
        off += length;
    }
    return off;
}

static ws_bool heuristic_datagram(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    if (!pref_enable || !pref_heuristic || pinfo->flags.in_error_pkt)
        return FALSE;
    uint32_t sound = sound_messages(tvb, pinfo);
    if (sound == 0 || sound != tvb_reported_length(tvb))
        return FALSE;
    /* From this frame on: earlier ones must look the same at every visit. */
    conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num,
                                                 ipfix_handle);
    return dissect_datagram(tvb, pinfo, tree, data) > 0;
}

static ws_bool heuristic_stream(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    if (!pref_enable || !pref_heuristic || pinfo->flags.in_error_pkt)
        return FALSE;
    uint32_t sound = sound_messages(tvb, pinfo), captured = tvb_captured_length(tvb);
    if (sound == 0)
        return FALSE;
    if (sound < captured) {
        const uint8_t *rest = tvb_get_ptr(tvb, (int)sound, (int)(captured - sound));
        if (message_length(rest, captured - sound) == 0 && !header_begins(rest, captured - sound))
            return FALSE;
    }
    conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num,
                                                 ipfix_tcp_handle);
    return dissect_stream(tvb, pinfo, tree, data) > 0;
}

/* ---- ports that are ours: Wireshark's own dissector for them steps back, and comes back ---- */

struct claim {
    const char *table;
    uint32_t number;
    dissector_handle_t ours;
    dissector_handle_t before; /* NULL: nobody */
};
static GArray *claims;

/* Make the default of a port ours, or what it was.  What the user set with Decode As stays. */
static void claim_settle(const struct claim *claim, bool ours)
{
    dissector_handle_t want = ours ? claim->ours : claim->before;
    dissector_table_t table = find_dissector_table(claim->table);

    if (dissector_get_default_uint_handle(claim->table, claim->number) == want)
        return;
    bool changed = dissector_is_uint_changed(table, claim->number);
    dissector_handle_t current = dissector_get_uint_handle(table, claim->number);
    if (want != NULL)
        dissector_add_uint(claim->table, claim->number, want);
    else
        dissector_delete_uint(claim->table, claim->number, claim->ours);
    if (changed)
        dissector_change_uint(claim->table, claim->number, current);
}

static void claims_settle(bool ours)
{
    for (unsigned i = 0; i < claims->len; i++)
        claim_settle(&g_array_index(claims, struct claim, i), ours);
}

static void claim_make(const char *table, uint32_t number, dissector_handle_t ours)
{
    struct claim claim = {table, number, ours, dissector_get_default_uint_handle(table, number)};

    g_array_append_val(claims, claim);
}

static void port_claim(uint32_t port, void *context _U_)
{
    claim_make("udp.port", port, ipfix_handle);
    claim_make("sctp.port", port, ipfix_handle);
    claim_make("tcp.port", port, ipfix_tcp_handle);
}

static void tls_port_claim(uint32_t port, void *context _U_)
{
    claim_make("tls.port", port, ipfix_tcp_handle);
    claim_make("tcp.port", port, find_dissector("tls"));
    claim_make("dtls.port", port, ipfix_handle);
    claim_make("udp.port", port, find_dissector("dtls"));
    claim_make("sctp.port", port, find_dissector("dtls"));
}

/* After each change of a preference. */
static void preferences_apply(void)
{
    claims_settle(false);
    g_array_set_size(claims, 0);
    claim_make("wtap_encap", WTAP_ENCAP_RAW_IPFIX, ipfix_handle);
    range_foreach(pref_ports, port_claim, NULL);
    range_foreach(pref_tls_ports, tls_port_claim, NULL);
    claims_settle(pref_enable);
    elements_apply();
}

/* ---- registration ---- */

static void capture_open(void)
{
    command_open();
    frames_open();
    sessions_open();
    joins_open();
    /* Disabling a protocol tells nobody, and cflow adds itself again whenever a preference of its own
     * changes: see to it that each capture finds the right one. */
    claims_settle(pref_enable && proto_is_protocol_enabled(find_protocol_by_id(proto_ipfix)));
}

static void preferences_register(void)
{
    module_t *module = prefs_register_protocol(proto_ipfix, preferences_apply);

    range_convert_str(wmem_epan_scope(), &pref_ports, "4739", UINT16_MAX);
    range_convert_str(wmem_epan_scope(), &pref_tls_ports, "4740", UINT16_MAX);
    prefs_register_bool_preference(module, "enable", "Take over IPFIX from CFLOW",
                                   "Show IPFIX with this dissector. If off, Wireshark's own CFLOW dissector"
                                   " shows it, as without this plugin.",
                                   &pref_enable);
    prefs_register_range_preference(module, "ports", "Ports",
                                    "UDP, TCP and SCTP ports that collectors listen on (default: 4739)",
                                    &pref_ports, UINT16_MAX);
    prefs_register_range_preference(module, "tls_ports", "TLS and DTLS ports",
                                    "TCP ports with IPFIX over TLS, UDP and SCTP ports with IPFIX over DTLS"
                                    " (default: 4740)",
                                    &pref_tls_ports, UINT16_MAX);
    prefs_register_bool_preference(
        module, "desegment", "Reassemble messages that span TCP segments",
        "Needs \"Allow subdissector to reassemble TCP streams\" in the TCP preferences"
        " as well",
        &pref_desegment);
    prefs_register_bool_preference(
        module, "heuristic", "Find IPFIX on other ports",
        "Take traffic on ports that no other dissector claims for IPFIX if version,"
        " lengths, set numbers and export time all fit",
        &pref_heuristic);
    prefs_register_bool_preference(
        module, "later_templates", "Use templates that come later",
        "Decode data that was captured before its template with the template that follows."
        " Takes effect from the second look at a packet, and is a guess: the exporter"
        " may have used other fields before.",
        &pref_later_templates);
    prefs_register_bool_preference(
        module, "share_templates", "Use templates from other source ports",
        "Over UDP, decode data whose template was never sent from the same source port with"
        " the latest one that the exporter sent from another. Such data says so.",
        &pref_share_templates);
    given_register(module);
    elements_register(module);
    prefs_register_bool_preference(
        module, "inner_packets", "Lay out sampled packets",
        "Show the packet whose first octets a record carries (elements 104, 313, 315"
        " and 316) with Wireshark's own dissectors, below the element",
        &pref_inner_packets);
    prefs_register_bool_preference(
        module, "cflow_names", "Answer to CFLOW's field names",
        "Where a filter or a column asks for a field of Wireshark's own CFLOW dissector,"
        " such as cflow.srcaddr, give it the value that it has there; man ipfix says which answer",
        &pref_cflow_names);
}

static void end(void)
{
    g_array_free(claims, TRUE);
    elements_forget();
    given_forget();
    command_forget();
}

static void quotation_register(void)
{
    static hf_register_info hf[] = {
        {&hf_quotation,
         {"Quoted Octets", "ipfix.quoted", FT_BYTES, BASE_NONE, NULL, 0,
          "A message in an error report or a sampled packet, which is none of its session", HFILL}},
    };
    static int *const ett[] = {&ett_quotation};

    fields_add(hf, array_length(hf));
    subtrees_add(ett, array_length(ett));
}

void protocol_register(void)
{
    proto_ipfix = proto_register_protocol("IP Flow Information Export", "IPFIX", "ipfix");
    ipfix_handle = register_dissector("ipfix", dissect_datagram, proto_ipfix);
    ipfix_tcp_handle = register_dissector("ipfix.tcp", dissect_stream, proto_ipfix);
    preferences_register();
    quotation_register();
    fields_register();
    learned_register();
    message_register();
    records_register();
    derived_register();
    display_register();
    inner_register();
    taps_register();
    complaints_register(expert_register_protocol(proto_ipfix));
    register_init_routine(capture_open);
    register_cleanup_routine(sessions_close);
    register_cleanup_routine(frames_close);
    register_shutdown_routine(end);
}

void protocol_handoff(void)
{
    claims = g_array_new(FALSE, FALSE, sizeof(struct claim));
    aliases_find();
    taps_handoff();
    preferences_apply();
    heur_dissector_add("udp", heuristic_datagram, "IPFIX over UDP", "ipfix_udp", proto_ipfix,
                       HEURISTIC_ENABLE);
    heur_dissector_add("sctp", heuristic_datagram, "IPFIX over SCTP", "ipfix_sctp", proto_ipfix,
                       HEURISTIC_ENABLE);
    heur_dissector_add("tcp", heuristic_stream, "IPFIX over TCP", "ipfix_tcp", proto_ipfix, HEURISTIC_ENABLE);
}
