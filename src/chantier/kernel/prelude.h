/* What every kernel in C begins with. Nothing is included: the same text is built for every system and for browsers. */

typedef short i16; typedef int i32; typedef long long i64; typedef unsigned long long u64;
typedef float f32; typedef double f64; typedef _Bool bool;
#if defined(_WIN32)
#define ENTRY __declspec(dllexport)
#else
#define ENTRY __attribute__((visibility("default")))
#endif
static inline i64 floor_div(i64 a, i64 b) { i64 q = a / b; return q - ((a % b != 0) & ((a < 0) != (b < 0))); }
static inline i64 floor_mod(i64 a, i64 b) {
    if (!__builtin_constant_p(b) && !((u64) (a | b) >> 32)) return (unsigned) a % (unsigned) b; /* processors divide these faster */
    i64 r = a % b; return r + (((r != 0) & ((r < 0) != (b < 0))) ? b : 0);
}
static inline i64 min_i64(i64 a, i64 b) { return b < a ? b : a; }
static inline i64 max_i64(i64 a, i64 b) { return b > a ? b : a; }
static inline f64 min_f64(f64 a, f64 b) { return b < a ? b : a; }
static inline f64 max_f64(f64 a, f64 b) { return b > a ? b : a; }
static inline i64 first_bit(i64 flags) { return __builtin_ctzll((u64) flags); }

#if defined(CHECKED)
ENTRY i64 fault; /* the line of the first index or number that did not fit */
static inline i64 at(i64 i, i64 n, i64 line) { if (i >= 0 && i < n) return i; if (!fault) fault = line; return 0; }
static inline i64 fit(i64 x, i64 low, i64 high, i64 line) { if ((x < low || x > high) && !fault) fault = line; return x; }
#endif
