/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the parts of the plugin know of each other.
 */
#ifndef PACKET_IPFIX_H
#define PACKET_IPFIX_H

#include "ws_compat.h"

#include <ipfix/ipfix.h>
#include <stdio.h>

/* ---- packet-ipfix.c: ports, framing, preferences ---- */

/* Under what Wireshark keeps things for a frame: the number of a message, from 0, or one of these. */
#define FRAME_ASSOCIATION ((uint32_t)INT32_MAX)
#define FRAME_PART(n) (UINT32_MAX - (n)) /* a part of a stream, before which n messages were in the frame */

extern int proto_ipfix;
extern ws_bool pref_share_templates; /* use UDP templates from other source ports of an exporter */
extern ws_bool pref_inner_packets;   /* lay out sampled packets */
extern ws_bool pref_later_templates; /* decode with a template that only comes later */

void protocol_register(void);
void protocol_handoff(void);

/* ---- frames.c: frames in order ---- */

/* Called when a capture is opened and closed. */
void frames_open(void);
void frames_close(void);
/* Called where the first message of a frame begins. */
void frame_note(const packet_info *pinfo);
/* Which frame of all is it, dropped ones counted?  Its number, where none was dropped. */
uint32_t frame_place(const packet_info *pinfo);
/* The number of the frame of a position. */
uint32_t frame_number(ipfix_pos at);

/* ---- command.c: what the command line says ---- */

/* Has any of its words the name of a field that begins so?  Such as are registered; where words cannot be read, no. */
bool command_names_field(const char *beginning);
/* Called when a capture is opened, and when Wireshark ends. */
void command_open(void);
void command_forget(void);
/* Is the tree called seen although all that anybody sees of it are fields that the command line names?  Then hide
 * it, and have these fields asked for, as Wireshark 4.4 and later do; show it again when IPFIX has been drawn. */
bool tree_hide(proto_tree *tree);
/* Does anybody see the texts of this tree's items, or values alone?  That of the protocol is another matter. */
bool texts_are_seen(proto_tree *tree);

/* ---- session.c: who exports to whom, and the templates of each Transport Session ---- */

/* One direction of a conversation, or a file (RFC 7011 section 2).  Lives as long as the capture is open. */
struct session {
    enum ipfix_transport transport;
    struct ipfix_store *store; /* read it freely, write it with session_put */
    address exporter;
    address collector;
    uint32_t exporter_port;
    uint32_t collector_port;
    uint32_t connection; /* TCP and SCTP: tells connections between the same ports apart */
    uint32_t number; /* from 1, in order of appearance; 0: stands for many, so nothing may be kept of it */
    uint32_t peers;  /* number of the pair of exporter and collector, ports left out */
    int64_t
        clock_ahead; /* seconds that the exporter's clock was ahead of the capture's when that was last said */
    bool stream_lost;      /* SCTP: a message came on a stream that cannot be known */
    bool stream_cut;       /* TCP: the capture left out octets, so what comes next may begin in mid message */
    uint32_t losses;       /* messages that could not be read, of whatever domain */
    GHashTable *sequences; /* (domain, stream) -> struct ipfix_sequence */
    enum ipfix_sequence_habit habit; /* what a domain showed that the exporter counts */
    wmem_map_t *joins;               /* what options data said; NULL: nothing */
    wmem_map_t *learned;             /* elements that the exporter defined; NULL: none */
};

/* Called when a capture is opened and closed. */
void sessions_open(void);
void sessions_close(void);
/* The session that a packet belongs to, made at its first packet.  Never NULL.  Connections end, and their
 * templates with them (RFC 7011 section 8.1): another one between the same ports is another session. */
struct session *session_of(packet_info *pinfo, enum ipfix_transport transport, uint32_t connection);
/* "192.0.2.1:50000", "[2001:db8::1]:50000", "file". */
const char *exporter_text(wmem_allocator_t *scope, const struct session *s);
/* The same with the collector: "192.0.2.1:50000 > 198.51.100.1:4739". */
const char *peers_text(wmem_allocator_t *scope, const struct session *s);
/* All sessions in order of their numbers: struct session *. */
const GPtrArray *sessions_all(void);

