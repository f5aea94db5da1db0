/* Streaks and runs that go on from session to session; streaks.c says what the functions take. */
#include <stdint.h>

void streak_lengths(const uint64_t *active, const uint64_t *known, const uint64_t *linked, int64_t f, int64_t w,
                    uint64_t *work, const int64_t *starts, int64_t *by_length, int64_t *followed, int64_t *longest,
                    const uint8_t *matched, int64_t n);

void longest_runs(const uint8_t *runs, const uint8_t *full, const uint8_t *linked, int64_t f, int64_t n,
                  int64_t *longest, const uint8_t *matched);
