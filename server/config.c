#include "config.h"

#include "preset.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- what only goes together ---- */

/* NULL, or what is wrong. */
static const char *check_mail(const Config *config)
{
    if (!config->smtp != !config->mail_from)
        return "--smtp and --mail-from go together";
    if (!config->smtp_user != !config->smtp_password)
        return "--smtp-user and --smtp-password-file go together";
    if (config->smtp_user && !config->smtp)
        return "--smtp-user needs --smtp";
    if (config->smtp && !config->client.has_public_url)
        return "--smtp needs --public-url, with which the links in e-mail begin";
    if (config->smtp && !config->outbound)
        return "--smtp needs --outbound on";
    if (config->smtp && config->smtp_tls == SMTP_TLS_OFF && strncmp(config->smtp, "smtps", 5) == 0)
        return "--smtp-tls off is for smtp://, not for smtps://";
    return NULL;
}

static bool check_pairs(const Config *config, char *line)
{
    const char *problem = NULL;
    if (!config->tls_certificate != !config->tls_key)
        problem = "--tls-cert and --tls-key go together";
    else if (config->redirect_port >= 0 && !config->tls_certificate)
        problem = "--redirect-port needs --tls-cert";
    else if (config->ics_tls && !config->tls_certificate)
        problem = "--ics-tls needs --tls-cert";
    else if (!config->oidc_issuer != !config->oidc_client)
        problem = "--oidc-issuer and --oidc-client-id go together";
    else if ((config->oidc_secret || config->oidc_only) && !config->oidc_issuer)
        problem = "--oidc-client-secret-file and --oidc-only need --oidc-issuer";
    else if (config->oidc_issuer && !config->outbound)
        problem = "--oidc-issuer needs --outbound on";
    else if (config->store && (config->backup_directory || config->copy_directory))
        problem = "--backup-dir and --copy-to copy SQLite's file; with --store use PostgreSQL's "
                  "pg_dump or pg_basebackup";
    else if (config->bus && !config->store)
        problem = "--bus needs --store: the nodes of a cluster share a PostgreSQL database";
    else
        problem = check_mail(config);
    if (problem)
        snprintf(line, OPTIONS_LINE_MAX, "%s", problem);
    return !problem;
}

/* ---- files ---- */

/* The whole file with a NUL behind it; NULL, and 'line' says why. */
static char *read_text(const char *path, char *line)
{
    FILE *file = fopen(path, "rb");
    char *text = file ? calloc(1, OPTIONS_FILE_MAX + 1) : NULL;
    size_t length = text ? fread(text, 1, OPTIONS_FILE_MAX, file) : 0;
    const char *problem = !file                     ? strerror(errno)
                          : !text                   ? "there is not enough memory"
                          : ferror(file)            ? strerror(errno)
                          : memchr(text, 0, length) ? "it is not text"
                          : getc(file) != EOF       ? "it is larger than 64 KiB"
                                                    : NULL;
    if (file)
        fclose(file);
    if (!problem)
        return text;
    free(text);
    snprintf(line, OPTIONS_LINE_MAX, "--config %.100s: %s", path, problem);
    return NULL;
}

typedef struct {
    int argc;
    char *const *argv;
    char *(*env)(const char *name);
    OptionSource *sources;
    char *line;
} Question;

/* From all that is known so far: the file and the preset that the last reading has named. Those that it had read are
 * forgotten. */
static OptionsResult read_again(Config *config, const Question *question)
{
    OptionsFile files[2];
    size_t count = 0;
    char *old[2] = {config->texts[0], config->texts[1]}, *texts[2] = {NULL, NULL};
    const char *path = config->file;
    uint32_t preset = config->preset;
    OptionsResult result = OPTIONS_BAD;
    if (path && (texts[0] = read_text(path, question->line)) != NULL)
        files[count++] = (OptionsFile){.text = texts[0], .name = path};
    if (preset && (texts[1] = strdup(preset_text((int)preset))) != NULL)
        files[count++] = (OptionsFile){.text = texts[1], .name = "preset"};
    *config = (Config){.endings = "", .book = "", .engine_read = "", .engine_write = ""};
    limit_usual(config->rules);
    bound_usual(config->bounds);
    if (!path || texts[0])
        result = options_read_files(config_options(), config, NULL, question->argc, question->argv,
                                    question->env, files, count, question->sources, question->line);
    memcpy(config->texts, texts, sizeof texts);
    free(old[0]);
    free(old[1]);
    return result;
}

/* A path may have any bytes; what is told has printable ones. */
static void make_printable(char *line)
{
    for (; *line; line++)
        if (*line < ' ' || *line > '~')
            *line = '?';
}

/* The flags and the environment may name a file, and all of them a preset. */
OptionsResult config_read_sources(Config *config, int argc, char *const argv[],
                                  char *(*env)(const char *name), unsigned cores,
                                  OptionSource *sources, char *line)
{
    Question question = {argc > 0 ? argc - 1 : 0, argv + 1, env, sources, line};
    *config = (Config){.file = NULL};
    OptionsResult result = read_again(config, &question);
    if (result == OPTIONS_OK && config->file)
        result = read_again(config, &question);
    if (result == OPTIONS_OK && config->preset)
        result = read_again(config, &question);
    if (config->threads == 0)
        config->threads = cores > CONFIG_THREADS_MAX ? CONFIG_THREADS_MAX
                          : cores > 2                ? cores - 1
                                                     : 1;
    if (result == OPTIONS_OK && !check_pairs(config, line))
        result = OPTIONS_BAD;
    if (result != OPTIONS_OK)
        config_clear(config);
    if (result == OPTIONS_BAD)
        make_printable(line);
    return result;
}

OptionsResult config_read(Config *config, int argc, char *const argv[],
                          char *(*env)(const char *name), unsigned cores, char *line)
{
    return config_read_sources(config, argc, argv, env, cores, NULL, line);
}

void config_clear(Config *config)
{
    for (size_t i = 0; i < sizeof config->texts / sizeof *config->texts; i++) {
        free(config->texts[i]);
        config->texts[i] = NULL;
    }
}

void config_print_sources(const OptionSource *sources, FILE *out)
{
    const OptionTable *table = config_options();
    for (size_t i = 0; i < table->count; i++) {
        const Option *option = &table->options[i];
        const OptionSource *source = &sources[i];
        bool is_variable = strcmp(source->from, "environment") == 0;
        bool is_secret = source->text && option->is_secret;
        fprintf(out, "%-15s %-24s %s%s%s", option->name,
                is_secret      ? "(an address)"
                : source->text ? source->text
                               : "-",
                source->from, is_variable ? " " : "", is_variable ? option->variable : "");
        if (source->times > 1)
            fprintf(out, ", given %u times", source->times);
        putc('\n', out);
    }
}
