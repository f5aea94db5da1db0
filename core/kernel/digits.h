/* Numbers as JSON, byte for byte as orjson writes them. */
#ifndef DIGITS_H
#define DIGITS_H
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { LONGEST_NUMBER = 24, DECIMALS = 6, SCALE = 1000000 };

static const char PAIRS[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051"
    "525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

static inline char *write_text(char *out, const char *text, size_t length)
{
    memcpy(out, text, length);
    return out + length;
}

static inline char *write_null(char *out)
{
    return write_text(out, "null", 4);
}

enum { BLOCK = 16 };

/* A text that may be read, and `out` written, up to a block past its end. */
static inline char *write_blocks(char *out, const char *text, int64_t length)
{
    for (int64_t i = 0; i < length; i += BLOCK)
        memcpy(out + i, text + i, BLOCK);
    return out + length;
}

static char *write_long_whole(char *out, int64_t number)
{
    char digits[LONGEST_NUMBER], *first = digits + sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    if (number < 0)
        *out++ = '-';
    for (; rest > 99; rest /= 100)
        memcpy(first -= 2, PAIRS + 2 * (rest % 100), 2);
    if (rest > 9)
        memcpy(first -= 2, PAIRS + 2 * rest, 2);
    else
        *--first = (char)('0' + rest);
    return write_text(out, first, (size_t)(digits + sizeof digits - first));
}

static inline char *write_whole(char *out, int64_t number)
{
    if (number >= 0 && number < 10) {
        *out = (char)('0' + number);
        return out + 1;
    }
    if (number >= 10 && number < 100)
        return write_text(out, PAIRS + 2 * number, 2);
    if (number >= 100 && number < 1000) {
        *out = (char)('0' + number / 100);
        return write_text(out + 1, PAIRS + 2 * (number % 100), 2);
    }
    return write_long_whole(out, number);
}

static inline char *write_whole_or_null(char *out, int64_t number)
{
    return number == 0 ? write_null(out) : write_whole(out, number);
}

/* The digits after the point, of so many millionths: without zeros at the end, but for one; writes all six. */
static inline char *write_millionths(char *out, uint32_t millionths)
{
    int length = DECIMALS;
    memcpy(out, PAIRS + 2 * (millionths / 10000), 2);
    memcpy(out + 2, PAIRS + 2 * (millionths / 100 % 100), 2);
    memcpy(out + 4, PAIRS + 2 * (millionths % 100), 2);
    while (length > 1 && out[length - 1] == '0')
        length--;
    return out + length;
}

/* A number rounded to six decimals, half to even; null for NaN. NULL for one of 10^9 or more: of those the
   shortest text is not that of the millionths. Adding and taking 3 * 2^51 rounds as numpy's rint. */
static inline char *write_real(char *out, double number)
{
    const double rounding = 6755399441055744.0;
    double scaled = number * SCALE;
    if (scaled != scaled)
        return write_null(out);
    if (fabs(scaled) >= 1e15)
        return NULL;
    int64_t millionths = (int64_t)((scaled + rounding) - rounding);
    if (millionths < 0) {
        *out++ = '-';
        millionths = -millionths;
    }
    if (millionths > 0 && millionths < 10) {
        *out++ = (char)('0' + millionths);
        return write_text(out, "e-6", 3);
    }
    out = write_whole(out, millionths / SCALE);
    *out++ = '.';
    return write_millionths(out, (uint32_t)(millionths % SCALE));
}
#endif