/* Take in a template record: ipfix_store_put, and known to the exporter's other sessions. */
enum ipfix_status session_put(struct session *s, uint32_t domain, const struct ipfix_template_rec *rec,
                              ipfix_pos at);
/* The template in force just before a position.  Over UDP, where this session never defined the
 * number, one from another source port of the same exporter will do (pref_share_templates); then
 * *from is that session, else NULL.  Where there is none, the next one behind the position will do as
 * well (pref_later_templates), and else one that the user gave, unless the number was withdrawn. */
const struct ipfix_template *session_template(const struct session *s, uint32_t domain, uint16_t id,
                                              ipfix_pos at, const struct session **from);
/* Was a definition of this number refused, before a position?  Then *when is where that was first. */
bool session_refused(const struct session *s, uint32_t domain, uint16_t id, ipfix_pos at, ipfix_pos *when);
/* Was the same template record refused before a position? */
bool session_refused_alike(const struct session *s, uint32_t domain, const struct ipfix_template_rec *rec,
                           ipfix_pos at);
/* The tracker of a domain (and SCTP stream, else 0), made at first use; it supposes the session's habit.
 * Once a stream was unknown, nothing in this session can be counted on, and every tracker starts anew. */
struct ipfix_sequence *session_sequence(struct session *s, uint32_t domain, uint32_t stream);
/* A message could not be read, of whatever domain: no Sequence Number that comes next is foretold. */
void session_lose_count(struct session *s);

/* ---- sctp.c: the stream and the association of a message over SCTP ---- */

/* The stream of a message that came in fragments: Wireshark does not say. */
#define STREAM_UNKNOWN UINT32_MAX
uint32_t sctp_stream(tvbuff_t *tvb);
/* Which association between its ports is a message of, from 0?  What came in fragments goes with what was before it.
 * Found at the first visit, and remembered unless it is the only one. */
uint32_t sctp_association(tvbuff_t *tvb, packet_info *pinfo);

/* ---- given.c: templates in a file ---- */

/* Registers the preference for them. */
void given_register(module_t *module);
void given_forget(void); /* when Wireshark ends */
/* The one of a domain and number, or NULL. */
const struct ipfix_template *given_template(uint32_t domain, uint16_t id);
/* How many there were in the file, each another than the one before; the last is the one. */
unsigned given_definitions(uint32_t domain, uint16_t id);
/* Is a template one of these? */
bool given_is(const struct ipfix_template *tmpl);
/* Save the templates of all sessions as such a file. */
void given_save(const char *name);

/* ---- message.c: one message as tree, columns and complaints ---- */

/* The first numbers of a kind, as text for one line; text NULL: nobody looks. */
struct numbers {
    uint32_t count;
    wmem_strbuf_t *text;
};

/* A message while it is shown: what everything below it needs to know. */
struct dissection {
    tvbuff_t *tvb; /* codec offsets are offsets in here */
    packet_info *pinfo;
    struct session *session;
    bool domain_known; /* false: no header could be read */
    uint32_t domain;
    uint32_t export_time;
    const char *source;  /* who is at fault, for complaints; NULL: none was made */
    uint8_t *complaints; /* how many there are of each kind; NULL: none */
    uint32_t frame;      /* its number */
    uint32_t place;      /* its place among all, see frames.c */
    uint32_t nth;        /* message of the frame, from 0 */
    uint32_t records;    /* data records so far, those inside lists not counted */
    uint32_t options;    /* those of them that are options data */
    uint32_t templates;
    struct numbers defined, withdrawn, sets; /* templates; sets without those of templates */
    uint32_t unread_sets;                    /* data sets whose records could not be counted */
    bool short_of_octets; /* the message is cut, by its datagram or the capture, and that was said */
    bool counted;         /* every data record so far could be counted */
    bool nobody_looks;    /* no tree, no filter, no tap that shows complaints */
    bool aliases;         /* somebody asks for names of CFLOW */
    bool texts;           /* somebody sees the texts of items */
    bool checksum_seen;   /* a checksum of the message: no second one can hold */
    bool clock_is_off;    /* the Export Time is far from the capture time: no measure for other times */
    bool everything; /* draw all fields, judge all values: the tree is seen, or complaints are asked for */
};

