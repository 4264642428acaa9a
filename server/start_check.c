#include "start_check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool refuse(const char *option, const char *path, char *line)
{
    snprintf(line, START_CHECK_LINE_MAX, "--%s %.256s: %s", option, path, strerror(errno));
    return false;
}

static bool check_files(const Config *config, char *line)
{
    const struct {
        const char *option, *path;
    } files[] = {
        {"tls-cert", config->tls_certificate},
        {"tls-key", config->tls_key},
        {"outbound-ca", config->outbound_ca},
        {"oidc-client-secret-file", config->oidc_secret},
        {"smtp-password-file", config->smtp_password},
        {"site-logo", config->site_logo},
        {"site-rules", config->site_rules},
        {"site-privacy", config->site_privacy},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i].path && access(files[i].path, R_OK) != 0)
            return refuse(files[i].option, files[i].path, line);
    return true;
}

static bool check_backups(const char *folder, bool *is_made, char *line)
{
    *is_made = folder && mkdir(folder, 0700) == 0;
    if (folder && ((!*is_made && errno != EEXIST) || access(folder, R_OK | W_OK | X_OK) != 0))
        return refuse("backup-dir", folder, line);
    return true;
}

static bool check_trace(const char *path, char *line)
{
    if (!path || strcmp(path, "-") == 0)
        return true;
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0600);
    if (file < 0)
        return refuse("trace", path, line);
    close(file);
    return true;
}

bool start_check(const Config *config, char *line)
{
    bool has_data = mkdir(config->data, 0700) == 0, has_backups = false;
    if (!has_data && errno != EEXIST)
        return true; /* the store says why */
    if (check_files(config, line) && check_backups(config->backup_directory, &has_backups, line) &&
        check_trace(config->trace, line))
        return true;
    if (has_backups)
        rmdir(config->backup_directory);
    if (has_data)
        rmdir(config->data);
    return false;
}
