/* setting_table.h - the table of settings, for those who read and print all of them. */
#pragma once

#include "tourney_settings.h"

#include <stddef.h>

typedef enum {
    SETTING_TEXT,    /* char[], 'least' characters and 'most' bytes at most */
    SETTING_NUMBER,  /* int32_t */
    SETTING_FLAG,    /* bool */
    SETTING_WORD,    /* int32_t, the index among 'words' */
    SETTING_INSTANT, /* int64_t */
} SettingKind;

typedef struct {
    const char *name;
    SettingKind kind;
    size_t offset;
    int formats; /* bits 1 << Format */
    int32_t least, most;
    const char *const *words;
    bool late;   /* may change after the start */
    bool is_new; /* came after the stored form's first version: an empty one is not written */
} Setting;

extern const Setting SETTINGS[];
extern const size_t SETTINGS_COUNT;
