/* Sets of sessions as packed words. */
#include "clones.h"
#include "tests.h"

/* Sessions that each of k sets (k, w) has in common with one set (w). */
CLONED void count_common(const uint64_t *rows, int64_t k, int64_t w, const uint64_t *with, int64_t *counts)
{
    for (int64_t i = 0; i < k; i++) {
        int64_t found = 0;
        for (int64_t j = 0; j < w; j++)
            found += __builtin_popcountll(rows[i * w + j] & with[j]);
        counts[i] = found;
    }
}
