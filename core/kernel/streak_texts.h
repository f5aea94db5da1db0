/* What a feature's streaks by length say, as core/query/plan_sequences.py has it: `width` lengths, from 0 to the longest. */
#ifndef STREAK_TEXTS_H
#define STREAK_TEXTS_H
#include "digits.h"
#include "wording.h"

static inline int64_t number_of(const int64_t *by_length, int64_t width)
{
    int64_t number = 0;
    for (int64_t length = 0; length < width; length++)
        number += by_length[length];
    return number;
}

static inline double mean_streak(const int64_t *by_length, int64_t width)
{
    int64_t days = 0;
    for (int64_t length = 0; length < width; length++)
        days += length * by_length[length];
    return (double)days / (double)number_of(by_length, width);
}

/* The length of which `rank` streaks are shorter or equal. */
static inline int64_t streak_at(const int64_t *by_length, int64_t width, int64_t rank)
{
    int64_t length = 0, up_to = width > 0 ? by_length[0] : 0;
    while (length < width - 1 && up_to <= rank)
        up_to += by_length[++length];
    return length;
}

static inline double median_streak(const int64_t *by_length, int64_t width)
{
    int64_t number = number_of(by_length, width), last = number - 1;
    if (number == 0)
        return NAN;
    int64_t low = streak_at(by_length, width, last / 2), high = streak_at(by_length, width, last - last / 2);
    return (double)(low + high) / 2;
}

static inline char *write_lengths(char *out, const int64_t *by_length, int64_t width)
{
    int is_first = 1;
    *out++ = '{';
    for (int64_t length = 1; length < width; length++)
        if (by_length[length] > 0) {
            out = write_entry(out, is_first, length, by_length[length]);
            is_first = 0;
        }
    *out++ = '}';
    return out;
}

/* Of the streaks that stood at each length and whose next session is known, the share that went on. */
static inline char *write_continuation(char *out, const int64_t *by_length, const int64_t *followed, int64_t width)
{
    int64_t at_least = number_of(by_length, width);
    *out++ = '[';
    for (int64_t length = 1; length < width; length++) {
        at_least -= by_length[length - 1];
        int64_t longer = at_least - by_length[length], stood = longer + followed[length];
        if (length > 1)
            *out++ = ',';
        out = write_text(out, "{\"length\":", 10);
        out = write_whole(out, length);
        out = write_text(out, ",\"probability\":", 15);
        out = write_real(out, (double)longer / (double)stood);
        out = write_text(out, ",\"streaks\":", 11);
        out = write_whole(out, stood);
        *out++ = '}';
    }
    *out++ = ']';
    return out;
}
#endif
