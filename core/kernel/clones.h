/* Functions that count or compare whole words gain from instructions that not every processor has: where the
   compiler can, it makes one body for each kind of processor, and the loader takes the fitting one. The
   arithmetic of floats is the same in each: nothing is contracted or put in another order. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__)
#define CLONED __attribute__((target_clones("avx2", "popcnt", "default")))
#else
#define CLONED
#endif