/* The position of an octet of the message. */
static inline ipfix_pos position_of(const struct dissection *d, uint32_t off)
{
    return ipfix_pos_make(d->place, d->nth, off);
}

/* Seconds.  An Export Time further than this from the capture time is worth a word, and so are flows that end so long
 * after it: less than any time zone is off. */
#define CLOCK_TOLERANCE 600
/* "3 days", "29 min 58 s" */
const char *span_text(wmem_allocator_t *scope, int64_t seconds);
void message_register(void);
/* Show and take in the message that starts at octet 0 of tvb; nth counts the messages of this
 * frame from 0; stream is the SCTP stream, STREAM_UNKNOWN, or 0.  What follows the message's length in
 * tvb is left alone.  Draws the protocol item itself and returns it (NULL without a tree), so that
 * what follows the message can be complained of there. */
proto_item *message_dissect(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, struct session *session,
                            unsigned nth, uint32_t stream);
/* The template of records, of a set or in a list, or NULL.  Says so where it is a guess: one from another port,
 * one that only comes later, or one that the user gave.  tree: for a link to where it was defined; NULL: without. */
const struct ipfix_template *template_find(struct dissection *d, proto_tree *tree, proto_item *item,
                                           const struct ipfix_set *set);
/* Records, of a set or in a list, whose template is missing: their octets, and what is known of the template. */
void missing_template_dissect(struct dissection *d, proto_tree *tree, proto_item *item,
                              const struct ipfix_set *set);
/* Complain of a length that no value of the element can have. */
void length_complain(struct dissection *d, proto_item *item, const struct ipfix_spec *spec, uint32_t len);
/* The rules for a Field Specifier, of a template or of a list's header, whose parts the items show. */
void spec_check(struct dissection *d, const struct ipfix_spec *spec, proto_item *id, proto_item *length,
                proto_item *pen);
/* Note that how many records a set has cannot be known. */
void set_count_unknown(struct dissection *d);
/* The octets behind the last record of a set or the last template of a template set. */
void padding_dissect(struct dissection *d, proto_tree *tree, const struct ipfix_reader *left);

/* ---- records.c: data records, lists and what is in them ---- */

void records_register(void);
/* Draw and count the records of a data set. */
void records_dissect(struct dissection *d, proto_tree *tree, proto_item *item, const struct ipfix_set *set,
                     const struct ipfix_template *tmpl);
/* The value of a field, also where only its length is against the rules; false where its octets are none. */
bool value_read(const struct dissection *d, const struct ipfix_field *f, struct ipfix_value *v);

/* ---- joins.c: what options data says of other records ---- */

enum join_kind {
    JOIN_INTERFACE,
    JOIN_APPLICATION,
    JOIN_VRF,
    JOIN_CLASS,
    JOIN_SAMPLER,
    JOIN_SELECTOR,
    JOIN_SEQUENCE, /* of selectors */
    JOIN_SAMPLING, /* of the domain, or of an interface */
    JOIN_BOOT,     /* of the domain */
    JOIN_MIB,      /* of a field of a template */
    JOIN_COMMON    /* properties that flows have in common */
};

struct join_fact {
    ipfix_pos at;             /* of the options record */
    uint32_t scope;           /* stands for all that it is about besides the key */
    bool unclear;             /* several things have this key */
    const char *name;         /* interface, application, VRF, class; an OID in digits */
    const char *label;        /* what an OID is called; NULL: not said */
    uint64_t sampled, out_of; /* sampler, selector, sampling; 0 and 0: a filter */
    int64_t ns;               /* boot: since 1970 */
    unsigned hash;            /* of the octets, also of those that are not kept */
    /* Common properties: the options record, where it is kept.  A sequence has the numbers of its selectors. */
    const struct ipfix_template *tmpl;
    const uint8_t *octets;
    uint32_t len;
};

