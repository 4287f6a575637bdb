"""Attempts to get out of a sandbox, as small programs that say ESCAPED when they are out.

A program runs in its workspace, with `OUTSIDE` (a folder beside it), `OWNER` (the process that
started it), `TCP`, `UDP` (ports of 127.0.0.1), `ABSTRACT` and `SOCKET` (local sockets outside) in
its environment. What a program changed outside is looked at after it, from outside.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

__all__ = ["ESCAPES", "PRELUDE", "Escape"]

PRELUDE = """
import ctypes, fcntl, glob, os, signal, socket, stat, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
E = os.environ
OUTSIDE, OWNER = E['OUTSIDE'], int(E['OWNER'])
def call(number, *words):
    result = libc.syscall(ctypes.c_long(number), *(ctypes.c_ulong(word % 2**64) for word in words))
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
def out():
    print('ESCAPED')
def reads(path):
    with open(path, 'rb') as file:
        if b'MARKED' in file.read(65536):
            out()
def attempt(function, *words):
    try:
        return function(*words)
    except OSError as error:
        print(error, file=sys.stderr)
"""


@frozen
class Escape:
    """One attempt.

    `needs_root` marks what an ordinary user cannot do unconfined either, so that it proves
    nothing. `changed` are paths beside the workspace that tell from outside whether it succeeded.
    """

    program: str
    needs_root: bool = False
    changed: tuple[str, ...] = ()


_READ: Mapping[str, Escape] = {
    "read a file outside": Escape("reads(OUTSIDE + '/secret')"),
    "read through a symlink that lies in the workspace": Escape("reads('link')"),
    "read through a symlink made inside": Escape(
        "os.symlink(OUTSIDE, 'new-link'); reads('new-link/secret')"
    ),
    "read through the root of this process": Escape(
        "reads('/proc/self/root' + OUTSIDE + '/secret')"
    ),
    "read through the root of another process": Escape(
        "for pid in filter(str.isdigit, os.listdir('/proc')):\n"
        "    if int(pid) != os.getpid():\n"
        "        attempt(reads, f'/proc/{pid}/root{OUTSIDE}/secret')"
    ),
    "read through the working directory of another process": Escape(
        "for pid in filter(str.isdigit, os.listdir('/proc')):\n"
        "    if int(pid) != os.getpid():\n"
        "        attempt(reads, f'/proc/{pid}/cwd/../../../../../../..{OUTSIDE}/secret')"
    ),
    "read through a hard link made inside": Escape(
        "os.link(OUTSIDE + '/secret', 'made'); reads('made')"
    ),
    "read through a hard link that lies in the workspace": Escape("reads('twin')"),
    "write through a hard link that lies in the workspace": Escape(
        "open('twin', 'a').write('x')", changed=("outside/linked",)
    ),
    "read a hidden file": Escape("reads('hidden/token')"),
    "read a hidden file by another name": Escape(
        "attempt(os.rename, 'hidden', 'seen'); attempt(os.link, 'hidden/token', 'other')\n"
        "attempt(reads, 'seen/token'); attempt(reads, 'other')"
    ),
    "read the environment of other processes": Escape(
        "for path in glob.glob('/proc/[0-9]*/environ'):\n    attempt(reads, path)"
    ),
    "read the passwords of the system": Escape(
        "if b':' in open('/etc/shadow', 'rb').read(): out()", needs_root=True
    ),
    "read a disk": Escape(
        "for name in os.listdir('/dev'):\n"
        "    if stat.S_ISBLK(os.lstat('/dev/' + name).st_mode):\n"
        "        os.close(os.open('/dev/' + name, os.O_RDONLY)); out(); break",
        needs_root=True,
    ),
    "make a device for a disk": Escape(
        "for line in open('/proc/partitions').read().splitlines()[2:]:\n"
        "    major, minor = map(int, line.split()[:2])\n"
        "    os.mknod('disk', stat.S_IFBLK | 0o600, os.makedev(major, minor))\n"
        "    out(); break",
        needs_root=True,
    ),
    "look at a file outside": Escape("os.stat(OUTSIDE + '/secret'); out()"),
    "list a folder outside": Escape("os.listdir(OUTSIDE); out()"),
    "list the keys of everybody": Escape(
        "attempt(call, 248, *key(), 1, -2)\nif open('/proc/keys').read(): out()"
    ),
}

_WRITE: Mapping[str, Escape] = {
    "write a file outside": Escape(
        "open(OUTSIDE + '/planted', 'w').write('x')", changed=("outside/planted",)
    ),
    "empty a file outside": Escape(
        "os.truncate(OUTSIDE + '/secret', 0)", changed=("outside/secret",)
    ),
    "change the mode of a file outside": Escape(
        "os.chmod(OUTSIDE + '/secret', 0o777)", changed=("outside/secret",)
    ),
    "change the time of a file outside": Escape(
        "os.utime(OUTSIDE + '/secret', (1, 1))", changed=("outside/secret",)
    ),
    "move a file outside": Escape(
        "os.rename('note', OUTSIDE + '/moved')", changed=("outside/moved",)
    ),
    "write into a folder of the system": Escape(
        "open('/usr/lib/escaped', 'w').close(); os.unlink('/usr/lib/escaped'); out()",
        needs_root=True,
    ),
    "open a setting of the kernel for writing": Escape(
        "for path in ('/proc/sys/kernel/core_pattern', '/proc/sys/vm/swappiness'):\n"
        "    os.close(os.open(path, os.O_WRONLY)); out()",
        needs_root=True,
    ),
    "write a setting of the kernel": Escape(
        "with open('/proc/sys/vm/swappiness', 'r+') as file:\n"
        "    value = file.read(); file.seek(0); file.write(value); file.flush(); out()",
        needs_root=True,
    ),
}

_PROTECTED: Mapping[str, Escape] = {
    "plant a git hook": Escape(
        "open('.git/hooks/pre-commit', 'w').write('x')", changed=("work/.git/hooks",)
    ),
    "change the configuration of git": Escape(
        "open('.git/config', 'a').write('x')", changed=("work/.git/config",)
    ),
    "replace the configuration of git": Escape(
        "open('new', 'w').write('x'); os.rename('new', '.git/config')",
        changed=("work/.git/config",),
    ),
    "remove the configuration of git": Escape(
        "os.unlink('.git/config')", changed=("work/.git/config",)
    ),
    "move the folder of git away": Escape(
        "os.rename('.git', 'away'); os.makedirs('.git/hooks')\n"
        "open('.git/hooks/pre-commit', 'w').write('x')",
        changed=("work/.git/hooks",),
    ),
    "exchange the folder of git for another": Escape(
        "os.makedirs('other/hooks'); open('other/hooks/pre-commit', 'w').write('x')\n"
        "here = ctypes.c_int(-100)\n"
        "libc.renameat2(here, b'.git', here, b'other', ctypes.c_uint(2))",
        changed=("work/.git/hooks",),
    ),
    "put a symlink in the place of the hooks": Escape(
        "os.rename('.git/hooks', 'away'); os.makedirs('mine')\n"
        "open('mine/pre-commit', 'w').write('x'); os.symlink('../mine', '.git/hooks')",
        changed=("work/.git/hooks",),
    ),
    "put a symlink in the place of the folder of git": Escape(
        "os.makedirs('mine/hooks'); open('mine/hooks/pre-commit', 'w').write('x')\n"
        "os.rename('.git', 'away'); os.symlink('mine', '.git')",
        changed=("work/.git/hooks",),
    ),
    "write a protected file by another name": Escape(
        "os.link('.git/config', 'other'); open('other', 'a').write('x')",
        changed=("work/.git/config",),
    ),
    "write a protected file through the root of this process": Escape(
        "open('/proc/self/root' + os.getcwd() + '/.git/config', 'a').write('x')",
        changed=("work/.git/config",),
    ),
    "write a protected file through the working directory": Escape(
        "os.chdir('.git'); open('/proc/self/cwd/config', 'a').write('x')",
        changed=("work/.git/config",),
    ),
    "change the mode of a protected file": Escape(
        "os.chmod('.git/config', 0o777)", changed=("work/.git/config",)
    ),
    "make a protected file": Escape(
        "os.makedirs('.agent', exist_ok=True); open('.agent/settings', 'w').write('x')",
        changed=("work/.agent/settings",),
    ),
    "put a folder made before in the place of a protected one": Escape(
        "os.makedirs('mine'); open('mine/settings', 'w').write('x'); attempt(os.rmdir, '.agent')\n"
        "os.rename('mine', '.agent')",
        changed=("work/.agent/settings",),
    ),
    "put a symlink in the place of a protected folder": Escape(
        "os.makedirs('mine'); open('mine/settings', 'w').write('x'); attempt(os.rmdir, '.agent')\n"
        "os.symlink('mine', '.agent')",
        changed=("work/.agent/settings",),
    ),
}

_NETWORK: Mapping[str, Escape] = {
    "connect over TCP": Escape("socket.create_connection(('127.0.0.1', int(E['TCP'])), 2); out()"),
    "listen over TCP": Escape(
        "listener = socket.socket(); listener.bind(('0.0.0.0', 0)); listener.listen(); out()"
    ),
    "send over UDP": Escape(
        "socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', int(E['UDP']))); out()"
    ),
    "connect to a socket file outside": Escape(
        "socket.socket(socket.AF_UNIX).connect(E['SOCKET']); out()"
    ),
    "connect to a socket file in the workspace": Escape(
        "socket.socket(socket.AF_UNIX).connect('door'); out()"
    ),
    "connect to an abstract socket": Escape(
        "socket.socket(socket.AF_UNIX).connect('\\0' + E['ABSTRACT']); out()"
    ),
    "open a netlink socket": Escape("socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0); out()"),
}

_OTHERS: Mapping[str, Escape] = {
    "signal the owner": Escape("os.kill(OWNER, 0); out()"),
    "open the memory of the owner": Escape("open(f'/proc/{OWNER}/mem', 'r+b').close(); out()"),
    "mount in a user namespace": Escape(
        "if libc.unshare(0x10020000): raise OSError(ctypes.get_errno(), 'unshare')\n"
        "os.makedirs('place')\n"
        "if libc.mount(b'none', b'place', b'tmpfs', 0, None) == 0: out()"
    ),
    "make a user namespace by clone": Escape(
        "pid = call(56, 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0)\n"
        "if pid == 0: os._exit(0)\n"
        "os.waitpid(pid, 0); out()"
    ),
    "enter a namespace": Escape(
        "descriptor = os.open(f'/proc/{OWNER}/ns/uts', os.O_RDONLY)\n"
        "if libc.setns(descriptor, 0) == 0: out()",
        needs_root=True,
    ),
    "change the root folder": Escape("os.chroot('.'); out()", needs_root=True),
    "put a key into the kernel": Escape("call(248, *key(), 1, -2); out()"),
    "open an io_uring": Escape(
        "wanted = ctypes.create_string_buffer(120); call(425, 8, ctypes.addressof(wanted)); out()"
    ),
    "open a userfaultfd": Escape("call(323, 1); out()"),
    "trace a child": Escape(
        "pid = os.fork()\n"
        "if pid == 0: signal.pause()\n"
        "result = libc.ptrace(16, pid, None, None)\n"
        "os.kill(pid, 9)\n"
        "if result == 0: out()"
    ),
    "watch the processor": Escape(
        "wanted = ctypes.create_string_buffer("
        "struct.pack('<IIQQQQQ', 1, 112, 0, 0, 0, 0, 1 | 1 << 5), 112)\n"
        "call(298, ctypes.addressof(wanted), 0, -1, -1, 0); out()"
    ),
    "type into a terminal": Escape("pretend(0x5412)"),
    "type into a terminal by a long request": Escape("pretend(0x7700005412)"),
    "make system calls of another processor": Escape(
        "import mmap\n"
        "code = mmap.mmap(-1, 4096, prot=7)\n"
        "code.write(bytes.fromhex('b814000000cd80c3'))\n"
        "address = ctypes.addressof(ctypes.c_char.from_buffer(code))\n"
        "if ctypes.CFUNCTYPE(ctypes.c_int)(address)() == os.getpid(): out()"
    ),
}

_TERMINAL = """
def pretend(request):
    ours, theirs = os.openpty()
    if os.fork():
        os.wait()
    else:
        os.setsid()
        fcntl.ioctl(theirs, 0x540E, 0)
        if libc.ioctl(theirs, ctypes.c_ulong(request), b'x') == 0:
            out()
words = ctypes.create_string_buffer(b'user'), ctypes.create_string_buffer(b'zc')
def key():
    return ctypes.addressof(words[0]), ctypes.addressof(words[1]), ctypes.addressof(words[1])
"""
PRELUDE += _TERMINAL

ESCAPES: Mapping[str, Escape] = {**_READ, **_WRITE, **_PROTECTED, **_NETWORK, **_OTHERS}
