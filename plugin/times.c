/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * When a flow began and ended, and how long it took, by whichever clock.
 */
#include "packet-ipfix.h"

/* Uptimes count milliseconds in 32 bits, and so begin anew every fifty days. */
#define UPTIME_ROUND ((INT64_C(1) << 32) * MILLISECOND)

/* Up to the year 2116, so that the sum and the difference of any two fit as well; times on the wire reach further. */
bool time_ns(const struct ipfix_time *t, int64_t *ns)
{
    const int64_t bound = INT64_MAX / 2 / 1000000000;

    if (t->sec >= bound || t->sec <= -bound)
        return false;
    *ns = t->sec * 1000000000 + t->nsec;
    return true;
}

struct ipfix_time time_of_ns(int64_t ns)
{
    int64_t rest = ns % 1000000000, before = rest < 0;

    return (struct ipfix_time){ns / 1000000000 - before, (uint32_t)(rest + before * 1000000000)};
}

/* Of the rounds since the device is up, the last one before the export. */
static int64_t uptime_calendar(const struct derivation *facts, int64_t uptime)
{
    int64_t ns = facts->boot_ns + uptime;
    int64_t exported = ((int64_t)facts->d->export_time + CLOCK_TOLERANCE) * 1000 * MILLISECOND;

    return exported > ns ? ns + (exported - ns) / UPTIME_ROUND * UPTIME_ROUND : ns;
}

/* The calendar time of one end of a flow, where it is not in the record as such. */
bool calendar_ns(const struct derivation *facts, const struct flow_end *end, int64_t *ns)
{
    if (end->worked_out)
        *ns = end->ns;
    else if (end->clock == CLOCK_DELTA)
        *ns = (int64_t)facts->d->export_time * 1000000000 + end->ns;
    else if (end->clock == CLOCK_UPTIME && facts->boot_known)
        *ns = uptime_calendar(facts, end->ns);
    else
        return false;
    return true;
}

bool end_ns(const struct derivation *facts, const struct flow_end *end, int64_t *ns)
{
    *ns = end->ns;
    return end->clock == CLOCK_CALENDAR || calendar_ns(facts, end, ns);
}

/* How long the flow took, where one clock tells both its ends, or where the record says it; those whose order their
 * units do not tell make no duration. */
bool duration_ns(const struct derivation *facts, int64_t *ns)
{
    int64_t unit = MAX(facts->start.unit, facts->end.unit);

    *ns = facts->end.ns - facts->start.ns;
    bool cut = facts->start.unit != facts->end.unit && *ns < 0 && -*ns < unit;
    if (facts->start.clock != CLOCK_NONE && facts->start.clock == facts->end.clock && !cut)
        return true;
    *ns = facts->duration_ns;
    return facts->duration_known;
}

/* Perhaps a round ended between the ends of the flow. */
static void uptime_unwrap(struct derivation *facts)
{
    bool uptimes = facts->start.clock == CLOCK_UPTIME && facts->end.clock == CLOCK_UPTIME;

    if (uptimes && facts->start.ns - facts->end.ns > UPTIME_ROUND / 2)
        facts->end.ns += UPTIME_ROUND;
}

static void end_work_out(struct derivation *facts, struct flow_end *end, const struct flow_end *other,
                         int64_t duration)
{
    int64_t ns;

    if (end->clock != CLOCK_NONE || !end_ns(facts, other, &ns))
        return;
    *end = (struct flow_end){.clock = CLOCK_CALENDAR,
                             .ns = ns + duration,
                             .unit = other->unit,
                             .worked_out = true,
                             .item = facts->duration_item};
}

/* The end of a flow that the record does not tell, from the one that it tells and the duration. */
void ends_work_out(struct derivation *facts)
{
    uptime_unwrap(facts);
    if (!facts->duration_known)
        return;
    end_work_out(facts, &facts->start, &facts->end, -facts->duration_ns);
    end_work_out(facts, &facts->end, &facts->start, facts->duration_ns);
}