/* What one record says of sampling (elements 34, 50, 305, 306, 309, 310 and 311); 0: nothing. */
struct sampling {
    uint64_t sampling_interval, random_interval, interval, space, size, population;
    double probability;
    bool has_space;
};

/* False: the element, of IANA, says nothing of sampling. */
bool sampling_note(struct sampling *s, uint16_t id, const struct ipfix_value *v);
/* So many packets out of so many; false where the record does not say. */
bool sampling_rate(const struct sampling *s, uint64_t *sampled, uint64_t *out_of);

/* Called when a capture is opened. */
void joins_open(void);
/* Take in a set of options data; once, at the first visit. */
void joins_learn(struct dissection *d, const struct ipfix_set *set, const struct ipfix_template *tmpl);
/* What was said last before octet off of this message, of the thing that key names (NULL: the domain); or NULL. */
const struct join_fact *join_find(const struct dissection *d, enum join_kind kind,
                                  const struct ipfix_field *key, uint32_t off);
/* The same of a Selection Sequence, with the rate that its selectors make together. */
const struct join_fact *join_find_sequence(const struct dissection *d, const struct ipfix_field *key,
                                           uint32_t off, uint64_t *sampled, uint64_t *out_of);
/* The same of the MIB object that a field holds, by its index in a template (RFC 8038 section 5.3.1). */
const struct join_fact *join_find_mib(const struct dissection *d, const struct ipfix_template *tmpl,
                                      uint32_t index, uint32_t off);

/* ---- inner.c: sampled packets inside records ---- */

void inner_register(void);
/* Lay out the packet in a section, below its item; frame_type is element 408 or 0, frame_size element 312 or 0. */
void inner_dissect(struct dissection *d, proto_item *item, const struct ipfix_field *section,
                   uint64_t frame_type, uint32_t frame_size);

/* ---- text.c: texts of items, put together ---- */

/* Set len to 0 to begin; there is room for more than Wireshark keeps of an item's text, the rest is left out. */
struct text {
    size_t len;
    char octets[512];
};

void text_add(struct text *t, const char *more);
void text_add_octets(struct text *t, const char *more, size_t len);
void text_add_number(struct text *t, uint64_t number);
/* With as many of these before it as make it so wide, up to 20. */
void text_add_padded(struct text *t, uint32_t number, unsigned width, char pad);
void text_add_ipv4(struct text *t, const uint8_t *octets);
/* What was added, as a string that lives as long as t. */
const char *text_of(struct text *t);
/* Make it the text of an item. */
void text_show(struct text *t, proto_item *item);

/* ---- notes.c: what a record says, noted while its fields are read ---- */

enum { PEN_CISCO = 9 };

#define MILLISECOND INT64_C(1000000) /* in nanoseconds, as all times here */

enum flow_clock { CLOCK_NONE, CLOCK_CALENDAR, CLOCK_UPTIME, CLOCK_DELTA };

struct flow_end {
    enum flow_clock clock;
    int64_t ns;      /* since 1970, since boot, or since the export time */
    int64_t unit;    /* nanoseconds: the element tells no shorter time */
    bool worked_out; /* from the other end and the duration */
    proto_item *item;
};

/* Of two the greater one counts: totals run on from record to record, and cannot be added up. */
enum count_kind { COUNT_NONE, COUNT_TOTAL, COUNT_DELTA };

struct count {
    enum count_kind kind;
    uint64_t value;
};

