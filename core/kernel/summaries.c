/* Minimum, quartiles and maximum of numbers from their days by slot; see core/query/aggregates.py. */
#include <math.h>
#include <stdint.h>

#include "words.h"

/* Numerics cut into blocks of neighbouring ranks: sessions and values (blocks, size), n for no session. */
struct blocks {
    const uint64_t *words;
    int64_t n, first, size;
    const int32_t *sessions;
    const double *values;
};

/* The value of the day with so many matched days before it in a block. */
static double inside(const struct blocks *in, int64_t block, int64_t before)
{
    const int32_t *sessions = in->sessions + block * in->size;
    int64_t i = 0;
    for (; i < in->size - 1; i++)
        if (sessions[i] < in->n && has(in->words, sessions[i]) && before-- == 0)
            break;
    return in->values[block * in->size + i];
}

struct place {
    int64_t slot, before;
};

/* The slot of the day with rank others before it, and those before the slot; walks on from an earlier place. */
static struct place walk(struct place at, const int64_t *counts, int64_t rank)
{
    while (at.before + counts[at.slot] <= rank)
        at.before += counts[at.slot++];
    return at;
}

static double between(double low, double high, double rest)
{
    double gap = high - low;
    return rest >= 0.5 ? high - gap * (1 - rest) : low + gap * rest;
}

/* in is NULL where a slot is worth one value. */
static double value_of(struct place at, int64_t rank, const double *worth, const struct blocks *in)
{
    return in ? inside(in, at.slot - in->first, rank - at.before) : worth[at.slot];
}

static void summarize(const int64_t *counts, int64_t begin, int64_t n, const double *worth,
                      const struct blocks *in, double *summary)
{
    struct place at = {begin, 0};
    int64_t last = n - 1;
    for (int k = 0; k < 5; k++) {
        double position = (double)last * (0.25 * k);
        int64_t rank = (int64_t)position, next = rank < last ? rank + 1 : last;
        at = walk(at, counts, rank);
        double low = value_of(at, rank, worth, in);
        double high = value_of(walk(at, counts, next), next, worth, in);
        summary[k] = between(low, high, position - (double)rank);
    }
}

/* summaries (m, 5) by type 7 and days (m,) of m numbers, NaN for no day. Number j owns the slots begin[j] to before
 * end[j]; worth is the value by slot, but for the numbers from split on where size is above 1: their slots, less
 * first, are blocks. */
void number_summaries(const int64_t *counts, const int64_t *begin, const int64_t *end, int64_t m,
                      const double *worth, int64_t split, int64_t first, int64_t size, const int32_t *sessions,
                      const double *values, const uint64_t *words, int64_t n, int64_t *days, double *summaries)
{
    struct blocks in = {words, n, first, size, sessions, values};
    for (int64_t j = 0; j < m; j++) {
        days[j] = 0;
        for (int64_t k = begin[j]; k < end[j]; k++)
            days[j] += counts[k];
        for (int64_t k = 0; k < 5; k++)
            summaries[5 * j + k] = NAN;
        if (days[j])
            summarize(counts, begin[j], days[j], worth, size > 1 && j >= split ? &in : 0, summaries + 5 * j);
    }
}
