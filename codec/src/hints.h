/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What only the compilers that know it are told; the code means the same without.
 */
#ifndef HINTS_H
#define HINTS_H

#if defined(__GNUC__)
#define LIKELY(condition) __builtin_expect((condition), 1)
#define NOINLINE __attribute__((noinline)) /* keeps rare work from slowing down the callers' loops */
#define PREFETCH(p) __builtin_prefetch(p)
#else
#define LIKELY(condition) (condition)
#define NOINLINE
#define PREFETCH(p) ((void)(p))
#endif

#endif