/* What one record has told so far. */
struct derivation {
    struct dissection *d;
    const struct ipfix_template *tmpl;
    struct flow_end start, end;
    int64_t boot_ns, duration_ns; /* elements 160, and 161 or 162 */
    bool boot_known, duration_known;
    proto_item *duration_item;
    uint32_t protocol;
    const struct ipfix_names *protocol_names; /* NULL: no protocol is in the record */
    uint32_t source_port_value, port_value;
    const char *event_detail;                       /* which quota or threshold */
    const char *event;                              /* of NAT or a firewall, NULL: none */
    uint32_t nat_source_port_value, nat_port_value; /* after NAT */
    uint32_t range_first, range_last;               /* elements 361 and 362 */
    const char *report;      /* what options data of a standard template tells, NULL: none */
    uint32_t icmp_type_code; /* as in element 32 */
    bool icmp_is_v6;
    uint32_t enterprise, template_id; /* elements 346 and 145, or 0 */
    uint64_t flow_keys;               /* element 173 */
    bool has_flow_keys;
    proto_item *flow_keys_item;
    uint32_t enterprise_next;  /* index of the next element 346, once it is wanted ... */
    uint32_t enterprise_ahead; /* ... and its value */
    struct count octets, packets, reverse_octets, reverse_packets; /* reverse: of the way back */
    struct sampling sampling;
    uint32_t off; /* of the record */
    /* data NULL: not in the record */
    struct ipfix_field source_port, port, icmp_type, icmp_code, ingress, egress, application, ingress_vrf,
        egress_vrf, class, sampler, selector, sequence, section, source, destination, common, nat_source,
        nat_destination, nat_source_port, nat_port, range;
    proto_item *section_item;
    uint32_t section_begin, section_octets; /* elements 409 and 410 (RFC 7133 section 3.2) or 0 */
    uint64_t frame_type;
    uint32_t frame_size;
};

void derivation_open(struct derivation *facts, struct dissection *d, const struct ipfix_template *tmpl,
                     uint32_t off);
/* value: NULL for a list; item: NULL where nothing is drawn. */
void derivation_note(struct derivation *facts, const struct ipfix_field *field,
                     const struct ipfix_value *value, proto_item *item);
/* The template that a record is about, or NULL. */
const struct ipfix_template *template_named(const struct derivation *facts);

/* ---- times.c: when a flow began and ended, and how long it took ---- */

/* Nanoseconds since 1970; false where they do not fit. */
bool time_ns(const struct ipfix_time *t, int64_t *ns);
/* The way back, before 1970 too. */
struct ipfix_time time_of_ns(int64_t ns);
/* Once all fields are noted: the end of the flow that the record does not tell. */
void ends_work_out(struct derivation *facts);
/* The calendar time of one end of a flow, where it is not in the record as such; false: nobody knows. */
bool calendar_ns(const struct derivation *facts, const struct flow_end *end, int64_t *ns);
/* The same, in the record or not. */
bool end_ns(const struct derivation *facts, const struct flow_end *end, int64_t *ns);
bool duration_ns(const struct derivation *facts, int64_t *ns);

/* ---- icmp.c: type and code of ICMP ---- */

bool is_icmp(const struct derivation *facts);
/* Once all fields are noted: is there ICMP, and what type and code? */
void icmp_read(struct derivation *facts);
/* NULL: they have none. */
const char *icmp_type_name(const struct derivation *facts);
const char *icmp_code_name(const struct derivation *facts);
/* Of both: "Destination Unreachable: Host Unreachable". */
const char *icmp_full_name(const struct derivation *facts);

/* ---- title.c: a flow or an event in one line ---- */

/* And before it what sets it off; nothing where the record is neither. */
void derivation_summary(const struct derivation *facts, const char *before, struct text *line);

/* ---- derived.c: what a record means beyond its fields ---- */

/* Something that follows from a record, under the name of its field, whose type says which of these it is. */
struct derived_value {
    const header_field_info *field;
    union {
        int64_t ns; /* times since 1970, or durations */
        uint64_t number;
        const char *text; /* lives as long as the packet */
    } as;
};

#define DERIVED_MAX 24 /* more than there are */
struct derived_values {
    size_t count;
    struct derived_value value[DERIVED_MAX];
};

void derived_register(void);
/* Draw nanoseconds: since 1970, or a duration, as the field's type says. */
proto_item *ns_draw(struct dissection *d, proto_tree *tree, int hf, uint32_t off, uint32_t len, int64_t ns);
bool derived_wanted(proto_tree *tree);
/* The object that a mibObjectValue is of, below its item. */
void mib_object_draw(struct derivation *facts, const struct ipfix_field *f, proto_item *item);
/* Options records say of others, and are not joined themselves. */
void derivation_draw(struct derivation *facts, proto_tree *tree, bool options);
/* The same without a tree, for taps: the values that derivation_draw would show, but for links to frames, for MIB objects
 * and for what is drawn only where it is asked for. */
