/* assert.h - where there is nobody to tell, what cannot happen stops the instance at once. */
#undef assert
#define assert(condition) ((condition) ? (void)0 : __builtin_trap())
#ifndef static_assert
#define static_assert _Static_assert
#endif
