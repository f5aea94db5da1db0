/* The tests of many features at once; each file says what its function takes. */
#include <stdint.h>

void count_common(const uint64_t *rows, int64_t k, int64_t w, const uint64_t *with, int64_t *counts);

void fisher_exact(const int64_t *tables, int64_t t, const double *log_factorials, double log_tie, double *p_values);

void chi_squares(const int64_t *sides, int64_t e, int64_t k, double *p_values);

void holm(const double *p_values, int64_t m, int64_t *order, double *q_values);
