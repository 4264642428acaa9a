"""An older castled as far as its takeover goes (server/handover.h): it holds a database of an older version with the lock on its
directory, listens, starts the new castled on it, and hands over. Nothing is left of the releases that wrote those databases; what
they would do here is in that header, which never changes what it says.

    old_castled.py DIRECTORY PORT PROGRAM ARGUMENT...

Says "prepared", then waits for a line on stdin, hands over, says "ready", and waits for the end of stdin, when the new one is told to stop.
"""
import fcntl
import os
import socket
import subprocess
import sys

directory, port, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
lock = os.open(os.path.join(directory, 'castled.lock'), os.O_RDWR | os.O_CREAT, 0o600)
fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
door = socket.socket()
door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
door.bind(('127.0.0.1', port))
door.listen(16)
ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
environment = {**os.environ, 'CASTLED_HANDOVER': str(theirs.fileno())}
new = subprocess.Popen(command, env=environment, pass_fds=[theirs.fileno()])
theirs.close()
ours.send(b'version 1')
socket.send_fds(ours, [b'door public 127.0.0.1 %d' % port], [door.fileno()])
ours.send(b'a word of later years')
ours.send(b'begin')
text = ours.recv(4096).decode()
assert text.startswith('prepared '), text
print('prepared', flush=True)
sys.stdin.readline()
door.close()
os.close(lock)
ours.send(b'released')
assert ours.recv(4096) == b'ready'
ours.send(b'go')
print('ready', flush=True)
sys.stdin.read()
new.terminate()
new.wait()
