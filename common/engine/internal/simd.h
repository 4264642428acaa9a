/* simd.h - the sixteen-bit vector arithmetic of the network, by the instructions that the target has.
 *
 * A Vector is VECTOR_LANES int16; Sums hold the sums of their products. All implementations give the same numbers:
 * nothing rounds or saturates, and sums wrap in two's complement. Loads and stores need memory aligned to a Vector.
 * VECTOR_PLAIN selects the last one, which is plain C, even where there are vector instructions. */
#pragma once

#include <stdint.h>

#if defined(__AVX512BW__) && !defined(VECTOR_PLAIN)
#include <immintrin.h>

enum { VECTOR_LANES = 32 };
typedef __m512i Vector;
typedef __m512i Sums;

static inline Vector vector_load(const int16_t *from)
{
    return _mm512_load_si512(from);
}
static inline void vector_store(int16_t *to, Vector a)
{
    _mm512_store_si512(to, a);
}
static inline Vector vector_add(Vector a, Vector b)
{
    return _mm512_add_epi16(a, b);
}
static inline Vector vector_subtract(Vector a, Vector b)
{
    return _mm512_sub_epi16(a, b);
}
static inline Vector vector_clamp(Vector a, int16_t most)
{
    return _mm512_min_epi16(_mm512_max_epi16(a, _mm512_setzero_si512()), _mm512_set1_epi16(most));
}
static inline Vector vector_multiply(Vector a, Vector b)
{
    return _mm512_mullo_epi16(a, b);
}
static inline Sums sums_zero(void)
{
    return _mm512_setzero_si512();
}
static inline Sums sums_add_products(Sums sums, Vector a, Vector b)
{
    return _mm512_add_epi32(sums, _mm512_madd_epi16(a, b));
}
static inline int32_t sums_total(Sums sums)
{
    return _mm512_reduce_add_epi32(sums);
}

#elif defined(__AVX2__) && !defined(VECTOR_PLAIN)
#include <immintrin.h>

enum { VECTOR_LANES = 16 };
typedef __m256i Vector;
typedef __m256i Sums;

