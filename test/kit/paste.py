"""Pastes standard input into an interactive shell on a terminal: paste.py plain|bracketed SHELL ARGS..."""
import os
import pty
import select
import sys

mode, *command = sys.argv[1:]
text = sys.stdin.buffer.read()
if mode == "bracketed":
    text = b"\x1b[200~" + text + b"\x1b[201~"

child, terminal = pty.fork()
if child == 0:
    os.environ["PS1"] = "READY> "
    os.execvp(command[0], command)

pending = text + b"\rexit\r"
output = b""
while True:
    # Nothing is typed before the prompt: until then, the shell has not set up its terminal.
    writable = [terminal] if pending and b"READY> " in output else []
    readable, writable, _ = select.select([terminal], writable, [])
    if readable:
        try:
            output += os.read(terminal, 65536)
        except OSError:
            break
    if writable:
        pending = pending[os.write(terminal, pending[:512]):]
os.waitpid(child, 0)
sys.stdout.buffer.write(output)