void derivation_values(struct derivation *facts, bool options, struct derived_values *values);
/* ---- fields.c: elements as fields ---- */

void fields_register(void);
/* Register fields and subtrees whose indices need not be set to -1 before. */
void fields_add(hf_register_info *hf, size_t count);
void subtrees_add(int *const *ett, size_t count);
/* What stands behind a number: " octets", " entries"; behind one: " octet", " entry". */
char *unit_text(wmem_allocator_t *scope, const char *units, bool one);
/* Names of values for a field's filter and text. */
const value_string *value_strings_of(const struct ipfix_names *names);
/* Does a filter, column or tap ask for this element? */
bool field_wanted(const struct dissection *d, proto_tree *tree, const struct ipfix_spec *spec);
/* Draw one field that is no list.  NULL where the octets are no value of the type; they are then shown as octets. */
proto_item *field_draw(struct dissection *d, proto_tree *tree, const struct ipfix_field *field,
                       const struct ipfix_value *value);
/* A string as people read it: without the zero octets that fill it up, what cannot be shown as an escape sequence. */
const char *string_of(wmem_allocator_t *scope, const struct ipfix_bytes *bytes);
/* Draw a value as a field that was registered for its type. */
proto_item *value_draw(struct dissection *d, proto_tree *tree, int hf, const struct ipfix_field *field,
                       const struct ipfix_value *value);
/* Zero in NTP's format: no time, but that none is known (RFC 5905 section 6). */
bool time_is_unset(const struct ipfix_field *f);
/* Is it of the registry that was built in? */
bool element_is_built_in(const struct ipfix_ie *ie);
/* The registered field of an element that is built in or the user's. */
int field_of(const struct ipfix_ie *ie);
/* What its field is called: "ipfix.octetDeltaCount", "ipfix.antrea.sourcePodName".  Lives for ever. */
char *field_name(const struct ipfix_ie *ie);
/* Register an element under a name; *index, ie and name must live until the field is removed. */
void field_add(int *index, const struct ipfix_ie *ie, const char *name);
void field_remove(int index);
/* Register the field of a built-in element anew after it was removed. */
void built_in_field_restore(const struct ipfix_ie *ie);
/* How a specifier's element is called: "sourceIPv4Address", "antrea.sourcePodName", "32473/100". */
const char *element_name(wmem_allocator_t *scope, const struct ipfix_spec *spec);
bool octets_are_zero(const uint8_t *p, uint32_t n);
/* Octets that cannot be read as what they should be; why: in brackets behind them, or NULL. */
proto_item *octets_draw(struct dissection *d, proto_tree *tree, uint32_t off, uint32_t len, const char *what,
                        const char *why);

/* ---- elements.c: elements that users define ---- */

/* Registers the preferences for them. */
void elements_register(module_t *module);
/* Call when preferences may have changed. */
void elements_forget(void); /* when Wireshark ends */
void elements_apply(void);
/* The user's definition of an element, or NULL: an ipfix_ie_finder. */
const struct ipfix_ie *element_find(void *context, uint32_t pen, uint16_t id);
/* The registered field of an element that element_find returned. */
int element_field(const struct ipfix_ie *ie);

/* ---- learned.c: elements that exporters define (RFC 5610) ---- */

void learned_register(void);
/* Take in the type information that a data set has, if any.  At the first visit only. */
void learned_note(struct dissection *d, const struct ipfix_set *set, const struct ipfix_template *tmpl);
/* Below the octets of an element that no registry knows: what its exporter says that it is. */
void learned_draw(struct dissection *d, proto_item *item, const struct ipfix_field *field);
/* The element that is drawn so at octet off of this message, or NULL. */
const struct ipfix_ie *learned_element(const struct dissection *d, const struct ipfix_spec *spec,
                                       uint32_t off);
/* Does a filter, column or tap ask for what is drawn so? */
bool learned_wanted(const struct dissection *d, proto_tree *tree, const struct ipfix_spec *spec);

/* ---- taps.c, rows.c, flows.c: statistics ---- */

