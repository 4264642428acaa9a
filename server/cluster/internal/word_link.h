/* word_link.h - words put into a link. */
#pragma once

#include "link.h"
#include "words.h"

/* Puts the word in as a frame, for which 'frame' is room. False, and nothing happens, when it is too long for one. */
bool word_say(Link *link, const Word *word, WordFrame *frame);
/* Wipes what may be a token, and gives much memory back. */
void word_frame_reset(WordFrame *frame);
