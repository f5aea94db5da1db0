/* The running sum of an answer plan: see core/modules/plan/figures.py. */
#include <stdint.h>

/* Goes on with a running sum over the days of a side in ascending order of value, t of them, and puts the side's
 * values together. Writes up to one value more than there are. */
static uint32_t run_values(const uint8_t *mask, const int32_t *ordinals, const double *values, int64_t t,
                           uint32_t sum, uint32_t *running, double *numbers)
{
    uint32_t before = sum;
    for (int64_t i = 0; i < t; i++) {
        numbers[sum - before] = values[i];
        sum += mask[ordinals[i]];
        running[i] = sum;
    }
    return sum;
}

/* running (2 codes + 2 t + 2 + 2 codes): the running sum of counts (2 codes,), then of each side's t days by value;
 * after it that of counts times their weights. numbers (t + 1,) are the matched days' values, then the others';
 * no day is on both sides. ordinals (t,) are places of masks (2, n). Sums are taken as 32 bits, whatever was cut
 * off: differences are what is read. */
void run_sides(const int64_t *counts, const int64_t *weights, int64_t codes, const uint8_t *masks, int64_t n,
               const int32_t *ordinals, const double *values, int64_t t, uint32_t *running, double *numbers)
{
    uint32_t sum = 0, total = 0, *totals = running + 2 * codes + 2 * t + 1;
    running[0] = totals[0] = 0;
    for (int64_t k = 0; k < 2 * codes; k++) {
        running[k + 1] = sum += (uint32_t)counts[k];
        totals[k + 1] = total += (uint32_t)counts[k] * (uint32_t)weights[k];
    }
    running += 2 * codes + 1;
    uint32_t matched = run_values(masks, ordinals, values, t, sum, running, numbers);
    run_values(masks + n, ordinals, values, t, matched, running + t, numbers + (matched - sum));
}
