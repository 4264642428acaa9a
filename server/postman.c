#include "postman.h"

#include "memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The first line of the file. False, and 'line' says why. */
static bool read_password(const char *path, char password[MAIL_PASSWORD_MAX + 2], char *line)
{
    FILE *file = fopen(path, "r");
    bool is_read = file && fgets(password, MAIL_PASSWORD_MAX + 2, file);
    const char *problem = !file ? strerror(errno) : !is_read ? "it has no line" : NULL;
    if (file)
        fclose(file);
    if (is_read)
        password[strcspn(password, "\r\n")] = '\0';
    if (!problem && (!*password || strlen(password) > MAIL_PASSWORD_MAX))
        problem = "its first line is empty, or longer than 1024 bytes";
    if (problem)
        snprintf(line, POSTMAN_LINE_MAX, "--smtp-password-file %.200s: %s", path, problem);
    return !problem;
}

static bool needs_tls(const Config *config)
{
    return config->smtp_tls == SMTP_TLS_ON ||
           (config->smtp_tls == SMTP_TLS_AUTO && !mail_server_is_here(config->smtp));
}

Mail *postman_open(const Config *config, const MailOptions *options, char *line)
{
    char password[MAIL_PASSWORD_MAX + 2] = "";
    MailOptions all = *options;
    if (config->smtp_password && !read_password(config->smtp_password, password, line))
        return NULL;
    all.server = config->smtp;
    all.user = config->smtp_user;
    all.password = password[0] ? password : NULL;
    all.has_tls = config->smtp && needs_tls(config);
    all.from = config->mail_from;
    Mail *mail = mail_new(&all);
    memory_wipe(password, sizeof password);
    return mail;
}
