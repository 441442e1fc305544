/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The templates of one Transport Session (RFC 7011 section 8), as facts with a position: which
 * definition was in force at any point of a capture, asked in any order, any number of times.
 *
 * Facts may arrive in any order, too, but only what changed something when it arrived is a fact: a refresh
 * (IPFIX_SAME) and a withdrawal of what is not held (IPFIX_NOT_HELD) are not remembered.  If a record for a
 * position before theirs arrives after them, the answers behind them are as if they had not been: with A put
 * at 10, A again at 15 and then B at 12, the definition in force at 16 is B.  Records taken in by order of
 * position, as when a capture is read for the first time, always give the right answer.
 */
#ifndef IPFIX_STORE_H
#define IPFIX_STORE_H

#include <ipfix/decode.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ipfix_transport {
    IPFIX_TRANSPORT_UDP, /* withdrawals are ignored (RFC 7011 section 8.4) */
    IPFIX_TRANSPORT_TCP,
    IPFIX_TRANSPORT_SCTP,
    IPFIX_TRANSPORT_FILE /* RFC 5655: one session */
};

/* Octets of memory that one store, or several that share the limit, take for definitions at most; then
 * IPFIX_STORE_FULL. */
#define IPFIX_STORE_MAX (64u << 20)

struct ipfix_store;

/* finder may be NULL: the built-in registry alone.  Elements that it returns must outlive the store.
 * Aborts when memory runs out, as GLib does.  Free with ipfix_store_free. */
struct ipfix_store *ipfix_store_new(enum ipfix_transport transport, ipfix_ie_finder finder, void *ctx);
void ipfix_store_free(struct ipfix_store *s); /* NULL is fine */
/* For a new store: count memory in *octets, together with all stores that do the same, so that many
 * sessions do not make many limits.  *octets starts as 0 and must outlive the stores. */
void ipfix_store_share_limit(struct ipfix_store *s, size_t *octets);

/* Take in a template record: define, redefine, withdraw.  A refresh, or a record at a position
 * that is already known, changes nothing, so a dissector may call this on every visit to a frame.
 *   IPFIX_OK        defined, changed, or withdrawn
 *   IPFIX_SAME      this definition is in force already
 *   IPFIX_IGNORED   a withdrawal over UDP
 *   IPFIX_NOT_HELD  a withdrawal of what is not held
 *   rec->err.status for records that must not be kept: IPFIX_TEMPLATE_ID, IPFIX_TEMPLATE_SCOPE,
 *                   IPFIX_TEMPLATE_ZEROS, IPFIX_WITHDRAW_WRONG_SET.  IPFIX_TEMPLATE_SCOPE_ZERO
 *                   and IPFIX_TEMPLATE_EMPTY are kept: what they describe can be laid out.
 *   IPFIX_STORE_FULL */
enum ipfix_status ipfix_store_put(struct ipfix_store *s, uint32_t domain,
                                  const struct ipfix_template_rec *rec, ipfix_pos at);

/* The definition in force just before a position, or NULL.  Lives as long as the store. */
const struct ipfix_template *ipfix_store_get(const struct ipfix_store *s, uint32_t domain, uint16_t id,
                                             ipfix_pos at);
/* Data of this number are soon to be read.  Never needed, and changes nothing; but where there are more
 * templates than caches hold, what ipfix_store_get will look at is on its way while the set before is read:
 *     while (ipfix_set_next(&msg, &set) == IPFIX_OK) {
 *         ipfix_store_expect(store, msg.domain, ipfix_set_ahead(&msg));
 *         tmpl = ipfix_store_get(store, msg.domain, set.id, at); ... */
void ipfix_store_expect(const struct ipfix_store *s, uint32_t domain, uint16_t id);
/* The first definition at or after a position, or NULL: for captures that begin too late. */
const struct ipfix_template *ipfix_store_next(const struct ipfix_store *s, uint32_t domain, uint16_t id,
                                              ipfix_pos at);
/* Was the number withdrawn before this position, and not defined again?  *when: where. */
bool ipfix_store_withdrawn(const struct ipfix_store *s, uint32_t domain, uint16_t id, ipfix_pos at,
                           ipfix_pos *when);

/* The definitions of all domains, in order of domain, number and position: start with *iter = 0;
 * NULL at the end. */
const struct ipfix_template *ipfix_store_each(const struct ipfix_store *s, size_t *iter, uint32_t *domain);

#ifdef __cplusplus
}
#endif
#endif
