/* Streaks and runs across sessions: core/modules/plan/in_order.py. Bit or byte i is the session with ordinal i. */
#include "streaks.h"

#include "clones.h"

/* Bars of a full session. */
#define LAST_BAR 81
/* Under this share of the words, streaks are looked at one by one. */
#define FEW 4

static inline int64_t bits(uint64_t word) { return __builtin_popcountll(word); }

static inline void pack(const uint8_t *flags, int64_t n, uint64_t *words, int64_t w)
{
    for (int64_t j = 0; j < w; j++) {
        const int64_t end = n - 64 * j < 64 ? n - 64 * j : 64;
        uint64_t word = 0;
        for (int64_t i = 0; i < end; i++)
            word |= (uint64_t)(flags[64 * j + i] != 0) << i;
        words[j] = word;
    }
}

/* One feature's streaks: `reached` are the days at which one has a certain length, `on` those on which it goes on
   from the day before, `over` those after which it is known not to. */
struct streaks {
    uint64_t *reached, *on, *over;
    int64_t w;
};

static inline void begin(struct streaks *of, const uint64_t *active, const uint64_t *known, const uint64_t *linked,
                         const uint64_t *matched)
{
    uint64_t before = 0;
    for (int64_t j = 0; j < of->w; j++) {
        const uint64_t days = active[j] & matched[j];
        of->on[j] = days & (days << 1 | before) & linked[j];
        of->reached[j] = days & ~of->on[j];
        of->over[j] = known[j] & linked[j] & matched[j] & ~of->on[j];
        before = days >> 63;
    }
    for (int64_t j = 0; j < of->w; j++)
        of->over[j] = of->over[j] >> 1 | (j + 1 < of->w ? of->over[j + 1] << 63 : 0);
}

/* How many streaks have reached their length, and how many of those are over. */
static inline int64_t count(const struct streaks *of, int64_t *over)
{
    int64_t found = 0, found_over = 0;
    for (int64_t j = 0; j < of->w; j++) {
        found += bits(of->reached[j]);
        found_over += bits(of->reached[j] & of->over[j]);
    }
    *over = found_over;
    return found;
}

/* A day more: streaks that do not go on drop out. */
static inline void grow(struct streaks *of)
{
    uint64_t before = 0;
    for (int64_t j = 0; j < of->w; j++) {
        const uint64_t days = of->reached[j];
        of->reached[j] = (days << 1 | before) & of->on[j];
        before = days >> 63;
    }
}

/* The day at which the streak on day `at` ends. */
static inline int64_t end_of(const struct streaks *of, int64_t at)
{
    for (int64_t next = at + 1; next < 64 * of->w; next = (next / 64 + 1) * 64) {
        const uint64_t stops = ~of->on[next / 64] >> next % 64;
        if (stops)
            return next + __builtin_ctzll(stops) - 1;
    }
    return 64 * of->w - 1;
}

/* Counts streaks by length, day by day; the few that are left one by one. Gives the longest. */
static inline int64_t lengths(struct streaks *of, int64_t *by_length, int64_t *followed)
{
    int64_t longest = 0, left, over;
    by_length[0] = 0;
    while ((left = count(of, &over)) > of->w / FEW) {
        by_length[longest++] -= left;
        by_length[longest] = left;
        followed[longest] = over;
        grow(of);
    }
    by_length[longest] -= left;
    const int64_t grown = longest;
    for (int64_t j = 0; j < of->w; j++)
        for (uint64_t days = of->reached[j]; days; days &= days - 1) {
            const int64_t at = 64 * j + __builtin_ctzll(days), end = end_of(of, at);
            const int64_t length = grown + 1 + end - at;
            while (longest < length) {
                by_length[++longest] = 0;
                followed[longest] = 0;
            }
            by_length[length]++;
            followed[length] += of->over[end / 64] >> end % 64 & 1;
        }
    by_length[0] = followed[0] = 0;
    return longest;
}

/* Streaks of f features on the matched days (n): from by_length[starts[i]] on feature i's by length, 0 to its
   longest; `followed` are those whose next session is known. `active` and `known` are bitmaps (f, w), `linked` (w)
   the days that follow the row before, `work` (4 w). The caller sees that every feature has room for its longest
   streak over all sessions. */
CLONED void streak_lengths(const uint64_t *active, const uint64_t *known, const uint64_t *linked, int64_t f, int64_t w,
                           uint64_t *work, const int64_t *starts, int64_t *by_length, int64_t *followed,
                           int64_t *longest, const uint8_t *matched, int64_t n)
{
    struct streaks streaks = {work + w, work + 2 * w, work + 3 * w, w};
    pack(matched, n, work, w);
    for (int64_t i = 0; i < f; i++) {
        begin(&streaks, active + i * w, known + i * w, linked, work);
        longest[i] = lengths(&streaks, by_length + starts[i], followed + starts[i]);
    }
}

/* One feature's runs: bars of the run that began the day, of the one that ended it, of the longest; `full` are
   days that one run filled, `linked` (n - 1) those but the first that go on from the day before. */
struct runs {
    const uint8_t *head, *tail, *longest, *full, *linked, *matched;
    int64_t n;
};

static inline uint8_t larger(uint8_t a, uint8_t b) { return a > b ? a : b; }

static inline uint8_t joined(const struct runs *of, int64_t i)
{
    return of->linked[i - 1] & of->matched[i] & of->matched[i - 1];
}

/* The longest run within two days; `filled` is set where a run may be longer. */
static inline int64_t within_two(const struct runs *of, uint8_t *filled)
{
    uint8_t found = 0, any = 0;
    for (int64_t i = 0; i < of->n; i++)
        found = larger(found, larger(of->longest[i], of->tail[i]) & -of->matched[i]);
    for (int64_t i = 1; i < of->n; i++) {
        const uint8_t goes_on = joined(of, i);
        const uint8_t carried = (of->tail[i - 1] & -goes_on) + (of->head[i] & -of->matched[i]);
        found = larger(found, carried);
        any |= goes_on & of->full[i];
    }
    *filled = any;
    return found;
}

/* The longest run that began on a day and filled all those after it, and went on into the next. */
static inline int64_t across_many(const struct runs *of)
{
    int64_t found = 0, alive = of->tail[0] & -of->matched[0];
    for (int64_t i = 1; i < of->n; i++) {
        const int64_t goes_on = joined(of, i);
        const int64_t carried = (goes_on ? alive : 0) + (of->head[i] & -of->matched[i]);
        alive = goes_on && of->full[i] ? alive + LAST_BAR : of->tail[i] & -of->matched[i];
        found = carried > found ? carried : found;
        found = alive > found ? alive : found;
    }
    return found;
}

/* The longest run (f) of f features across neighbouring matched days (n), 0 without any. `runs` (3, f, n) are 0
   on days without a value; `full` (f, n) and `linked` (f, n - 1) are 0 or 1, as `matched` is. n is at least 1. */
CLONED void longest_runs(const uint8_t *runs, const uint8_t *full, const uint8_t *linked, int64_t f, int64_t n,
                         int64_t *longest, const uint8_t *matched)
{
    for (int64_t i = 0; i < f; i++) {
        const uint8_t *head = runs + i * n, *tail = runs + (f + i) * n;
        const struct runs of = {head, tail, runs + (2 * f + i) * n, full + i * n, linked + i * (n - 1), matched, n};
        uint8_t filled;
        longest[i] = within_two(&of, &filled);
        if (filled) {
            const int64_t across = across_many(&of);
            longest[i] = across > longest[i] ? across : longest[i];
        }
    }
}
