/* A plan's answer in one pass: text, figure, text, figure. */
#include "answer.h"
#include "digits.h"
#include "figures.h"
#include "spreads.h"
#include "wording.h"
#include "streak_texts.h"

/* What fills a hole; core/kernel/answer.py has the same names in the same order. */
enum {
    COUNT, BOTH, TOP, SHARE, PCT, SHARE_OF_BOTH, LOWER, UPPER, LIFT, DIFFERENCE, LEAST, MOST, QUANTILE, BETWEEN,
    LOW_EDGE, HIGH_EDGE, MOMENT, TEST, STREAK_MEDIAN, STREAK_MEAN, GRADE, LIKELIEST, SENTENCE, BY_BAR, BARS, LARGEST,
    STREAK_LENGTHS, CONTINUATION, STREAK_LONGEST, LONGEST_RUN, PIECE, END
};

static double compared(const int64_t *days, const int32_t *step)
{
    Interval here = wilson(days[step[FIRST]], days[step[SECOND]]);
    Interval there = wilson(days[step[THIRD]], days[step[FOURTH]]);
    switch (step[KIND]) {
    case LIFT:
        return there.share == 0 ? NAN : here.share / there.share;
    case LEAST:
        return here.share - there.share - hypotenuse(here.share - here.lower, there.upper - there.share);
    case MOST:
        return here.share - there.share + hypotenuse(here.upper - here.share, there.share - there.lower);
    default:
        return here.share - there.share;
    }
}

/* The row of a table by feature and length of streak, and how many lengths it has. */
static const int64_t *streaks(const Answer *of, const int64_t *table, const int32_t *step)
{
    return table + of->starts[step[FIRST]];
}

static int64_t width(const Answer *of, const int32_t *step)
{
    return of->longest_streaks[step[FIRST]] + 1;
}

/* A figure that is no whole number. */
static double figure(const Answer *of, const int32_t *step)
{
    const int64_t *days = of->days;
    switch (step[KIND]) {
    case SHARE:
        return ratio(days[step[FIRST]], days[step[SECOND]]);
    case PCT:
        return ratio(100 * days[step[FIRST]], days[step[SECOND]] * step[THIRD]);
    case SHARE_OF_BOTH:
        return ratio(days[step[FIRST]] + days[step[SECOND]], days[step[THIRD]] + days[step[FOURTH]]);
    case LOWER:
        return wilson(days[step[FIRST]], days[step[SECOND]]).lower;
    case UPPER:
        return wilson(days[step[FIRST]], days[step[SECOND]]).upper;
    case QUANTILE:
        return quantile(of, step[FIRST], of->probabilities[step[SECOND]]);
    case BETWEEN:
        return quantile(of, step[THIRD], of->probabilities[step[FOURTH]]) -
               quantile(of, step[FIRST], of->probabilities[step[SECOND]]);
    case LOW_EDGE:
    case HIGH_EDGE:
        return edge(of, step[FIRST], step[KIND] == HIGH_EDGE);
    case MOMENT:
        return of->moments[step[FIRST]];
    case TEST:
        return of->tests[step[FIRST]];
    case STREAK_MEDIAN:
        return median_streak(streaks(of, of->by_length, step), width(of, step));
    case STREAK_MEAN:
        return mean_streak(streaks(of, of->by_length, step), width(of, step));
    default:
        return compared(days, step);
    }
}

/* Text, lists and maps; NULL where the hole is filled by a number. */
static char *write_words(const Answer *of, const int32_t *step, char *out)
{
    switch (step[KIND]) {
    case GRADE:
        return write_grade(out, of->days[step[FIRST]]);
    case LIKELIEST:
        return write_likeliest(out, of->days, step + FIRST, of->labels + step[FOURTH]);
    case SENTENCE:
        return write_sentence(out, of->running + step[FIRST], step[SECOND], of->labels + step[THIRD]);
    case BY_BAR:
        return write_by_bar(out, of->running + step[FIRST], step[SECOND], step[THIRD]);
    case BARS:
        return write_bars(out, of->running + step[FIRST], step[SECOND], step[THIRD]);
    case STREAK_LENGTHS:
        return write_lengths(out, streaks(of, of->by_length, step), width(of, step));
    case CONTINUATION:
        return write_continuation(out, streaks(of, of->by_length, step), streaks(of, of->followed, step),
                                  width(of, step));
    case PIECE:
        return write_label(out, of->pieces[step[FIRST]]);
    default:
        return NULL;
    }
}

/* A hole filled; NULL where a number is none that write_real writes. */
static char *write_hole(const Answer *of, const int32_t *step, char *out)
{
    char *after;
    switch (step[KIND]) {
    case COUNT:
        return write_whole(out, of->days[step[FIRST]]);
    case BOTH:
        return write_whole(out, of->days[step[FIRST]] + of->days[step[SECOND]]);
    case TOP:
        return write_whole(out, (int64_t)largest_value(of, step[FIRST]));
    case LARGEST:
        return write_whole_or_null(out, largest_code(of->running + step[FIRST], step[SECOND]));
    case STREAK_LONGEST:
        return write_whole_or_null(out, of->longest_streaks[step[FIRST]]);
    case LONGEST_RUN:
        return write_whole_or_null(out, of->longest_runs[step[FIRST]]);
    default:
        after = write_words(of, step, out);
        return after == NULL ? write_real(out, figure(of, step)) : after;
    }
}

/* The most bytes that a hole takes. */
static int64_t most_bytes(const Answer *of, const int32_t *step)
{
    switch (step[KIND]) {
    case PIECE:
        return (int64_t)strlen(of->pieces[step[FIRST]]);
    case SENTENCE:
        return LONGEST_SENTENCE + step[FOURTH];
    case STREAK_LENGTHS:
    case CONTINUATION:
        return (width(of, step) + 1) * (36 + 3 * LONGEST_NUMBER);
    case BY_BAR:
    case BARS:
        return (LAST_BAR + 1) * (4 + 2 * LONGEST_NUMBER);
    default:
        return 2 * LONGEST_NUMBER;
    }
}

static void count_days(const Answer *of)
{
    for (int64_t i = 0; i < of->n_counts; i++)
        of->days[i] = (int32_t)((uint32_t)of->running[of->spans[2 * i + 1]] - (uint32_t)of->running[of->spans[2 * i]]);
    for (int64_t i = 0; i < of->n_spreads; i++)
        spread(of, of->spreads + i * SPREAD, of->moments + i * MOMENTS);
}

/* Writes the answer to `out` and returns its length; -1 where a number is infinite or 10^9 and more, -2 where there
   is too little room. The plan's maker keeps every place of its tables inside the arrays they point into. */
int64_t write_answer(const Answer *of)
{
    char *out = of->out, *end = out + of->room;
    int32_t from = 0;
    count_days(of);
    for (const int32_t *step = of->steps; step < of->steps + of->n_steps * STEP; step += STEP) {
        int64_t text = step[TEXT_END] - from;
        if (end - out < text + most_bytes(of, step) + BLOCK)
            return -2;
        out = write_blocks(out, of->text + from, text);
        from = step[TEXT_END];
        if (step[KIND] == END)
            of->ends[step[FIRST]] = out - of->out;
        else if ((out = write_hole(of, step, out)) == NULL)
            return -1;
    }
    return out - of->out;
}

/* Bytes of an Answer, for the other side to see that it declares the same. */
int64_t answer_size(void)
{
    return sizeof(Answer);
}
