/* Figures that are lists, maps and words, as core/query/plan_texts.py and plan_sequences.py write them. */
#ifndef WORDING_H
#define WORDING_H
#include <stdio.h>

#include "answer.h"
#include "digits.h"

enum { LAST_BAR = 81, SMALL = 30, LARGE = 100, LONGEST_SENTENCE = 256 };

static inline int64_t clipped(int64_t place, int64_t size)
{
    return place < 0 ? 0 : place > size ? size : place;
}

/* Days up to each bar; a feature's codes begin at `start` with `first` and are `size`. */
static inline char *write_by_bar(char *out, const int32_t *running, int64_t size, int64_t first)
{
    int32_t before = running[clipped(1 - first, size)];
    *out = '[';
    for (int64_t bar = 1; bar <= LAST_BAR; bar++) {
        out = write_whole(out + 1, running[clipped(bar + 1 - first, size)] - before);
        *out = ',';
    }
    *out = ']';
    return out + 1;
}

static inline char *write_entry(char *out, int is_first, int64_t key, int64_t days)
{
    if (!is_first)
        *out++ = ',';
    *out++ = '"';
    out = write_whole(out, key);
    out = write_text(out, "\":", 2);
    return write_whole(out, days);
}

/* Days by bar, without the bars that have none. */
static inline char *write_bars(char *out, const int32_t *running, int64_t size, int64_t first)
{
    int is_first = 1;
    *out++ = '{';
    for (int64_t bar = 1; bar <= LAST_BAR; bar++) {
        int32_t days = running[clipped(bar + 1 - first, size)] - running[clipped(bar - first, size)];
        if (days > 0) {
            out = write_entry(out, is_first, bar, days);
            is_first = 0;
        }
    }
    *out++ = '}';
    return out;
}

static inline char *write_grade(char *out, int64_t days)
{
    if (days < SMALL)
        return write_text(out, "\"small\"", 7);
    return days <= LARGE ? write_text(out, "\"medium\"", 8) : write_text(out, "\"large\"", 7);
}

/* The last code that has days, 0 for none. */
static inline int64_t largest_code(const int32_t *running, int64_t size)
{
    int64_t code = size - 1;
    while (code > 0 && running[code + 1] == running[code])
        code--;
    return code;
}

static inline char *write_label(char *out, const char *label)
{
    return write_text(out, label, strlen(label));
}

/* The label with the most days, the first of several; null without days. */
static inline char *write_likeliest(char *out, const int64_t *days, const int32_t *counts, const char *const *labels)
{
    int most = 0;
    for (int i = 1; i < 3; i++)
        if (days[counts[i]] > days[counts[most]])
            most = i;
    if (days[counts[most]] == 0)
        return write_null(out);
    *out++ = '"';
    out = write_label(out, labels[most]);
    *out++ = '"';
    return out;
}

static inline char *write_of(char *out, int64_t days, int64_t n)
{
    out = write_whole(out, days);
    out = write_text(out, " of ", 4);
    out = write_whole(out, n);
    return out + sprintf(out, " (%.2f%%)", (double)(100 * days) / (double)n);
}

/* Where most days fell and how many came to the top, of days by range. */
static inline char *write_sentence(char *out, const int32_t *running, int64_t size, const char *const *labels)
{
    int64_t n = running[size] - running[0], top = size - 1, fullest = 0;
    if (n == 0)
        return write_text(out, "\"No matching day has a value.\"", 30);
    for (int64_t i = 1; i < size; i++)
        if (running[i + 1] - running[i] > running[fullest + 1] - running[fullest])
            fullest = i;
    out = fullest == top ? write_label(out, "\"The top range, ") : write_label(out, "\"The range ");
    out = write_label(out, labels[fullest]);
    out = write_label(out, fullest == top ? ", holds the most days: " : " holds the most days: ");
    out = write_of(out, running[fullest + 1] - running[fullest], n);
    if (fullest != top) {
        out = write_label(out, "; the top range, ");
        out = write_label(out, labels[top]);
        out = write_label(out, ", was reached on ");
        out = write_of(out, running[top + 1] - running[top], n);
    }
    return write_label(out, ".\"");
}
#endif
