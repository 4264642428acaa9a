/* preset.h - settings that go together, by the name of a kind of place: what holds unless a flag, a variable or the file of options
 * says otherwise. */
#pragma once

/* As --preset takes them; ends with NULL. The first is none. */
extern const char *const PRESET_WORDS[];
/* The options of one of these words, by its index, as an OptionsFile has them. */
const char *preset_text(int preset);