/* What taps get of each message; they read its octets again, with the codec. */
struct tapped {
    struct dissection d;
    uint16_t length;
    struct ipfix_sequence_result sequence;
};

void taps_register(void);
void taps_handoff(void);
void rows_register(void);
void flows_register(void);
bool taps_listen(void);
void tap_message(const struct dissection *d, const struct ipfix_msg *msg,
                 const struct ipfix_sequence_result *sequence);
void tapped_open(const struct tapped *t, struct ipfix_msg *msg);
const struct ipfix_template *tapped_template(const struct tapped *t, const struct ipfix_set *set);
/* For options of the command line: register one, find what follows its name, start listening. */
void tap_option_register(const char *title, const char *option, stat_tap_init_cb start);
const char *tap_argument(const char *option, const char *name);
/* May a file be written at the end?  If not, or if another option writes it, that was told. */
bool tap_file_take(const char *name);
/* Open it; *beside, for g_free, is where it is written first, or NULL.  NULL: it cannot be, as errno says. */
FILE *tap_file_open(const char *name, char **beside);
/* Put it in its place if it is whole, else leave nothing; false: it is not, as errno says. */
bool tap_file_close(FILE *out, const char *name, const char *beside, bool whole);
/* filter: a display filter for frames, or NULL. */
bool tap_start(void *data, const char *filter, tap_reset_cb reset, tap_packet_cb packet, tap_draw_cb draw,
               tap_finish_cb finish);

/* ---- aliases.c: the names of Wireshark's own CFLOW dissector ---- */

enum alias {
    ALIAS_VERSION,
    ALIAS_LENGTH,
    ALIAS_RECORDS,
    ALIAS_TIMESTAMP,
    ALIAS_EXPORT_TIME,
    ALIAS_SEQUENCE,
    ALIAS_EXPECTED,
    ALIAS_DOMAIN,
    ALIAS_SET_ID,
    ALIAS_SET_LENGTH,
    ALIAS_PADDING,
    ALIAS_TEMPLATE_FRAME,
    ALIAS_TEMPLATE_ID,
    ALIAS_FIELD_COUNT,
    ALIAS_OPTIONS_FIELD_COUNT,
    ALIAS_SCOPE_COUNT,
    ALIAS_SPEC_HAS_PEN,
    ALIAS_SPEC_ID,
    ALIAS_SPEC_ID_OF_PEN,
    ALIAS_SPEC_ID_CISCO,
    ALIAS_SPEC_ID_JUNIPER,
    ALIAS_SPEC_ID_IXIA,
    ALIAS_SPEC_ID_NETSCALER,
    ALIAS_SPEC_ID_BARRACUDA,
    ALIAS_SPEC_ID_PLIXER,
    ALIAS_SPEC_ID_GIGAMON,
    ALIAS_SPEC_ID_FASTIP,
    ALIAS_SPEC_ID_NTOP,
    ALIAS_SPEC_ID_NIAGARA,
    ALIAS_SPEC_LENGTH,
    ALIAS_SPEC_PEN,
    ALIAS_LIST,
    ALIAS_LIST_SEMANTIC,
    ALIAS_LIST_TEMPLATE_ID,
    ALIAS_DURATION,
    ALIAS_COUNT
};

extern ws_bool pref_cflow_names;

/* Called when all protocols are registered. */
void aliases_find(void);
/* Does a filter or a column ask for anything under CFLOW's names?  The one test where nobody does. */
bool aliases_asked(proto_tree *tree);
/* Does a filter or a column ask under CFLOW's names for the element, for any complaint, for how long flows took? */
bool alias_wanted(proto_tree *tree, const struct ipfix_ie *ie);
bool alias_complaints_wanted(proto_tree *tree);
bool alias_duration_wanted(proto_tree *tree);
/* Add, hidden, what is asked for under CFLOW's name: an element and its parts, octets of a header, a number that is
 * nowhere in the octets, a Field Specifier, how long a flow took, a complaint, the protocol. */
void alias_draw(struct dissection *d, proto_tree *tree, const struct ipfix_field *field,
                const struct ipfix_value *value);
