/* Sets of sessions as words of 64, the first session in the lowest bit of the first word. */
#include <stdint.h>

/* The place of the lowest bit of a word that is not 0. */
static inline int64_t lowest(uint64_t word)
{
    return __builtin_ctzll(word);
}

/* Sessions of a set. */
static inline int64_t sessions_in(const uint64_t *words, int64_t n_words)
{
    int64_t found = 0;
    for (int64_t i = 0; i < n_words; i++)
        found += __builtin_popcountll(words[i]);
    return found;
}

enum { AHEAD = 4, LINE = 64 };

/* Asks memory for the rows of a set's sessions, each of so many bytes, before they are read. */
static inline void fetch(uint64_t word, const void *rows, int64_t bytes)
{
    for (; word; word &= word - 1)
        for (int64_t at = 0; at < bytes; at += LINE)
            __builtin_prefetch((const char *)rows + lowest(word) * bytes + at);
}

/* The sessions of word i that are not in the set, of n in all. */
static inline uint64_t others_of(const uint64_t *words, int64_t i, int64_t n)
{
    int64_t left = n - 64 * i;
    return ~words[i] & (left < 64 ? ((uint64_t)1 << left) - 1 : ~(uint64_t)0);
}

/* Word i of a set among n sessions, or of the others; 0 past the last. */
static inline uint64_t side_of(const uint64_t *words, int64_t i, int64_t n_words, int64_t n, int others)
{
    if (i >= n_words)
        return 0;
    return others ? others_of(words, i, n) : words[i];
}

/* Whether a session is in the set. */
static inline int has(const uint64_t *words, int64_t session)
{
    return words[session / 64] >> (session % 64) & 1;
}
