/* SPDX-License-Identifier: BSD-2-Clause */
#include <ipfix/sequence.h>

#include <stddef.h>
#include <string.h>

/* Messages in a row that must agree before a habit is believed: one or two may be loss by chance. */
#define HABIT_EVIDENCE 3u

/* No network delays a message for this many records; a number further off is a new count. */
#define FAR_OFF 65536u

/* By how much a message moves the number on, under a habit.  All numbers are modulo 2^32. */
static uint32_t advance(enum ipfix_sequence_habit habit, uint32_t records, uint32_t templates)
{
    switch (habit) {
    case IPFIX_COUNTS_MESSAGES:
        return 1;
    case IPFIX_COUNTS_TEMPLATES:
        return records + templates;
    default:
        return records;
    }
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
static bool gap_fill(struct ipfix_sequence *s, uint32_t sequence, uint32_t count)
{
    for (uint32_t i = 0; i < s->gap_count; i++) {
        uint32_t first = s->gap[i].first;
        uint32_t before = sequence - first;
        if (before >= s->gap[i].count)
            continue;
        uint32_t behind = s->gap[i].count - before;
        gap_remove(s, i);
        gap_add(s, first, before);
        if (count < behind)
            gap_add(s, sequence + count, behind - count);
        return true;
    }
    return false;
}

/* ---- habits ---- */

static enum ipfix_sequence_habit habit_shown(const struct ipfix_sequence *s)
{
    /* Where one template a message fits two habits, NetFlow v9's is the one that more exporters have. */
    for (uint32_t h = 0; h < 3; h++)
        if (s->evidence[h] >= HABIT_EVIDENCE)
            return (enum ipfix_sequence_habit)h;
    return s->habit;
}

/* Compare the step from the message before with what each habit foretold; true: another habit shows. */
static bool habit_learn(struct ipfix_sequence *s, uint32_t sequence)
{
    uint32_t step = sequence - s->last_sequence;
    bool present = step == advance(s->habit, s->last_records, s->last_templates);

    for (uint32_t h = 0; h < 3; h++) {
        if (step != advance((enum ipfix_sequence_habit)h, s->last_records, s->last_templates))
            s->evidence[h] = 0;
        else if (!present)
            s->evidence[h]++;
    }
    enum ipfix_sequence_habit shown = habit_shown(s);
    if (shown == s->habit)
        return false;
    s->habit = shown;
    s->next = s->last_sequence + advance(shown, s->last_records, s->last_templates);
    s->gap_count = 0; /* they were misunderstandings */
    memset(s->evidence, 0, sizeof s->evidence);
    return true;
}

/* ---- verdicts ---- */

/* A number from before the expected one, in no known gap: is it an old message, or a new count? */
static bool counts_anew(const struct ipfix_sequence *s, uint32_t sequence)
{
    uint32_t back = s->next - sequence;

    if (sequence == s->last_sequence)
        return false;
    return back > FAR_OFF || sequence < back; /* nearer to 0 than to where the count was */
}

static enum ipfix_sequence_verdict judge(struct ipfix_sequence *s, uint32_t sequence, uint32_t size)
{
    uint32_t ahead = sequence - s->next;

    if (!s->started)
        return IPFIX_SEQ_FIRST;
    if (s->counted && ahead == 0)
        return IPFIX_SEQ_EXPECTED;
    if (gap_fill(s, sequence, size))
        return IPFIX_SEQ_LATE;
    if (!s->counted)
        return IPFIX_SEQ_UNKNOWN;
    if (ahead <= INT32_MAX) /* a count above 2^31 that starts anew at 0 seems to go forward too */
        return ahead > FAR_OFF && sequence < FAR_OFF ? IPFIX_SEQ_RESTART : IPFIX_SEQ_GAP;
    return counts_anew(s, sequence) ? IPFIX_SEQ_RESTART : IPFIX_SEQ_DUPLICATE;
}

struct ipfix_sequence_result ipfix_sequence_see(struct ipfix_sequence *s, uint32_t sequence, uint32_t records,
                                                bool counted, uint32_t templates)
{
    struct ipfix_sequence_result result = {0};

    if (s->started && s->counted && habit_learn(s, sequence))
        result.habit_is_new = s->habit != IPFIX_COUNTS_RECORDS;
    uint32_t size = advance(s->habit, records, templates);
    result.habit = s->habit;
    result.expected = s->next;
    result.verdict = judge(s, sequence, size);

    if (result.verdict == IPFIX_SEQ_GAP) {
        result.lost = sequence - s->next;
        gap_add(s, s->next, result.lost);
    }
    if (result.verdict == IPFIX_SEQ_RESTART)
        s->gap_count = 0;
    if (result.verdict != IPFIX_SEQ_LATE && result.verdict != IPFIX_SEQ_DUPLICATE) {
        s->next = sequence + size;
        s->counted = counted || s->habit == IPFIX_COUNTS_MESSAGES;
    }
    s->started = true;
    s->last_sequence = sequence;
    s->last_records = records;
    s->last_templates = templates;
    return result;
}
