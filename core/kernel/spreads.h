/* Mean, deviation and skewness; sums in an order of their own, which hardly ever reaches the sixth decimal. */
#ifndef SPREADS_H
#define SPREADS_H
#include <float.h>
#include <math.h>

#include "answer.h"

static inline void moments_of(int64_t n, double mean, double second, double third, double *found)
{
    double days = (double)n, least = DBL_EPSILON * mean;
    found[MEAN] = mean;
    found[DEVIATION] = sqrt(second * days / (double)(n - 1));
    if (n < 3 || second <= least * least)
        found[SKEWNESS] = NAN;
    else
        found[SKEWNESS] = third * sqrt((double)(n * (n - 1))) / (double)(n - 2) / (second * sqrt(second));
}

/* Of integers from their days by value. */
static inline void spread_of_counts(const int32_t *running, int64_t size, double first, double *found)
{
    double n = (double)(running[size] - running[0]), sum = 0, second = 0, third = 0;
    for (int64_t i = 0; i < size; i++)
        sum += (double)(running[i + 1] - running[i]) * (first + (double)i);
    double mean = sum / n;
    for (int64_t i = 0; i < size; i++) {
        double off = first + (double)i - mean, square = (double)(running[i + 1] - running[i]) * off * off;
        second += square;
        third += square * off;
    }
    moments_of((int64_t)n, mean, second / n, third / n, found);
}

enum { LANES = 8 };

static inline double added(const double *lanes)
{
    return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

static inline double mean_of(const double *values, int64_t n)
{
    double sum[LANES] = {0};
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int lane = 0; lane < LANES; lane++)
            sum[lane] += values[i + lane];
    for (; i < n; i++)
        sum[0] += values[i];
    return added(sum) / (double)n;
}

/* The second and the third moment about the mean, times n. */
static inline void powers_of(const double *values, int64_t n, double mean, double *second, double *third)
{
    double squares[LANES] = {0}, cubes[LANES] = {0};
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int lane = 0; lane < LANES; lane++) {
            double off = values[i + lane] - mean, square = off * off;
            squares[lane] += square;
            cubes[lane] += square * off;
        }
    for (; i < n; i++) {
        double off = values[i] - mean, square = off * off;
        squares[0] += square;
        cubes[0] += square * off;
    }
    *second = added(squares);
    *third = added(cubes);
}

/* Of n values in ascending order. */
static inline void spread_of_values(const double *values, int64_t n, double *found)
{
    found[MEAN] = found[DEVIATION] = found[SKEWNESS] = NAN;
    if (n == 0)
        return;
    double mean = mean_of(values, n), second, third;
    if (values[0] == values[n - 1]) {
        found[MEAN] = mean;
        found[DEVIATION] = n > 1 ? 0.0 : NAN;
        return;
    }
    powers_of(values, n, mean, &second, &third);
    moments_of(n, mean, second / (double)n, third / (double)n, found);
}

static inline void spread(const Answer *of, const int32_t *row, double *found)
{
    const int32_t *running = of->running;
    int32_t from = row[SPREAD_FROM], to = row[SPREAD_TO], begin = row[SPREAD_BEGIN];
    if (begin < 0)
        spread_of_counts(running + from, to - from, row[SPREAD_FIRST], found);
    else
        spread_of_values(of->numbers + (running[from] - running[begin]), running[to] - running[from], found);
}
#endif
