"""Stands between the castled that serves and the one that takes over (server/handover.h), in place of the new program: it starts
that one, passes on what they say to each other, and does something at a certain message.

    between.py PLAN ARGUMENT...

PLAN is a file of JSON: "program" (the new castled), "at" (the message, of either side), and what happens then: "leap" (before it is
passed on a file of clock.c's, whose clock goes forward by "seconds"), "hangs" (nothing is heard any more), "asleep" (the old castled
is stopped and does not hear it before the new one has died), "holds" (the lock of that directory is taken by a process whose end takes
a while, since it has much memory, and which gives up); else the new one dies, and it is never heard.
"""
import fcntl
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys

plan = json.load(open(sys.argv[1]))
fds = os.environ['CASTLED_HANDOVER'].split(',')
old = socket.socket(fileno=int(fds[0]))
ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
os.set_inheritable(theirs.fileno(), True)
kept = [theirs.fileno()] + [int(each) for each in fds[1:]]
env = {**os.environ, 'CASTLED_HANDOVER': ','.join(str(each) for each in kept)}
new = subprocess.Popen([plan['program'], *sys.argv[2:]], env=env, pass_fds=kept)
theirs.close()


def leap():
    with open(plan['leap'], 'r+b') as file:
        ahead = struct.unpack('<q', file.read(8))[0] + plan['seconds'] * 10**9
        file.seek(0)
        file.write(struct.pack('<q', ahead))


def pass_on(side, text, handles):
    try:
        socket.send_fds(ours if side is old else old, [text], handles)
    except OSError:
        pass


def sleep_old():
    os.kill(struct.unpack('iii', old.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0], signal.SIGSTOP)


while True:
    for side in select.select([old, ours], [], [])[0]:
        text, handles, _, _ = socket.recv_fds(side, 4096, 4)
        if text and text.decode().split(' ')[0] == plan['at']:
            if 'leap' in plan:
                leap()
            elif 'holds' in plan:
                lock = os.open(os.path.join(plan['holds'], 'castled.lock'), os.O_RDWR)
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                memory = b'1' * (1 << 29)
                old.close()
                signal.pause()
            elif 'hangs' in plan:
                pass_on(side, text, handles)
                signal.pause()
            else:
                if 'asleep' in plan:
                    sleep_old()
                    pass_on(side, text, handles)
                new.send_signal(signal.SIGKILL)
                new.wait()
                sys.exit()
        if not text:
            (ours if side is old else old).close()
            sys.exit(new.wait())  # which ends, as the other side has
        pass_on(side, text, handles)
        for handle in handles:
            os.close(handle)
