/* Days by code of the rows of a selection. */
#include <stdint.h>

/* Adds to counts[slot] for each of the c slots of each of n rows; slots is (N, c), rows below N. */
void count_rows(const uint16_t *slots, int64_t c, const int64_t *rows, int64_t n, int64_t *counts)
{
    for (int64_t i = 0; i < n; i++) {
        const uint16_t *row = slots + rows[i] * c;
        for (int64_t j = 0; j < c; j++)
            counts[row[j]]++;
    }
}
