/* make_description openapi.json PART.json… - puts the description of the HTTP API together from its parts, and prints it as C:
 * as the JSON that programs read, and as the page that people read. */
#include <cJSON.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *bytes;
    size_t length, size;
} Page;

static _Noreturn void give_up(const char *what, const char *name)
{
    fprintf(stderr, "make_description: %s: %s\n", name, what);
    exit(1);
}

/* ---- the JSON ---- */

static cJSON *read_part(const char *path)
{
    enum { PART_MAX = 1 << 20 };
    FILE *file = fopen(path, "rb");
    char *text = calloc(PART_MAX, 1);
    if (!file || !text)
        give_up("cannot be read", path);
    size_t length = fread(text, 1, PART_MAX, file);
    cJSON *json = cJSON_ParseWithLength(text, length);
    fclose(file);
    free(text);
    if (!json)
        give_up("is not JSON", path);
    return json;
}

static cJSON *get(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static const char *text_of(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(get(object, name));
    return text ? text : "";
}

/* Moves what is in one object into the other; nothing may be in both. */
static void merge(cJSON *into, cJSON *from)
{
    while (from && from->child) {
        cJSON *item = cJSON_DetachItemViaPointer(from, from->child);
        if (get(into, item->string))
            give_up("is described twice", item->string);
        cJSON_AddItemToObject(into, item->string, item);
    }
}

static cJSON *read_all(int count, char **paths)
{
    cJSON *all = read_part(paths[0]);
    cJSON *schemas = get(get(all, "components"), "schemas");
    cJSON *operations = cJSON_AddObjectToObject(all, "paths");
    for (int i = 1; i < count; i++) {
        cJSON *part = read_part(paths[i]);
        merge(operations, get(part, "paths"));
        merge(schemas, get(part, "schemas"));
        cJSON_Delete(part);
    }
    return all;
}

/* ---- the page ---- */

static void put(Page *page, const char *text)
{
    size_t length = strlen(text);
    if (page->length + length + 1 > page->size) {
        page->size = 2 * (page->length + length + 1);
        page->bytes = realloc(page->bytes, page->size);
        if (!page->bytes)
            give_up("no memory", "page");
    }
    memcpy(page->bytes + page->length, text, length + 1);
    page->length += length;
}

/* With what `stands between such marks` as code. */
static void put_text(Page *page, const char *text)
{
    int marks = 0;
    for (char one[2] = ""; *text; text++)
        switch (*text) {
        case '<': put(page, "&lt;"); break;
        case '>': put(page, "&gt;"); break;
        case '&': put(page, "&amp;"); break;
        case '"': put(page, "&quot;"); break;
        case '`': put(page, marks++ % 2 ? "</code>" : "<code>"); break;
        default: one[0] = *text; put(page, one);
        }
}

static void put_between(Page *page, const char *before, const char *text, const char *after)
{
    if (!*text)
        return;
    put(page, before);
    put_text(page, text);
    put(page, after);
}

static const char *name_in(const char *reference)
{
    const char *slash = strrchr(reference, '/');
    return slash ? slash + 1 : reference;
}

static void put_type(Page *page, const cJSON *schema);

static void put_list(Page *page, const cJSON *list, const char *between, int quoted)
{
    const cJSON *each;
    const char *before = "";
    cJSON_ArrayForEach(each, list)
    {
        put(page, before);
        before = between;
        if (!cJSON_IsString(each))
            put_type(page, each);
        else
            put_between(page, quoted ? "<code>" : "", each->valuestring, quoted ? "</code>" : "");
    }
}

/* "string", "list of User" with a link, one of some words. */
static void put_type(Page *page, const cJSON *schema)
{
    const char *reference = text_of(schema, "$ref");
    const cJSON *type = get(schema, "type"), *other;
    if (*reference) {
        put_between(page, "<a href=\"#", name_in(reference), "\">");
        put_between(page, "", name_in(reference), "</a>");
    } else if ((other = get(schema, "anyOf")) || (other = get(schema, "oneOf"))) {
        put_list(page, other, " or ", 0);
    } else if ((other = get(schema, "allOf"))) {
        put_list(page, other, " and ", 0);
    } else if ((other = get(schema, "enum"))) {
        put_list(page, other, " ", 1);
    } else if ((other = get(schema, "const"))) {
        put_between(page, "<code>", cJSON_IsString(other) ? other->valuestring : "true", "</code>");
    } else if (strcmp(text_of(schema, "type"), "array") == 0) {
        put(page, "list of ");
        put_type(page, get(schema, "items"));
    } else if ((other = get(schema, "additionalProperties"))) {
        put(page, "by name: ");
        put_type(page, other);
    } else if (cJSON_IsArray(type)) {
        put_list(page, type, " or ", 0);
    } else {
        put(page, cJSON_IsString(type) ? type->valuestring : "anything");
    }
}

static int is_required(const cJSON *schema, const char *name)
{
    const cJSON *each;
    cJSON_ArrayForEach(each, get(schema, "required"))
    {
        if (strcmp(each->valuestring, name) == 0)
            return 1;
    }
    return 0;
}

static void put_member(Page *page, const char *name, const cJSON *schema, const char *description,
                       int required)
{
    put_between(page, "<dt><code>", name, "</code> <small>");
    put_type(page, schema);
    put(page, required ? "" : ", optional");
    put(page, "</small></dt>");
    put_between(page, "<dd>", description, "</dd>");
}

static void put_members(Page *page, const cJSON *schema)
{
    const cJSON *each;
    put(page, "<dl>");
    cJSON_ArrayForEach(each, get(schema, "properties"))
    {
        put_member(page, each->string, each, text_of(each, "description"),
                   is_required(schema, each->string));
    }
    put(page, "</dl>");
}

static const cJSON *resolve(const cJSON *all, const char *kind, const cJSON *item)
{
    const char *reference = text_of(item, "$ref");
    return *reference ? get(get(get(all, "components"), kind), name_in(reference)) : item;
}

static void put_scopes(Page *page, const cJSON *token)
{
    const cJSON *scope;
    cJSON_ArrayForEach(scope, token)
    {
        put_between(page, "<code>", scope->valuestring, "</code>");
    }
}

static void put_who(Page *page, const cJSON *security)
{
    const cJSON *each;
    const char *before = "";
    put(page, "<p class=\"who\">");
    cJSON_ArrayForEach(each, security)
    {
        const cJSON *token = get(each, "token");
        put(page, before);
        before = " or ";
        if (!each->child)
            put(page, "Anybody");
        else if (!token)
            put(page, "Signed in");
        else if (!token->child)
            put(page, "any token");
        else
            put_scopes(page, token);
    }
    put(page, "</p>");
}

static void put_parameters(Page *page, const cJSON *all, const cJSON *operation)
{
    const cJSON *each, *list = get(operation, "parameters");
    if (!list)
        return;
    put(page, "<h4>Parameters</h4><dl>");
    cJSON_ArrayForEach(each, list)
    {
        const cJSON *parameter = resolve(all, "parameters", each);
        if (!parameter)
            give_up("there is no such parameter", text_of(each, "$ref"));
        put_member(page, text_of(parameter, "name"), get(parameter, "schema"),
                   text_of(parameter, "description"), cJSON_IsTrue(get(parameter, "required")));
    }
    put(page, "</dl>");
}

static void put_body(Page *page, const cJSON *operation)
{
    const cJSON *content = get(get(operation, "requestBody"), "content");
    const cJSON *first = content ? content->child : NULL;
    if (!first)
        return;
    put(page, "<h4>Body</h4>");
    put_between(page, "<p>For example <code>", text_of(first, "example"), "</code></p>");
    if (get(get(first, "schema"), "properties"))
        put_members(page, get(first, "schema"));
}

static void put_answers(Page *page, const cJSON *all, const cJSON *operation)
{
    const cJSON *each, *media;
    put(page, "<h4>Answers</h4><dl>");
    cJSON_ArrayForEach(each, get(operation, "responses"))
    {
        const cJSON *answer = resolve(all, "responses", each);
        put_between(page, "<dt>", strcmp(each->string, "default") == 0 ? "otherwise" : each->string,
                    "");
        cJSON_ArrayForEach(media, get(answer, "content"))
        {
            put_between(page, " <code>", media->string, "</code> <small>");
            put_type(page, get(media, "schema"));
            put(page, "</small>");
        }
        put(page, "</dt>");
        put_between(page, "<dd>", text_of(answer, "description"), "</dd>");
    }
    put(page, "</dl>");
}

static void put_operation(Page *page, const cJSON *all, const char *path, const cJSON *operation)
{
    char method[16] = "";
    for (size_t i = 0; i + 1 < sizeof method && operation->string[i]; i++)
        method[i] = (char)(operation->string[i] - ('a' - 'A'));
    put_between(page, "<details id=\"", text_of(operation, "operationId"), "\"><summary><code><b>");
    put_between(page, "", method, "</b> ");
    put_between(page, "", path, "</code> ");
    put_between(page, "<span>", text_of(operation, "summary"), "</span></summary>");
    put_between(page, "<p>", text_of(operation, "description"), "</p>");
    put_who(page, get(operation, "security"));
    put_parameters(page, all, operation);
    put_body(page, operation);
    put_answers(page, all, operation);
    put(page, "</details>\n");
}

/* Those of the path that have the tag. */
static void put_operations(Page *page, const cJSON *all, const cJSON *path, const char *tag)
{
    const cJSON *operation;
    cJSON_ArrayForEach(operation, path)
    {
        if (strcmp(get(operation, "tags")->child->valuestring, tag) == 0)
            put_operation(page, all, path->string, operation);
    }
}

static void put_tag(Page *page, const cJSON *all, const cJSON *tag)
{
    const cJSON *path;
    const char *name = text_of(tag, "name");
    put_between(page, "<section><h2 id=\"", name, "\">");
    put_between(page, "", name, "</h2>\n");
    put_between(page, "<p>", text_of(tag, "description"), "</p>\n");
    cJSON_ArrayForEach(path, get(all, "paths"))
    {
        put_operations(page, all, path, name);
    }
    put(page, "</section>\n");
}

static void put_schemas(Page *page, const cJSON *all)
{
    const cJSON *each;
    put(page, "<section><h2 id=\"objects\">objects</h2>\n");
    cJSON_ArrayForEach(each, get(get(all, "components"), "schemas"))
    {
        put_between(page, "<h3 id=\"", each->string, "\">");
        put_between(page, "", each->string, "</h3>\n");
        put_between(page, "<p>", text_of(each, "description"), "</p>");
        if (get(each, "properties")) {
            put_members(page, each);
        } else {
            put(page, "<p>");
            put_type(page, each);
            put(page, "</p>\n");
        }
    }
    put(page, "</section>\n");
}

static void put_page(Page *page, const cJSON *all)
{
    const cJSON *info = get(all, "info"), *tag;
    put(page, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
              "<title>HTTP API · castled</title>\n"
              "<link rel=\"stylesheet\" href=\"/api/style.css\"></head>\n<body><header>");
    put(page, "<h1>HTTP API</h1>\n");
    put_between(page, "<p>", text_of(info, "description"), "</p>\n");
    put(page, "<p><a href=\"/\">castled</a> · <a href=\"/account/oauth/token/create\">Make a "
              "token</a> · <a href=\"/api/openapi.json\">The same for programs (OpenAPI)</a></p>\n"
              "<nav aria-label=\"Sections\">");
    cJSON_ArrayForEach(tag, get(all, "tags"))
    {
        put_between(page, "<a href=\"#", text_of(tag, "name"), "\">");
        put_between(page, "", text_of(tag, "name"), "</a> ");
    }
    put(page, "<a href=\"#objects\">objects</a></nav></header>\n<main>\n");
    cJSON_ArrayForEach(tag, get(all, "tags"))
    {
        put_tag(page, all, tag);
    }
    put_schemas(page, all);
    put(page, "</main></body></html>\n");
}

/* ---- as C ---- */

static void print_bytes(const char *name, const char *bytes)
{
    size_t length = strlen(bytes);
    printf("const unsigned char %s[] = {", name);
    for (size_t i = 0; i < length; i++)
        printf("%s%d,", i % 32 ? "" : "\n    ", (unsigned char)bytes[i]);
    printf("\n};\nconst size_t %s_LENGTH = sizeof %s;\n\n", name, name);
}

int main(int argc, char **argv)
{
    Page page = {.bytes = NULL};
    if (argc < 2)
        give_up("names no part", "the command");
    cJSON *all = read_all(argc - 1, argv + 1);
    char *json = cJSON_PrintUnformatted(all);
    put_page(&page, all);
    printf("#include \"description.h\"\n\n");
    print_bytes("DESCRIPTION_JSON", json);
    print_bytes("DESCRIPTION_PAGE", page.bytes);
    free(json);
    free(page.bytes);
    cJSON_Delete(all);
    return 0;
}