void alias_octets(struct dissection *d, proto_tree *tree, enum alias alias, uint32_t off, uint32_t len);
void alias_number(struct dissection *d, proto_tree *tree, enum alias alias, uint32_t number);
void alias_spec(struct dissection *d, proto_tree *tree, const struct ipfix_spec *spec, uint32_t off);
void alias_duration(struct dissection *d, proto_tree *tree, const struct derivation *facts);
void alias_protocol(struct dissection *d, proto_tree *tree);

/* ---- display.c: what an element shows beyond its type ---- */

void display_register(void);
void display_draw(struct dissection *d, proto_item *item, const struct ipfix_field *field);
/* Does a filter, column or tap ask for parts of composite elements? */
bool parts_wanted(proto_tree *tree);
/* Where in an applicationId the selector begins: behind the engine, or an enterprise number. */
uint32_t application_selector(const struct ipfix_field *field);
/* An object identifier in digits with points between. */
const char *oid_text(wmem_allocator_t *scope, const struct ipfix_field *field);

/* ---- complaints.c: everything that can be wrong, by a name of its own ---- */

enum complaint {
    /* 1 to 63: the faults of the codec, by their status negated. */
    COMPLAINT_STATUS_LAST = 63,
    COMPLAINT_WITHDRAWAL,         /* over TCP or SCTP: a remark */
    COMPLAINT_WITHDRAWAL_IGNORED, /* over UDP */
    COMPLAINT_WITHDRAWAL_NOT_HELD,
    COMPLAINT_TEMPLATE_REPEATED,
    COMPLAINT_TEMPLATE_CHANGED,
    COMPLAINT_TEMPLATE_CHANGED_LIVE, /* without withdrawal, over TCP or SCTP */
    COMPLAINT_TEMPLATE_KIND,         /* a template became an options template, or back */
    COMPLAINT_TEMPLATE_MISSING,
    COMPLAINT_TEMPLATE_OTHER_PORT,
    COMPLAINT_TEMPLATE_LATER,
    COMPLAINT_TEMPLATE_GIVEN,
    COMPLAINT_TEMPLATE_GIVEN_SEVERAL,
    COMPLAINT_SET_UNUSED,
    COMPLAINT_SET_RESERVED,
    COMPLAINT_SET_EMPTY,
    COMPLAINT_PADDING,
    COMPLAINT_PEN_ZERO,
    COMPLAINT_ELEMENT_ZERO,
    COMPLAINT_NOT_REVERSIBLE,
    COMPLAINT_CLOCK,
    COMPLAINT_SEQUENCE_GAP,
    COMPLAINT_SEQUENCE_LATE,
    COMPLAINT_SEQUENCE_DUPLICATE,
    COMPLAINT_SEQUENCE_RESTART,
    COMPLAINT_SEQUENCE_HABIT,
    COMPLAINT_FLOW_TIME,
    COMPLAINT_FLOW_BACKWARDS,
    COMPLAINT_FLOW_KEY,
    COMPLAINT_REPORTED_LOSS,
    COMPLAINT_NO_SELECTOR,
    COMPLAINT_LIST_ELEMENT,
    COMPLAINT_CHECKSUM,
    COMPLAINT_OUT_OF_STEP,
    COMPLAINT_TRAILING,
    COMPLAINT_COUNT
};

/* The complaint for a fault of the codec. */
#define COMPLAINT_STATUS(status) ((enum complaint)(-(int)(status)))

void complaints_register(expert_module_t *expert);
/* Hang a complaint on an item.  The text gets the exporter and the domain added. */
void complain(struct dissection *d, proto_item *item, enum complaint what, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
/* Hang a fault of the codec on an item: its text, offset and lengths. */
void complain_of(struct dissection *d, proto_item *item, const struct ipfix_error *err);
/* Does anybody ask for complaints: a filter, a column, a tap? */
bool complaints_wanted(const packet_info *pinfo, proto_tree *tree);
/* Add, hidden, CFLOW's name for a complaint where that is asked for (aliases.c). */
void alias_complaint(struct dissection *d, proto_item *item, enum complaint what);

#endif