static inline Vector vector_load(const int16_t *from)
{
    return _mm256_load_si256((const __m256i *)from);
}
static inline void vector_store(int16_t *to, Vector a)
{
    _mm256_store_si256((__m256i *)to, a);
}
static inline Vector vector_add(Vector a, Vector b)
{
    return _mm256_add_epi16(a, b);
}
static inline Vector vector_subtract(Vector a, Vector b)
{
    return _mm256_sub_epi16(a, b);
}
static inline Vector vector_clamp(Vector a, int16_t most)
{
    return _mm256_min_epi16(_mm256_max_epi16(a, _mm256_setzero_si256()), _mm256_set1_epi16(most));
}
static inline Vector vector_multiply(Vector a, Vector b)
{
    return _mm256_mullo_epi16(a, b);
}
static inline Sums sums_zero(void)
{
    return _mm256_setzero_si256();
}
static inline Sums sums_add_products(Sums sums, Vector a, Vector b)
{
    return _mm256_add_epi32(sums, _mm256_madd_epi16(a, b));
}
static inline int32_t sums_total(Sums sums)
{
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2)));
    __m128i one = _mm_add_epi32(two, _mm_shuffle_epi32(two, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(one);
}

#elif defined(__SSE2__) && !defined(VECTOR_PLAIN)
#include <emmintrin.h>

enum { VECTOR_LANES = 8 };
typedef __m128i Vector;
typedef __m128i Sums;

static inline Vector vector_load(const int16_t *from)
{
    return _mm_load_si128((const __m128i *)from);
}
static inline void vector_store(int16_t *to, Vector a)
{
    _mm_store_si128((__m128i *)to, a);
}
static inline Vector vector_add(Vector a, Vector b)
{
    return _mm_add_epi16(a, b);
}
static inline Vector vector_subtract(Vector a, Vector b)
{
    return _mm_sub_epi16(a, b);
}
static inline Vector vector_clamp(Vector a, int16_t most)
{
    return _mm_min_epi16(_mm_max_epi16(a, _mm_setzero_si128()), _mm_set1_epi16(most));
}
static inline Vector vector_multiply(Vector a, Vector b)
{
    return _mm_mullo_epi16(a, b);
}
static inline Sums sums_zero(void)
{
    return _mm_setzero_si128();
}
static inline Sums sums_add_products(Sums sums, Vector a, Vector b)
{
    return _mm_add_epi32(sums, _mm_madd_epi16(a, b));
}
static inline int32_t sums_total(Sums sums)
{
    __m128i two = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, _MM_SHUFFLE(1, 0, 3, 2)));
    __m128i one = _mm_add_epi32(two, _mm_shuffle_epi32(two, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(one);
}

#elif defined(__ARM_NEON) && defined(__aarch64__) && !defined(VECTOR_PLAIN)
#include <arm_neon.h>

enum { VECTOR_LANES = 8 };
typedef int16x8_t Vector;
typedef int32x4_t Sums;

static inline Vector vector_load(const int16_t *from)
{
    return vld1q_s16(from);
}
static inline void vector_store(int16_t *to, Vector a)
{
    vst1q_s16(to, a);
}
static inline Vector vector_add(Vector a, Vector b)
{
    return vaddq_s16(a, b);
}
static inline Vector vector_subtract(Vector a, Vector b)
{
    return vsubq_s16(a, b);
}
static inline Vector vector_clamp(Vector a, int16_t most)
{
    return vminq_s16(vmaxq_s16(a, vdupq_n_s16(0)), vdupq_n_s16(most));
}
static inline Vector vector_multiply(Vector a, Vector b)
{
    return vmulq_s16(a, b);
}
static inline Sums sums_zero(void)
{
    return vdupq_n_s32(0);
}
static inline Sums sums_add_products(Sums sums, Vector a, Vector b)
{
    return vmlal_high_s16(vmlal_s16(sums, vget_low_s16(a), vget_low_s16(b)), a, b);
}
static inline int32_t sums_total(Sums sums)
{
    return vaddvq_s32(sums);
}

#elif defined(__wasm_simd128__) && !defined(VECTOR_PLAIN)
#include <wasm_simd128.h>

enum { VECTOR_LANES = 8 };
typedef v128_t Vector;
typedef v128_t Sums;

static inline Vector vector_load(const int16_t *from)
{
    return wasm_v128_load(from);
}
static inline void vector_store(int16_t *to, Vector a)
{
    wasm_v128_store(to, a);
}
static inline Vector vector_add(Vector a, Vector b)
{
    return wasm_i16x8_add(a, b);
}
static inline Vector vector_subtract(Vector a, Vector b)
{
    return wasm_i16x8_sub(a, b);
}
static inline Vector vector_clamp(Vector a, int16_t most)
{
    return wasm_i16x8_min(wasm_i16x8_max(a, wasm_i16x8_splat(0)), wasm_i16x8_splat(most));
}
static inline Vector vector_multiply(Vector a, Vector b)
{
    return wasm_i16x8_mul(a, b);
}
static inline Sums sums_zero(void)
{
    return wasm_i32x4_splat(0);
}
static inline Sums sums_add_products(Sums sums, Vector a, Vector b)
{
    return wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(a, b));
}
static inline int32_t sums_total(Sums sums)
{
    return wasm_i32x4_extract_lane(sums, 0) + wasm_i32x4_extract_lane(sums, 1) +
           wasm_i32x4_extract_lane(sums, 2) + wasm_i32x4_extract_lane(sums, 3);
}

#else

enum { VECTOR_LANES = 1 };
typedef int16_t Vector;
typedef int32_t Sums;

static inline Vector vector_load(const int16_t *from)
{
    return *from;
}
static inline void vector_store(int16_t *to, Vector a)
{
    *to = a;
}
static inline Vector vector_add(Vector a, Vector b)
{
    return (Vector)(uint16_t)((unsigned)a + (unsigned)b);
}
static inline Vector vector_subtract(Vector a, Vector b)
{
    return (Vector)(uint16_t)((unsigned)a - (unsigned)b);
}
static inline Vector vector_clamp(Vector a, int16_t most)
{
    return a < 0 ? 0 : a > most ? most : a;
}
/* Only for products that fit in sixteen bits. */
static inline Vector vector_multiply(Vector a, Vector b)
{
    return (Vector)(a * b);
}
static inline Sums sums_zero(void)
{
    return 0;
}
static inline Sums sums_add_products(Sums sums, Vector a, Vector b)
{
    return (Sums)((uint32_t)sums + (uint32_t)(a * b));
}
static inline int32_t sums_total(Sums sums)
{
    return sums;
}

#endif
