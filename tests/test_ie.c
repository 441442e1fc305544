/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The table of Information Elements and its look-ups.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ipfix/ie.h>

#define PEN_CERT 6871u
#define PEN_ANTREA 56506u
#define PEN_UNUSED 4294967295u

/* Looks up a copy in a block of exactly the name's size, so that one octet too far is seen. */
static const struct ipfix_ie *find(const char *name)
{
    size_t len = strlen(name);
    char *block = malloc(len > 0 ? len : 1);
    assert_non_null(block);
    memcpy(block, name, len); /* NOLINT(bugprone-not-null-terminated-result): on purpose */
    const struct ipfix_ie *ie = ipfix_ie_by_name(block, len);
    free(block);
    return ie;
}

static void every_element_is_found_by_its_number(void **state)
{
    (void)state;
    for (size_t i = 0; i < ipfix_ie_count(); i++) {
        const struct ipfix_ie *ie = ipfix_ie_at(i);
        assert_ptr_equal(ipfix_ie_find(ie->pen, ie->id), ie);
    }
}

static void every_element_is_found_by_its_qualified_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < ipfix_ie_count(); i++) {
        const struct ipfix_ie *ie = ipfix_ie_at(i);
        char name[256];
        snprintf(name, sizeof name, "%s%s%s", ie->key, ie->key[0] != '\0' ? "." : "", ie->name);
        assert_ptr_equal(find(name), ie);
    }
}

static void elements_stand_in_order_of_enterprise_and_number(void **state)
{
    (void)state;
    for (size_t i = 1; i < ipfix_ie_count(); i++) {
        const struct ipfix_ie *before = ipfix_ie_at(i - 1);
        const struct ipfix_ie *ie = ipfix_ie_at(i);
        assert_true(before->pen < ie->pen || (before->pen == ie->pen && before->id < ie->id));
    }
}

static void an_index_leads_back_to_its_element(void **state)
{
    (void)state;
    for (size_t i = 0; i < ipfix_ie_count(); i++)
        assert_int_equal(ipfix_ie_index(ipfix_ie_at(i)), i);
}

static void no_element_has_a_null_text_or_an_unassigned_type(void **state)
{
    (void)state;
    for (size_t i = 0; i < ipfix_ie_count(); i++) {
        const struct ipfix_ie *ie = ipfix_ie_at(i);
        assert_true(ie->name[0] != '\0');
        assert_non_null(ie->key);
        assert_non_null(ie->units);
        assert_non_null(ie->cflow);
        assert_true(ie->type < IPFIX_TYPE_COUNT);
        assert_true(ie->semantics <= IPFIX_SEM_SNMP_GAUGE);
        bool named = ie->display == IPFIX_DISPLAY_ENUM || ie->display == IPFIX_DISPLAY_BITS;
        assert_int_equal(ie->names != NULL, named);
        assert_true(ie->min <= ie->max);
    }
}

static size_t count_of(uint32_t pen)
{
    size_t count = 0;
    for (size_t i = 0; i < ipfix_ie_count(); i++)
        count += ipfix_ie_at(i)->pen == pen;
    return count;
}

/* The registry has 505 rows; 97, 416 and 419 are numbers without an element. */
static void iana_has_502_elements_and_as_many_reverses(void **state)
{
    (void)state;
    assert_int_equal(count_of(IPFIX_PEN_IANA), 502);
    assert_int_equal(count_of(IPFIX_PEN_REVERSE), 502);
    assert_non_null(ipfix_ie_find(IPFIX_PEN_IANA, 533));
    assert_null(ipfix_ie_find(IPFIX_PEN_IANA, 97));
    assert_null(ipfix_ie_find(IPFIX_PEN_IANA, 416));
    assert_null(ipfix_ie_find(IPFIX_PEN_IANA, 419));
}

