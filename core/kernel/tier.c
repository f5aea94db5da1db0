/* The tests of a whole tier on one selection, from bitmaps to q-values: core/query/tier_tests.py. */
#include <math.h>

#include "tests.h"

/* A feature that shows an occurrence: its rows of active days and of days with a value, its column of figures. */
struct shown {
    int64_t active, known, column, is_enum;
};

/* One selection: matched and other days of every row, what no filter names, the figures to be found, (4, features),
   and of those that Holm's adjustment ranges over the p-values and the places of the q-values. */
struct found {
    const int64_t *matched, *others;
    const uint8_t *is_free;
    int64_t features;
    double *figures, *own;
    int64_t *places, m;
};

static void note(struct found *found, double p_value, int64_t row, int64_t column, int is_own)
{
    found->figures[row * found->features + column] = p_value;
    if (is_own) {
        found->own[found->m] = p_value;
        found->places[found->m++] = (row + 1) * found->features + column;
    }
}

/* Without a universe `whole` are the days of both sides. */
static void count_sides(const uint64_t *rows, int64_t k, int64_t w, const uint64_t *selection,
                        const uint64_t *universe, const int64_t *whole, int64_t *matched, int64_t *others)
{
    count_common(rows, k, w, selection, matched);
    if (universe)
        count_common(rows, k, w, universe, others);
    for (int64_t i = 0; i < k; i++)
        others[i] = (universe ? others[i] : whole[i]) - matched[i];
}

/* Tests the features with days on both sides; `days` (5 s) and `chances` (s) are work space. */
static void test_activity(struct found *found, const struct shown *shown, int64_t s, const double *log_factorials,
                          double log_tie, int64_t *days, double *chances)
{
    int64_t *tested = days, *tables = days + s, t = 0;
    for (int64_t i = 0; i < s; i++) {
        const int64_t known = shown[i].known;
        if (found->is_free[shown[i].column] && found->matched[known] > 0 && found->others[known] > 0)
            tested[t++] = i;
    }
    for (int64_t i = 0; i < t; i++) {
        const struct shown *each = shown + tested[i];
        tables[i] = found->matched[each->active];
        tables[t + i] = found->matched[each->known];
        tables[2 * t + i] = found->others[each->active];
        tables[3 * t + i] = found->others[each->known];
    }
    fisher_exact(tables, t, log_factorials, log_tie, chances);
    for (int64_t i = 0; i < t; i++)
        note(found, chances[i], 0, shown[tested[i]].column, !shown[tested[i]].is_enum);
}

/* Tests the enums that have a test; `days` (2 e l) and `chances` (e) are work space. */
static void test_labels(struct found *found, const int64_t *enums, int64_t e, int64_t l, int64_t *days,
                        double *chances)
{
    for (int64_t i = 0; i < e; i++) {
        const int64_t *rows = enums + i * (1 + l) + 1;
        for (int64_t j = 0; j < l; j++) {
            days[i * l + j] = found->matched[rows[j]];
            days[(e + i) * l + j] = found->others[rows[j]];
        }
    }
    chi_squares(days, e, l, chances);
    for (int64_t i = 0; i < e; i++) {
        const int64_t column = enums[i * (1 + l)];
        if (found->is_free[column] && !isnan(chances[i]))
            note(found, chances[i], 2, column, 1);
    }
}

/* The tests of `features` features on one selection, `figures` (4, features): p and q-value of active days, p and
   q-value of labels; NaN for none. `rows` (k, w) are bitmaps, `whole` (k) their days; `shown` is (s, 4), `enums`
   (e, 1 + l) has the column of each and the rows of its labels. `days` (2 k + 7 s + 2 e + 2 e l) and `chances`
   (3 s + 3 e) are work space. `selection` and `universe` (w) are bitmaps, `universe` NULL where all sessions are
   asked about; `is_free` (features) marks what no filter names. The caller sees that rows are below k and columns
   below `features`, and that `log_factorials` go up to all sessions. */
void tier_tests(const uint64_t *rows, int64_t k, int64_t w, const int64_t *whole, const struct shown *shown, int64_t s,
                const int64_t *enums, int64_t e, int64_t l, const double *log_factorials, double log_tie, int64_t *days,
                double *chances, const uint64_t *selection, const uint64_t *universe, const uint8_t *is_free,
                int64_t features, double *figures)
{
    const int64_t most = s + e;
    int64_t *places = days + 2 * k, *order = places + most, *rest = order + most;
    double *q_values = chances + most, *own = q_values + most;
    struct found found = {days, days + k, is_free, features, figures, own, places, 0};
    for (int64_t i = 0; i < 4 * features; i++)
        figures[i] = NAN;
    count_sides(rows, k, w, selection, universe, whole, days, days + k);
    test_activity(&found, shown, s, log_factorials, log_tie, rest, chances);
    test_labels(&found, enums, e, l, rest + 5 * s, chances);
    holm(own, found.m, order, q_values);
    for (int64_t i = 0; i < found.m; i++)
        figures[places[i]] = q_values[i];
}
