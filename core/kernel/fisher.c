/* Fisher's exact test of two shares of days: core/modules/fisher.py, operation by operation. */
#include <math.h>

#include "clones.h"
#include "tests.h"

#define BLOCK 32

static const double NEGLIGIBLE = 1e-17;
static const double NEAR = 1.5;

/* The tables with the observed one's margins; one is named by its upper left count. */
struct tables {
    int64_t n, other_n, active, mode;
    double margins;
    const double *log_factorials;
};

static inline int64_t least_of(int64_t a, int64_t b) { return a < b ? a : b; }

static inline int64_t most_of(int64_t a, int64_t b) { return a > b ? a : b; }

static inline int64_t three_quarters(int64_t a)
{
    int64_t quarters = 3 * a;
    return quarters >= 0 ? quarters / 4 : -((3 - quarters) / 4);
}

static inline struct tables tables_of(int64_t n, int64_t other_n, int64_t active, const double *of)
{
    const int64_t total = n + other_n;
    const double margins = of[n] + of[other_n] + of[active] + of[total - active] - of[total];
    return (struct tables){n, other_n, active, (n + 1) * (active + 1) / (total + 2), margins, of};
}

static inline double log_probability(const struct tables *tables, int64_t count)
{
    const double *of = tables->log_factorials;
    const double left = of[count] + of[tables->n - count];
    return tables->margins - (left + (of[tables->active - count] + of[tables->other_n - tables->active + count]));
}

/* Three quarters of the way from the mode to the observed table's mirror image. */
static inline int64_t towards_mirrored(const struct tables *tables, int64_t days)
{
    const int64_t mirrored = 2 * tables->n * tables->active / most_of(tables->n + tables->other_n, 1) - days;
    const int64_t begin = tables->mode + three_quarters(mirrored - tables->mode);
    const int64_t least = most_of(0, tables->active - tables->other_n);
    return least_of(most_of(begin, least), least_of(tables->n, tables->active));
}

static inline double deviations(const struct tables *tables, int64_t count)
{
    const double total = (double)(tables->n + tables->other_n), active = (double)tables->active;
    const double mean = (double)(tables->n * tables->active) / total;
    const double variance = mean * (double)tables->other_n * (total - active) / (total * (total - 1));
    return fabs((double)count - mean) / sqrt(variance);
}

/* The next terms of a chain, BLOCK after the first; products of whole numbers are exact. */
static inline void next_terms(const double less[2], const double more[2], double step, double made[BLOCK + 1])
{
    double ratios[BLOCK];
    for (int j = 0; j < BLOCK; j++) {
        const double at = step + j;
        ratios[j] = (at - less[0]) * (at - less[1]) / ((more[0] + (at + 1)) * (more[1] + (at + 1)));
    }
    for (int j = 0; j < BLOCK; j++)
        made[j + 1] = made[j] * ratios[j];
}

/* The sum of a block's terms that count, half to half. */
static inline double added(const double made[BLOCK], double limit, int over)
{
    double terms[BLOCK];
    for (int j = 0; j < BLOCK; j++)
        terms[j] = (made[j] > limit) == over ? made[j] : 0.0;
    for (int half = BLOCK / 2; half; half /= 2)
        for (int j = 0; j < half; j++)
            terms[j] += terms[j + half];
    return terms[0];
}

/* Terms up to the limit from the table `begin` on; where `inwards` is not negative those over it. */
static inline double chain_sum(const struct tables *tables, int64_t begin, double first, int up, double limit,
                               int64_t inwards)
{
    const double same[2] = {(double)begin, (double)(tables->other_n - tables->active + begin)};
    const double swapped[2] = {(double)(tables->n - begin), (double)(tables->active - begin)};
    const double *less = up ? swapped : same, *more = up ? same : swapped;
    const int over = inwards >= 0;
    const double least = over ? limit : NEGLIGIBLE * limit;
    double made[BLOCK + 1], sum = 0.0;
    int64_t step = 0;
    made[BLOCK] = first;
    do {
        made[0] = made[BLOCK];
        next_terms(less, more, (double)step, made);
        sum += added(made, limit, over);
        step += BLOCK;
    } while (made[BLOCK] > least || inwards >= step);
    return sum;
}

static inline double p_value(const struct tables *tables, int64_t days, double log_tie)
{
    const int64_t begin = towards_mirrored(tables, days);
    const double observed = log_probability(tables, days), mode = log_probability(tables, tables->mode);
    const double log_limit = observed + log_tie;
    if (!(mode > log_limit))
        return 1.0;
    const double begun = log_probability(tables, begin), limit = exp(log_limit), first = exp(observed);
    const int is_left = days <= tables->mode;
    if (deviations(tables, days) < NEAR) {
        const int64_t inwards = is_left ? tables->mode - days : days - tables->mode;
        return fmin(1.0 - chain_sum(tables, days, first, is_left, limit, inwards), 1.0);
    }
    const int is_inside = begun > log_limit;
    const double across = chain_sum(tables, is_inside ? begin : tables->mode, exp(is_inside ? begun : mode),
                                    is_left, limit, -1);
    return fmin(across + chain_sum(tables, days, first, !is_left, limit, -1), 1.0);
}

/* Two-sided p-values (t) of tables [[days, n - days], [other_days, other_n - other_days]], given as (4, t): days,
   n, other_days, other_n. The caller sees that 0 <= days <= n on each side and that `log_factorials` go up to the
   largest n + other_n; `log_tie` is the distance within which two logarithms count as equal. */
CLONED void fisher_exact(const int64_t *tables, int64_t t, const double *log_factorials, double log_tie,
                         double *p_values)
{
    const int64_t *n = tables + t, *other_days = tables + 2 * t, *other_n = tables + 3 * t;
    for (int64_t i = 0; i < t; i++) {
        const struct tables those = tables_of(n[i], other_n[i], tables[i] + other_days[i], log_factorials);
        p_values[i] = p_value(&those, tables[i], log_tie);
    }
}
