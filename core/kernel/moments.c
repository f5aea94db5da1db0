/* Moments of numbers from days by value or from sums of powers; see core/modules/power_sums.py. */
#include <float.h>
#include <math.h>
#include <stdint.h>

#include "words.h"

static void add_powers(uint64_t word, const double *offsets, int64_t q, double *sums)
{
    for (; word; word &= word - 1) {
        const double *row = offsets + lowest(word) * q;
        for (int64_t j = 0; j < q; j++) {
            double d = row[j], square = d * d;
            sums[j] += d;
            sums[q + j] += square;
            sums[2 * q + j] += square * d;
        }
    }
}

/* sums (3, q) of the powers of offsets (n, q) over a set of n sessions, from the smaller side of it; whole (3, q) are
 * those of all. */
void power_sums(const uint64_t *words, int64_t n_words, int64_t n, const double *offsets, int64_t q,
                const double *whole, double *sums)
{
    int others = 2 * sessions_in(words, n_words) > n;
    int64_t step = 64 * q, bytes = q * (int64_t)sizeof *offsets;
    for (int64_t k = 0; k < 3 * q; k++)
        sums[k] = 0;
    for (int64_t i = 0; i < n_words; i++) {
        fetch(side_of(words, i + AHEAD, n_words, n, others), offsets + (i + AHEAD) * step, bytes);
        add_powers(side_of(words, i, n_words, n, others), offsets + i * step, q, sums);
    }
    for (int64_t k = 0; others && k < 3 * q; k++)
        sums[k] = whole[k] - sums[k];
}

/* Writes mean, deviation and skewness to moments[0], [m] and [2 m] from mean, second and third moment. */
static void put(double n, double mean, double second, double third, double *moments, int64_t m)
{
    double least = DBL_EPSILON * mean;
    int flat = n < 3 || second <= least * least;
    moments[0] = mean;
    moments[m] = sqrt(second * n / (n - 1));
    moments[2 * m] = flat ? NAN : third * sqrt(n * (n - 1)) / (n - 2) / (second * sqrt(second));
}

/* Integer j of f has counts[begin[j]] days of lowest[j] and so on to before end[j]; moments (3, m) begin with it. */
void integer_moments(const int64_t *counts, const int64_t *begin, const int64_t *end, const int64_t *lowest,
                     int64_t f, const int64_t *days, double *moments, int64_t m)
{
    for (int64_t j = 0; j < f; j++) {
        int64_t total = 0;
        for (int64_t k = begin[j]; k < end[j]; k++)
            total += counts[k] * (lowest[j] + k - begin[j]);
        double n = (double)days[j], mean = (double)total / n, second = 0, third = 0;
        for (int64_t k = begin[j]; k < end[j]; k++) {
            double off = (double)(lowest[j] + k - begin[j]) - mean, square = (double)counts[k] * off * off;
            second += square;
            third += square * off;
        }
        put(n, mean, second / n, third / n, moments + j, m);
    }
}

/* The moments of q numerics from their sums (3, q) about centre, the last of moments (3, m). unsteady (q,) is 1 where
 * the sums are too even for them. */
void numeric_moments(const double *sums, const double *centre, const double *variance, double steady, int64_t q,
                     const int64_t *days, double *moments, int64_t m, uint8_t *unsteady)
{
    for (int64_t j = 0; j < q; j++) {
        double n = (double)days[m - q + j], first = sums[j] / n, square = sums[q + j] / n;
        double cube = sums[2 * q + j] / n, of_mean = first * first, second = square - of_mean;
        double most = square > variance[j] ? square : variance[j];
        unsteady[j] = !(second >= steady * most);
        put(n, centre[j] + first, second, cube - first * (3 * square - 2 * of_mean), moments + m - q + j, m);
    }
}
