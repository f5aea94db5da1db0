/* Holm's step-down adjustment: core/modules/significance.py. */
#include "tests.h"

static const int64_t GAPS[] = {701, 301, 132, 57, 23, 10, 4, 1};

static void sort_places(const double *by, int64_t m, int64_t *order)
{
    for (int64_t i = 0; i < m; i++)
        order[i] = i;
    for (int g = 0; g < 8; g++) {
        for (int64_t i = GAPS[g], j; i < m; i++) {
            const int64_t moved = order[i];
            for (j = i; j >= GAPS[g] && by[order[j - GAPS[g]]] > by[moved]; j -= GAPS[g])
                order[j] = order[j - GAPS[g]];
            order[j] = moved;
        }
    }
}

/* Adjusts m p-values, none of them NaN; `order` (m) is work space. */
void holm(const double *p_values, int64_t m, int64_t *order, double *q_values)
{
    double largest = 0.0;
    sort_places(p_values, m, order);
    for (int64_t rank = 0; rank < m; rank++) {
        double step = (double)(m - rank) * p_values[order[rank]];
        step = step > 1.0 ? 1.0 : step;
        largest = step > largest ? step : largest;
        q_values[order[rank]] = largest;
    }
}