static void a_reverse_element_is_its_forward_one_but_for_name_and_enterprise(void **state)
{
    (void)state;
    for (size_t i = 0; i < ipfix_ie_count(); i++) {
        const struct ipfix_ie *forward = ipfix_ie_at(i);
        if (forward->pen != IPFIX_PEN_IANA)
            continue;
        const struct ipfix_ie *reverse = ipfix_ie_find(IPFIX_PEN_REVERSE, forward->id);
        assert_non_null(reverse);
        assert_int_equal(reverse->type, forward->type);
        assert_int_equal(reverse->semantics, forward->semantics);
        assert_int_equal(reverse->display, forward->display);
        assert_int_equal(reverse->width, forward->width);
        assert_int_equal(reverse->list_of, forward->list_of);
        assert_ptr_equal(reverse->names, forward->names);
        assert_string_equal(reverse->units, forward->units);
        assert_string_equal(reverse->cflow, "");
        assert_int_equal(reverse->flags, forward->flags | IPFIX_IE_REVERSE);
        assert_int_equal(strncmp(reverse->name, "reverse", 7), 0);
        assert_string_equal(reverse->name + 8, forward->name + 1);
    }
    assert_ptr_equal(find("reverseOctetDeltaCount"), ipfix_ie_find(IPFIX_PEN_REVERSE, 1));
    assert_non_null(find("reverseVRFname")); /* VRFname has its capital already */
}

static void elements_without_a_reverse_are_marked_on_both_sides(void **state)
{
    (void)state;
    static const uint16_t ids[] = {40, 41, 42, 130, 137, 145, 148, 149, 173, 210, 217, 239, 303};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        assert_int_equal(ipfix_ie_find(IPFIX_PEN_IANA, ids[i])->flags & IPFIX_IE_NOT_REVERSIBLE,
                         IPFIX_IE_NOT_REVERSIBLE);
        assert_int_equal(ipfix_ie_find(IPFIX_PEN_REVERSE, ids[i])->flags,
                         IPFIX_IE_NOT_REVERSIBLE | IPFIX_IE_REVERSE);
    }
    assert_int_equal(find("octetDeltaCount")->flags, 0);
}

static bool is_reverse_by_name(const struct ipfix_ie *ie)
{
    return strncmp(ie->name, "reverse", 7) == 0 || strncmp(ie->name, "obsoleteReverse", 15) == 0;
}

static void every_cert_element_has_its_reverse_behind_bit_0x4000(void **state)
{
    (void)state;
    for (size_t i = 0; i < ipfix_ie_count(); i++) {
        const struct ipfix_ie *forward = ipfix_ie_at(i);
        if (forward->pen != PEN_CERT || (forward->id & 0x4000) != 0 || is_reverse_by_name(forward))
            continue;
        const struct ipfix_ie *reverse = ipfix_ie_find(PEN_CERT, forward->id | 0x4000);
        assert_non_null(reverse);
        assert_int_equal(reverse->type, forward->type);
        assert_true(reverse->flags & IPFIX_IE_REVERSE);
        assert_string_equal(reverse->key, "cert");
        assert_false(forward->flags & IPFIX_IE_REVERSE);
    }
    assert_ptr_equal(find("cert.reverseInitialTCPFlags"), ipfix_ie_find(PEN_CERT, 14 | 0x4000));
}

static void cert_elements_that_are_reverses_have_none(void **state)
{
    (void)state;
    static const uint16_t ids[] = {12, 13, 16, 17, 19, 20, 21, 29};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        assert_true(is_reverse_by_name(ipfix_ie_find(PEN_CERT, ids[i])));
        assert_int_equal(ipfix_ie_find(PEN_CERT, ids[i])->flags, IPFIX_IE_NOT_REVERSIBLE);
        assert_null(ipfix_ie_find(PEN_CERT, ids[i] | 0x4000));
    }
    assert_null(find("cert.reverseReverseFlowDeltaMilliseconds"));
    for (size_t i = 0; i < ipfix_ie_count(); i++)
        assert_null(strstr(ipfix_ie_at(i)->name, "everseReverse"));
}

static void the_facts_of_an_element_arrive(void **state)
{
    (void)state;
    const struct ipfix_ie *octets = find("octetDeltaCount");
    assert_int_equal(octets->id, 1);
    assert_int_equal(octets->type, IPFIX_U64);
    assert_int_equal(octets->semantics, IPFIX_SEM_DELTA_COUNTER);
    assert_string_equal(octets->units, "octets");
    assert_string_equal(octets->cflow, "cflow.octets");

    const struct ipfix_ie *label = find("flowLabelIPv6");
    assert_true(label->flags & IPFIX_IE_RANGE);
    assert_int_equal(label->min, 0);
    assert_int_equal(label->max, 0xFFFFF);

    assert_true(find("tcpOptions")->flags & IPFIX_IE_DEPRECATED);
    assert_int_equal(find("messageMD5Checksum")->width, 16);
    assert_int_equal(find("mplsTopLabelStackSection")->width, 3);
    assert_int_equal(find("bgpSourceAsPathList")->list_of, 16);
    assert_int_equal(find("basicList")->list_of, 0);
    assert_int_equal(find("applicationId")->display, IPFIX_DISPLAY_APPLICATION);
    assert_string_equal(find("wlanSSID")->units, "");
}

