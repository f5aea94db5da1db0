/* Days by code of sets of sessions. Words have no bit beyond the last session. */
#include <stdint.h>

#include "words.h"

/* Adds to counts the c slots of every session of a set. */
static void count_word(uint64_t word, const uint16_t *slots, int64_t c, int64_t *counts)
{
    for (; word; word &= word - 1) {
        const uint16_t *row = slots + lowest(word) * c;
        for (int64_t j = 0; j < c; j++)
            counts[row[j]]++;
    }
}

static void count_side(const uint64_t *words, int64_t n_words, int64_t n, int others, const uint16_t *slots,
                       int64_t c, int64_t *counts, int64_t length)
{
    int64_t step = 64 * c, bytes = c * (int64_t)sizeof *slots;
    for (int64_t k = 0; k < length; k++)
        counts[k] = 0;
    for (int64_t i = 0; i < n_words; i++) {
        fetch(side_of(words, i + AHEAD, n_words, n, others), slots + (i + AHEAD) * step, bytes);
        count_word(side_of(words, i, n_words, n, others), slots + i * step, c, counts);
    }
}

static void unpack(const uint64_t *words, int64_t n, uint8_t *mask)
{
    for (int64_t s = 0; s < n; s++)
        mask[s] = words[s / 64] >> (s % 64) & 1;
}

/* The two sides of a question: counts (2, length) by slot and masks (2, n), matched first. slots (n, c) are places
 * of counts, rest are the other sessions; whole (length,) are the counts of both together, or NULL where they are
 * not known. */
void part_sessions(const uint64_t *matched, const uint64_t *rest, int64_t n_words, int64_t n,
                   const uint16_t *slots, int64_t c, const int64_t *whole, int64_t length, int64_t *counts,
                   uint8_t *masks)
{
    int fewer = sessions_in(matched, n_words) > sessions_in(rest, n_words);
    int64_t *counted = counts + fewer * length, *left = counts + !fewer * length;
    count_side(fewer ? rest : matched, n_words, n, 0, slots, c, counted, length);
    if (whole)
        for (int64_t k = 0; k < length; k++)
            left[k] = whole[k] - counted[k];
    else
        count_side(fewer ? matched : rest, n_words, n, 0, slots, c, left, length);
    unpack(matched, n, masks);
    unpack(rest, n, masks + n);
}

/* The counts (length,) of a set among n sessions, from the smaller side of it; whole are those of all. */
void count_sessions(const uint64_t *words, int64_t n_words, int64_t n, const uint16_t *slots, int64_t c,
                    const int64_t *whole, int64_t length, int64_t *counts)
{
    int others = 2 * sessions_in(words, n_words) > n;
    count_side(words, n_words, n, others, slots, c, counts, length);
    for (int64_t k = 0; others && k < length; k++)
        counts[k] = whole[k] - counts[k];
}
