#include "preset.h"

const char *const PRESET_WORDS[] = {"none", "family", "club", "school", "public", 0};

/* Those who are at one place share one address. */
#define ONE_ADDRESS                                                                                \
    "limit = connect=6000/60,handshake=6000/60,guest=3000/600,seek-address=3000/60,"               \
    "challenge-address=2500/60,computer-address=6000/600,chat-address=1000/20,"                    \
    "message-address=20000/20,watch-address=10000/60,http=3000/60,password-address=2000/600,"      \
    "provider=2000/600,"                                                                           \
    "open-challenges=600,open-seeks=600,computer-games=300,address-challenges=6000,"               \
    "address-seeks=6000,address-computer-games=3000,challenge-watches=2000,"                       \
    "connections=5000,ics-logins=500,viewers=1000\n"

static const char *const TEXTS[] = {
    "",
    "ratings = off\nembed-from = none\nfallback = 3s\n" ONE_ADDRESS,
    "fallback = 30s\n" ONE_ADDRESS,
    "registration = closed\nquiet = on\nembed-from = none\n" ONE_ADDRESS,
    "registration = open\nembed-from = any\n",
};

_Static_assert(sizeof TEXTS / sizeof *TEXTS == sizeof PRESET_WORDS / sizeof *PRESET_WORDS - 1,
               "one for each word");

const char *preset_text(int preset)
{
    return TEXTS[preset];
}
