/* What an answer is written from; core/kernel/answer.py declares the same, in the same order. */
#ifndef ANSWER_H
#define ANSWER_H
#include <stdint.h>

/* Columns of a step: where the text before its hole ends, what fills the hole, and what that reads. */
enum { TEXT_END, KIND, FIRST, SECOND, THIRD, FOURTH, STEP };

/* Columns of a spread: the places its days are from and to in the running sum; of integers the value of the
   first place, of numerics the place where all numerics begin. */
enum { SPREAD_FROM, SPREAD_TO, SPREAD_FIRST, SPREAD_BEGIN, SPREAD };

enum { MEAN, DEVIATION, SKEWNESS, MOMENTS };

typedef struct {
    /* of a plan */
    const char *text;            /* the answer without its figures, a block of any bytes after it */
    const int32_t *steps;        /* (n_steps, STEP) */
    int64_t n_steps;
    const int32_t *spans;        /* (n_counts, 2) places of the running sum that a count lies between */
    int64_t n_counts;
    const int32_t *spreads;      /* (n_spreads, SPREAD) */
    int64_t n_spreads;
    const double *probabilities; /* of quantiles */
    const int32_t *ranks;        /* by number of days the rank of the median interval's lower end, 0 for none */
    const double *worth;         /* (n_places,) value of each place of the running sum, totals apart */
    int64_t n_places;
    const char *const *labels;   /* texts without quotes, ended by 0 */
    int64_t *days;               /* (n_counts,) filled here */
    double *moments;             /* (n_spreads, MOMENTS) filled here */
    /* of a question */
    const int32_t *running;      /* the running sum, first 0 */
    const double *numbers;       /* values of the numerics in the order of the running sum */
    const double *tests;         /* p- and q-values, NaN for none */
    const char *const *pieces;   /* JSON ended by 0 */
    const int64_t *starts;       /* (features,) where each one's lengths begin in the next two */
    const int64_t *by_length;    /* streaks by length, from 0 on */
    const int64_t *followed;     /* those whose next session is known */
    const int64_t *longest_streaks; /* (features,) 0 for none */
    const int64_t *longest_runs; /* (features,) 0 for none */
    char *out;
    int64_t room;                /* bytes of `out` */
    int64_t *ends;               /* (features,) where each feature's text ends, filled here */
} Answer;
#endif
