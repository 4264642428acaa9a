#include "book_file.h"

#include <stdlib.h>

#include "mapping.h"

struct BookFile {
    Mapping mapping;
    Book book;
};

BookFile *book_file_open(const char *path, const char **problem)
{
    BookFile *file = calloc(1, sizeof *file);
    if (!file) {
        *problem = "no memory for the book";
        return NULL;
    }
    if (mapping_open(&file->mapping, path, BOOK_FILE_MAX, problem)) {
        PolyglotError error = book_init(&file->book, file->mapping.bytes, file->mapping.size);
        mapping_rest(&file->mapping);
        if (error == POLYGLOT_OK)
            return file;
        *problem = polyglot_error_text(error);
    }
    book_file_close(file);
    return NULL;
}

void book_file_close(BookFile *file)
{
    if (!file)
        return;
    mapping_close(&file->mapping);
    free(file);
}

const Book *book_file_book(const BookFile *file)
{
    return &file->book;
}
