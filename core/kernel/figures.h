/* Figures of an answer from its counts and the running sum, operation by operation those of
   core/modules/plan/figures.py; NaN for nothing. */
#ifndef FIGURES_H
#define FIGURES_H
#include <math.h>

#include "answer.h"

static const double Z_95 = 1.959963984540054;

typedef struct {
    double share, lower, upper;
} Interval;

static inline Interval wilson(int64_t days, int64_t n)
{
    if (n == 0)
        return (Interval){NAN, NAN, NAN};
    double known = (double)n, p = (double)days / known, z2 = Z_95 * Z_95;
    double middle = (p + z2 / (2 * known)) / (1 + z2 / known);
    double half = Z_95 * sqrt(p * (1 - p) / known + z2 / (4 * known * known)) / (1 + z2 / known);
    return (Interval){p, days == 0 ? 0.0 : middle - half, days == n ? 1.0 : middle + half};
}

static inline double hypotenuse(double first, double second)
{
    return sqrt(first * first + second * second);
}

static inline double ratio(int64_t days, int64_t n)
{
    return (double)days / (double)n;
}

/* First place after `low`, at most `high`, whose running sum is above `target`; `high` where none is. */
static inline int64_t place_above(const int32_t *running, int64_t low, int64_t high, int64_t target)
{
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (running[middle] > target)
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* The value of which `rank` days of a count are smaller or equal; rank below the number of days. */
static inline double value_at(const Answer *of, int64_t count, int64_t rank)
{
    int64_t from = of->spans[2 * count], to = of->spans[2 * count + 1];
    return of->worth[place_above(of->running, from, to, of->running[from] + rank) - 1];
}

static inline double quantile(const Answer *of, int64_t count, double probability)
{
    int64_t n = of->days[count];
    if (n == 0)
        return NAN;
    double position = (double)(n - 1) * probability;
    int64_t rank = (int64_t)position;
    double rest = position - (double)rank, low = value_at(of, count, rank);
    if (rest == 0)
        return low;
    double high = value_at(of, count, rank + 1);
    return rest >= 0.5 ? high - (high - low) * (1 - rest) : low + (high - low) * rest;
}

/* The largest value of a count; of no days whatever comes before them. */
static inline double largest_value(const Answer *of, int64_t count)
{
    int64_t last = of->running[of->spans[2 * count]] + of->days[count] - 1;
    int64_t place = place_above(of->running, -1, of->n_places + 1, last) - 1;
    return of->worth[place < 0 || place >= of->n_places ? of->n_places - 1 : place];
}

/* An end of the median's interval. */
static inline double edge(const Answer *of, int64_t count, int is_upper)
{
    int64_t n = of->days[count], rank = of->ranks[n];
    if (rank == 0)
        return NAN;
    return value_at(of, count, is_upper ? n - rank : rank - 1);
}
#endif
