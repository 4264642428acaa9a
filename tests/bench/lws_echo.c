/* The least that libwebsockets needs to echo messages: the cost of a server that does nothing else. Its timers are off, since
 * they cost more the more connections there are, and it writes at once, which is its quickest way.
 *   lws_echo          prints the port of 127.0.0.1 on which it listens */
#include <libwebsockets.h>
#include <stdio.h>
#include <string.h>
#include <uv.h>

enum { TEXT_MAX = 4096 };

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    unsigned char text[LWS_PRE + TEXT_MAX];
    (void)user;
    if (reason != LWS_CALLBACK_RECEIVE || length > TEXT_MAX)
        return 0;
    memcpy(text + LWS_PRE, in, length);
    return lws_write(wsi, text + LWS_PRE, length, LWS_WRITE_TEXT) < 0 ? -1 : 0;
}

static void say_nothing(int level, const char *line)
{
    (void)level;
    (void)line;
}

int main(void)
{
    static const struct lws_protocols PROTOCOLS[] = {
        {.name = "castled.v1", .callback = on_event, .rx_buffer_size = 512},
        {.name = NULL},
    };
    static const lws_retry_bo_t NO_TIMERS = {.secs_since_valid_ping = 0};
    uv_loop_t loop;
    void *loops[] = {&loop};
    struct lws_context_creation_info info = {
        .port = 0,
        .iface = "127.0.0.1",
        .protocols = PROTOCOLS,
        .foreign_loops = loops,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .retry_and_idle_policy = &NO_TIMERS,
    };
    uv_loop_init(&loop);
    lws_set_log_level(0, say_nothing);
    struct lws_context *context = lws_create_context(&info);
    if (!context)
        return 1;
    struct lws_vhost *vhost = lws_get_vhost_by_name(context, "default");
    printf("lws_echo is ready on http://127.0.0.1:%d\n", lws_get_vhost_listen_port(vhost));
    fflush(stdout);
    return uv_run(&loop, UV_RUN_DEFAULT);
}