static void vendor_elements_carry_their_key(void **state)
{
    (void)state;
    const struct ipfix_ie *pod = find("antrea.sourcePodName");
    assert_int_equal(pod->pen, PEN_ANTREA);
    assert_int_equal(pod->id, 101);
    assert_int_equal(pod->type, IPFIX_STRING);
    assert_string_equal(pod->key, "antrea");
    assert_string_equal(ipfix_vendor_key(PEN_ANTREA), "antrea");
    assert_null(ipfix_vendor_key(PEN_UNUSED));
    assert_null(ipfix_vendor_key(IPFIX_PEN_IANA));
    assert_null(ipfix_vendor_key(IPFIX_PEN_REVERSE));
}

static void what_the_registry_lacks_is_null(void **state)
{
    (void)state;
    static const char *const names[] = {
        "",
        ".",
        "octet",
        "octetDeltaCounts",
        "OctetDeltaCount",
        ".octetDeltaCount",
        "antrea.",
        "antrea",
        "sourcePodName",
        "cisco.sourcePodName",
        "antrea.sourcePodName.x",
        "zzz",
        "-",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_null(find(names[i]));
    assert_null(ipfix_ie_by_name("octetDeltaCount\0x", 17));
    assert_null(ipfix_ie_find(IPFIX_PEN_IANA, 0));
    assert_null(ipfix_ie_find(IPFIX_PEN_IANA, 32767));
    assert_null(ipfix_ie_find(PEN_UNUSED, 1));
    assert_null(ipfix_names_find(""));
    assert_null(ipfix_names_find("protocolIdentifier"));
}

static void enumerated_values_have_names(void **state)
{
    (void)state;
    assert_string_equal(ipfix_value_name(find("natEvent")->names, 4), "NAT44 session create");
    assert_string_equal(ipfix_value_name(find("protocolIdentifier")->names, 6), "TCP");
    const struct ipfix_names *status = find("forwardingStatus")->names;
    assert_string_equal(ipfix_value_name(status, 0x81), "Dropped: ACL deny");
    assert_null(ipfix_value_name(find("natEvent")->names, UINT64_MAX));
}

static void every_value_of_a_range_has_its_name(void **state)
{
    (void)state;
    const struct ipfix_names *status = find("forwardingStatus")->names;
    assert_string_equal(ipfix_value_name(status, 0x00), "Unknown");
    assert_string_equal(ipfix_value_name(status, 0x3F), "Unknown");
    assert_string_equal(ipfix_value_name(status, 0x40), "Forwarded: Unknown");
    assert_string_equal(ipfix_value_name(status, 0x45), "Forwarded: Unassigned");
    assert_string_equal(ipfix_value_name(status, 0x7F), "Forwarded: Unassigned");
    assert_null(ipfix_value_name(status, 0x100));
}

static void bits_are_named_from_the_least_significant(void **state)
{
    (void)state;
    static const char *const flags[] = {"FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE", "CWR", "AE"};
    const struct ipfix_ie *ie = find("tcpControlBits");
    assert_int_equal(ie->display, IPFIX_DISPLAY_BITS);
    for (uint64_t bit = 0; bit < sizeof flags / sizeof flags[0]; bit++)
        assert_string_equal(ipfix_value_name(ie->names, bit), flags[bit]);
    const struct ipfix_names *multicast = find("isMulticast")->names;
    assert_string_equal(multicast->name[multicast->count - 1].name, "scope");
    assert_int_equal(multicast->name[multicast->count - 1].first, 4);
    assert_int_equal(multicast->name[multicast->count - 1].last, 7);
}

static void tables_of_names_are_found_by_name(void **state)
{
    (void)state;
    const struct ipfix_names *semantics = ipfix_names_find("structuredDataSemantics");
    assert_string_equal(semantics->table, "structuredDataSemantics");
    assert_string_equal(ipfix_value_name(semantics, 3), "allOf");
    assert_string_equal(ipfix_value_name(ipfix_names_find("netflow_v9_scopes"), 1), "System");
    assert_ptr_equal(find("protocolIdentifier")->names, ipfix_names_find("protocolIdentifier_4"));
}

static void types_have_their_registered_codes_and_names(void **state)
{
    (void)state;
    static const char *const names[IPFIX_TYPE_COUNT] = {
        [IPFIX_OCTET_ARRAY] = "octetArray",
        [IPFIX_U8] = "unsigned8",
        [IPFIX_U16] = "unsigned16",
        [IPFIX_U32] = "unsigned32",
        [IPFIX_U64] = "unsigned64",
        [IPFIX_S8] = "signed8",
        [IPFIX_S16] = "signed16",
        [IPFIX_S32] = "signed32",
        [IPFIX_S64] = "signed64",
        [IPFIX_F32] = "float32",
        [IPFIX_F64] = "float64",
        [IPFIX_BOOLEAN] = "boolean",
        [IPFIX_MAC] = "macAddress",
        [IPFIX_STRING] = "string",
        [IPFIX_TIME_S] = "dateTimeSeconds",
        [IPFIX_TIME_MS] = "dateTimeMilliseconds",
        [IPFIX_TIME_US] = "dateTimeMicroseconds",
        [IPFIX_TIME_NS] = "dateTimeNanoseconds",
        [IPFIX_IPV4] = "ipv4Address",
        [IPFIX_IPV6] = "ipv6Address",
        [IPFIX_BASIC_LIST] = "basicList",
        [IPFIX_SUB_TEMPLATE_LIST] = "subTemplateList",
        [IPFIX_SUB_TEMPLATE_MULTI_LIST] = "subTemplateMultiList",
        [IPFIX_U256] = "unsigned256",
    };
    for (unsigned type = 0; type < IPFIX_TYPE_COUNT; type++) {
        assert_string_equal(ipfix_type_name(type), names[type]);
        assert_int_equal(ipfix_type_by_name(names[type], strlen(names[type])), type);
    }
    assert_string_equal(ipfix_type_name(IPFIX_TYPE_COUNT), "unassigned");
    assert_int_equal(ipfix_type_by_name("unsigned", 8), -1);
    assert_int_equal(ipfix_type_by_name("unsigned8x", 9), IPFIX_U8);
    assert_int_equal(ipfix_type_by_name("", 0), -1);
}

static void semantics_have_their_registered_codes(void **state)
{
    (void)state;
    static const char *const names[] = {
        [IPFIX_SEM_DEFAULT] = "default",
        [IPFIX_SEM_QUANTITY] = "quantity",
        [IPFIX_SEM_TOTAL_COUNTER] = "totalCounter",
        [IPFIX_SEM_DELTA_COUNTER] = "deltaCounter",
        [IPFIX_SEM_IDENTIFIER] = "identifier",
        [IPFIX_SEM_FLAGS] = "flags",
        [IPFIX_SEM_LIST] = "list",
        [IPFIX_SEM_SNMP_COUNTER] = "snmpCounter",
        [IPFIX_SEM_SNMP_GAUGE] = "snmpGauge",
    };
    const struct ipfix_names *registered = ipfix_names_find("informationElementSemantics_344");
    assert_int_equal(registered->count, sizeof names / sizeof names[0]);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_string_equal(ipfix_value_name(registered, i), names[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_element_is_found_by_its_number),
        cmocka_unit_test(every_element_is_found_by_its_qualified_name),
        cmocka_unit_test(elements_stand_in_order_of_enterprise_and_number),
        cmocka_unit_test(an_index_leads_back_to_its_element),
        cmocka_unit_test(no_element_has_a_null_text_or_an_unassigned_type),
        cmocka_unit_test(iana_has_502_elements_and_as_many_reverses),
        cmocka_unit_test(a_reverse_element_is_its_forward_one_but_for_name_and_enterprise),
        cmocka_unit_test(elements_without_a_reverse_are_marked_on_both_sides),
        cmocka_unit_test(every_cert_element_has_its_reverse_behind_bit_0x4000),
        cmocka_unit_test(cert_elements_that_are_reverses_have_none),
        cmocka_unit_test(the_facts_of_an_element_arrive),
        cmocka_unit_test(vendor_elements_carry_their_key),
        cmocka_unit_test(what_the_registry_lacks_is_null),
        cmocka_unit_test(enumerated_values_have_names),
        cmocka_unit_test(every_value_of_a_range_has_its_name),
        cmocka_unit_test(bits_are_named_from_the_least_significant),
        cmocka_unit_test(tables_of_names_are_found_by_name),
        cmocka_unit_test(types_have_their_registered_codes_and_names),
        cmocka_unit_test(semantics_have_their_registered_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
