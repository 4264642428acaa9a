"""What a service manager such as systemd is to castled, for tests of its takeovers: it starts the program, hears what it is told
by NOTIFY_SOCKET, but only from the main process (NotifyAccess=main, systemd.service(5)), follows MAINPID=, and collects what ends.

    manager.py OPTIONS PROGRAM ARGUMENT...

OPTIONS is JSON: "notify" (a path to listen on, or null), "env" (more variables), "listen" (a port of which the program is given a
socket, sd_listen_fds(3)). On descriptor 3 it writes lines of JSON: {"main": PID}, {"from": PID, "text": ..., "accepted": true},
{"ended": PID, "status": N} (a negative one is a signal). On stdin it takes the numbers of signals for the main process. When stdin
ends, everything that it started, and what that started, is killed.
"""
import ctypes
import json
import os
import select
import signal
import socket
import struct
import sys

PR_SET_CHILD_SUBREAPER = 36
options, command = json.loads(sys.argv[1]), sys.argv[2:]
out = os.fdopen(3, 'w', buffering=1)


def say(**what):
    out.write(json.dumps(what) + '\n')


def children():
    for name in os.listdir('/proc'):
        if name.isdigit():
            try:
                with open(f'/proc/{name}/stat') as stat:
                    fields = stat.read().rsplit(')', 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == os.getpid():
                yield int(name)


def kill_all():
    while True:
        for pid in children():
            os.kill(pid, signal.SIGKILL)
        try:
            os.wait()  # what the dead have left becomes ours
        except ChildProcessError:
            return


def become_castled():
    if listener:
        os.dup2(listener.fileno(), 3)
        os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid()))
    else:
        os.close(3)
    if options.get('notify'):
        os.environ['NOTIFY_SOCKET'] = options['notify']
    os.environ.update(options.get('env', {}))
    for variable in options.get('own', []):  # such as WATCHDOG_PID
        os.environ[variable] = str(os.getpid())
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.execvp(command[0], command)


ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
awake, wake = os.pipe()
os.set_blocking(wake, False)
os.set_blocking(awake, False)
signal.signal(signal.SIGCHLD, lambda *_: None)
signal.set_wakeup_fd(wake)
hearer = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
hearer.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
hearer.setblocking(False)
if options.get('notify'):
    hearer.bind(options['notify'])
listener = socket.create_server(('127.0.0.1', options['listen'])) if options.get('listen') else None
main = os.fork()
if main == 0:
    become_castled()
say(main=main)


def hear_one():
    global main
    text, controls, _, _ = hearer.recvmsg(4096, 256)
    sender = next(struct.unpack('iii', data)[0] for _, kind, data in controls if kind == socket.SCM_CREDENTIALS)
    text, accepted = text.decode(), sender == main
    say(**{'from': sender, 'text': text, 'accepted': accepted})
    for line in text.split('\n'):
        if accepted and line.startswith('MAINPID='):
            main = int(line[8:])
            say(main=main)


# All that has come: a MAINPID= behind it decides who gets the next signal.
def hear():
    try:
        while True:
            hear_one()
    except BlockingIOError:
        pass


def collect():
    try:
        os.read(awake, 4096)
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            say(ended=pid, status=os.waitstatus_to_exitcode(status))
    except (BlockingIOError, ChildProcessError):
        pass


while True:
    ready = select.select([awake, 0] + ([hearer] if options.get('notify') else []), [], [])[0]
    if hearer in ready:
        hear()  # before the end of whoever has said it
    if awake in ready:
        collect()
    if 0 in ready:
        orders = os.read(0, 4096).decode()
        if not orders:
            break
        for order in orders.split():
            try:
                os.kill(main, int(order))
            except ProcessLookupError:
                pass
kill_all()
