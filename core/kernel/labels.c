/* Pearson's chi-square of enums' labels: core/modules/chi_squares.py, operation by operation. */
#include <math.h>

#include "tests.h"

#define LEAST_EXPECTED 5

static const double PI = 3.141592653589793;

/* The probability that chi-square of at least one degree of freedom exceeds the statistic. */
static double tail(int64_t degrees, double statistic)
{
    const double half = statistic / 2, odd = (double)(degrees % 2);
    double term = exp(-half) * (degrees % 2 ? 2 * sqrt(half / PI) : 1.0);
    double sum = degrees % 2 ? erfc(sqrt(half)) : 0.0;
    for (int64_t j = 1; j <= degrees / 2; j++) {
        sum += term;
        term *= half / ((double)j + odd / 2);
    }
    return sum;
}

/* One enum's labels on two sides of n and other_n days. */
struct labels {
    const int64_t *matched, *others;
    int64_t k, n, other_n;
};

static int is_thin(const struct labels *of, int64_t total)
{
    const int64_t least = of->n < of->other_n ? of->n : of->other_n;
    return least * total < LEAST_EXPECTED * (of->n + of->other_n);
}

static int is_kept(const struct labels *of, int64_t total) { return total > 0 && !is_thin(of, total); }

static double term_of(int64_t days, int64_t row, int64_t total, int64_t all_days)
{
    const double expected = (double)(row * total) / (double)all_days, off = (double)days - expected;
    return off * off / expected;
}

static double with_column(double statistic, const struct labels *of, int64_t matched, int64_t others)
{
    const int64_t total = matched + others, all_days = of->n + of->other_n;
    if (total == 0)
        return statistic;
    statistic += term_of(matched, of->n, total, all_days);
    return statistic + term_of(others, of->other_n, total, all_days);
}

/* Thin labels leave their columns and join in the last, or in the smallest. */
static double p_value(const struct labels *of)
{
    int64_t pooled = 0, other_pooled = 0, kept = 0, smallest = -1, fewest = INT64_MAX;
    for (int64_t j = 0; j < of->k; j++) {
        const int64_t total = of->matched[j] + of->others[j];
        if (!is_kept(of, total)) {
            pooled += of->matched[j];
            other_pooled += of->others[j];
            continue;
        }
        kept++;
        if (total < fewest) {
            fewest = total;
            smallest = j;
        }
    }
    const int is_last = kept == 0 || !is_thin(of, pooled + other_pooled);
    const int64_t columns = kept + (is_last && pooled + other_pooled > 0);
    if (of->n == 0 || of->other_n == 0 || columns < 2)
        return NAN;
    double statistic = 0.0;
    for (int64_t j = 0; j < of->k; j++) {
        const int64_t joined = !is_last && j == smallest;
        if (is_kept(of, of->matched[j] + of->others[j]))
            statistic = with_column(statistic, of, of->matched[j] + joined * pooled,
                                    of->others[j] + joined * other_pooled);
    }
    if (is_last)
        statistic = with_column(statistic, of, pooled, other_pooled);
    return tail(columns - 1, statistic);
}

/* P-values (e) of enums' days by label on two sides (2, e, k), NaN where there is no test. */
void chi_squares(const int64_t *sides, int64_t e, int64_t k, double *p_values)
{
    for (int64_t i = 0; i < e; i++) {
        struct labels of = {sides + i * k, sides + (e + i) * k, k, 0, 0};
        for (int64_t j = 0; j < k; j++) {
            of.n += of.matched[j];
            of.other_n += of.others[j];
        }
        p_values[i] = p_value(&of);
    }
}
