/* page_files.h - the table that build.mjs writes; only page.c looks at it. */
#pragma once

#include "page.h"

extern const PageFile page_files[];
extern const size_t page_file_count;
