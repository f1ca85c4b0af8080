"""Start a program with the restrictions of a systemd unit, where no systemd runs: Linux, as root.

As a script it reads the restrictions as JSON, puts them on itself and becomes the program.  What
each setting of `systemd.exec(5)` does is done by the same means of the kernel: mounts, namespaces,
capabilities, and a filter of system calls with the groups that `systemd-analyze` names.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import re
import resource
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

NUMBERS = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
USER = 65_533
NOT_TRIED = {
    "IPAddressDeny": "a program in a control group",
    "IPAddressAllow": "a program in a control group",
    "MemoryMax": "a control group",
}
"""Settings that need a service manager, and what they are."""

_NEW_MOUNTS, _NEW_UTS, _NEW_IPC, _NEW_USERS = 0x20000, 0x4000000, 0x8000000, 0x10000000
_NAMESPACES = 0x7E020000 | 0x80
_NO_NEW_PRIVS, _SECCOMP, _DROP = 38, 22, 24
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_LOAD, _EQUAL, _ABOVE, _ANY, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_X86_64 = 0xC000003E


@dataclass(frozen=True)
class Sandbox:
    """The restrictions: settings of the unit, its state folder outside, and the key."""

    settings: list[tuple[str, str]]
    state: str
    key: str
    command: list[str]
    environment: dict[str, str]


def missing() -> str:
    """Why no program can be started like that here; "" if it can."""
    if sys.platform != "linux" or platform.machine() != "x86_64" or os.geteuid() != 0:
        return "needs root on Linux, x86_64"
    if not NUMBERS.is_file():
        return f"needs {NUMBERS}"
    tried = subprocess.run(
        ["sh", "-c", "systemd-analyze --version && unshare -m mount -t tmpfs none /mnt"],
        capture_output=True,
        check=False,
    )
    return "" if tried.returncode == 0 else "needs systemd-analyze, and mounts of its own"


def interpreter() -> tuple[str, str]:
    """A Python that is not in a home, which the unit hides, and where its packages are."""
    own = Path(sys.executable).resolve()
    packages = next(one for one in sys.path if one.endswith("site-packages"))
    system = Path(f"/usr/bin/python3.{sys.version_info.minor}")
    hidden = ("/root/", "/home/", "/tmp/", "/var/tmp/", "/dev/")
    found = [one for one in (own, system) if one.is_file() and not str(one).startswith(hidden)]
    if not found or packages.startswith(hidden):
        return "", ""
    return str(found[0]), packages


def settings_of(unit: Path) -> list[tuple[str, str]]:
    """The settings of the section Service, in order."""
    part = unit.read_text(encoding="utf-8").partition("[Service]\n")[2].partition("\n[")[0]
    lines = [line for line in part.splitlines() if "=" in line and not line.startswith("#")]
    return [(name, value) for name, _, value in (line.partition("=") for line in lines)]


def start(sandbox: Sandbox, **more: object) -> subprocess.Popen[str]:
    """The program in its sandbox; more: for Popen."""
    words = json.dumps(asdict(sandbox))
    return subprocess.Popen([sys.executable, __file__, words], text=True, **more)  # type: ignore[call-overload,no-any-return]


class _Kernel:
    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)

    def __call__(self, name: str, *arguments: object) -> None:
        if getattr(self._libc, name)(*arguments) != 0:
            number = ctypes.get_errno()
            raise OSError(number, f"{name}: {os.strerror(number)}")


def _run(*words: str) -> None:
    subprocess.run(words, check=True)


def _mounts(settings: Mapping[str, str], state: str, key: str) -> None:
    """ProtectSystem, ProtectHome, PrivateTmp, PrivateDevices, ProtectProc, StateDirectory."""
    _run("mount", "--make-rprivate", "/")
    held = "/mnt"
    _run("mount", "-t", "tmpfs", "none", held)
    for name in ("state", "dev", "lib", "run"):
        Path(held, name).mkdir()
    _run("mount", "--bind", state, f"{held}/state")
    devices = ("null", "zero", "full", "random", "urandom", "tty")
    for name in devices:
        Path(held, "dev", name).touch()
        _run("mount", "--bind", f"/dev/{name}", f"{held}/dev/{name}")
    Path(held, "lib", settings["StateDirectory"]).mkdir()
    _run("mount", "--bind", f"{held}/state", f"{held}/lib/{settings['StateDirectory']}")
    credentials = Path(held, "run", "credentials")
    credentials.mkdir()
    (credentials / "storage.key").write_bytes(Path(key).read_bytes())
    os.chown(credentials / "storage.key", USER, USER)
    (credentials / "storage.key").chmod(0o400)
    for source, target in (("lib", "/var/lib"), ("run", "/run"), ("dev", "/dev")):
        _run("mount", "--rbind", f"{held}/{source}", target)
    for hidden in ("/root", "/home"):
        _run("mount", "-t", "tmpfs", "-o", "mode=0", "none", hidden)
    for private in ("/tmp", "/var/tmp"):
        _run("mount", "-t", "tmpfs", "none", private)
    _run("mount", "-t", "proc", "-o", "subset=pid,hidepid=invisible", "proc", "/proc")
    writable = {f"/var/lib/{settings['StateDirectory']}", "/tmp", "/var/tmp", "/proc"}
    for line in reversed(Path("/proc/self/mountinfo").read_text().splitlines()):
        place = line.split()[4]
        if place not in writable and not place.startswith("/dev/"):
            # Mounts below one that was covered are out of reach, and need not be read-only.
            words = ["mount", "-o", "remount,bind,ro", place]
            subprocess.run(words, check=False, stderr=subprocess.DEVNULL)


def _users(kernel: _Kernel) -> None:
    """PrivateUsers: only root and the user of the service are anybody."""
    ready, done = os.pipe(), os.pipe()
    own = os.getpid()
    if (helper := os.fork()) == 0:
        os.read(ready[0], 1)
        for name in ("uid_map", "gid_map"):
            Path(f"/proc/{own}/{name}").write_text(f"0 0 1\n{USER} {USER} 1\n")
        os.write(done[1], b"x")
        os._exit(0)
    kernel("unshare", _NEW_USERS)
    os.write(ready[1], b"x")
    os.read(done[0], 1)
    os.waitpid(helper, 0)
    for end in (*ready, *done):
        os.close(end)


def _groups(named: str) -> Iterator[str]:
    """The system calls of a group, as systemd has them."""
    if not named.startswith("@"):
        yield named
        return
    said = subprocess.run(
        ["systemd-analyze", "--no-pager", "syscall-filter", named],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for line in said.splitlines()[1:]:
        if (word := line.strip()) and not word.startswith("#"):
            yield from _groups(word)


def _calls(settings: Sequence[tuple[str, str]]) -> set[int]:
    """The numbers of the system calls that may be made at all."""
    allowed: set[str] = set()
    for name, value in settings:
        if name != "SystemCallFilter":
            continue
        calls = {call for word in value.lstrip("~").split() for call in _groups(word)}
        allowed = allowed - calls if value.startswith("~") else allowed | calls
    return {_number(call) for call in allowed} - {-1}


def _number(call: str) -> int:
    found = re.search(rf"#define __NR_{call} (\d+)\n", NUMBERS.read_text())
    return int(found[1]) if found else -1


def _filter(allowed: set[int]) -> bytes:
    """SystemCallFilter, MemoryDenyWriteExecute and the settings that begin with Restrict."""
    code: list[tuple[int, int, int, int]] = []

    def refuse(number: int = 1) -> None:
        code.append((_RETURN, 0, 0, _ERRNO | number))

    def when(call: str, argument: int, *tests: tuple[int, int, bool], error: int = 1) -> None:
        """Refuse a call if all of these hold of the low half of an argument."""
        # Behind the tests stand the refusal and the way back to the number of the call.
        code.append((_EQUAL, 0, len(tests) + 3, _number(call)))
        code.append((_LOAD, 0, 0, 16 + 8 * argument))
        for place, (test, value, wanted) in enumerate(tests):
            left = len(tests) - place
            code.append((test, 0 if wanted else left, left if wanted else 0, value))
        refuse(error)
        code.append((_LOAD, 0, 0, 0))

    code += [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, _X86_64), (_RETURN, 0, 0, _KILL), (_LOAD, 0, 0, 0)]
    when("clone", 0, (_ANY, _NAMESPACES, True))
    when("mmap", 2, (_ANY, 2, True), (_ANY, 4, True))
    when("mprotect", 2, (_ANY, 4, True))
    when("pkey_mprotect", 2, (_ANY, 4, True))
    when("shmat", 2, (_ANY, 0o100000, True))
    families = tuple((_EQUAL, family, False) for family in (1, 2, 10))
    when("socket", 0, *families, error=97)
    for call, argument in (("chmod", 1), ("fchmod", 1), ("fchmodat", 2)):
        when(call, argument, (_ANY, 0o6000, True))
    when("personality", 0, (_EQUAL, 0, False), (_EQUAL, 0xFFFFFFFF, False))
    when("sched_setscheduler", 1, (_ABOVE, 1, True))
    code += [(_EQUAL, 0, 1, _number("clone3")), (_RETURN, 0, 0, _ERRNO | 38)]
    for number in sorted(allowed - {_number("unshare"), _number("setns")}):
        code += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    refuse()
    return b"".join(struct.pack("<HBBI", *line) for line in code)


def _become(sandbox: Sandbox) -> None:
    settings = dict(sandbox.settings)
    kernel = _Kernel()
    program = _filter(_calls(sandbox.settings))
    kernel("unshare", _NEW_MOUNTS | _NEW_UTS | _NEW_IPC)
    _mounts(settings, sandbox.state, sandbox.key)
    limit = int(settings["LimitNOFILE"])
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    os.umask(int(settings["UMask"], 8))
    _users(kernel)
    for capability in range(41):
        kernel("prctl", _DROP, capability, 0, 0, 0)
    os.setgroups([])
    os.setresgid(USER, USER, USER)
    os.setresuid(USER, USER, USER)
    os.chdir("/")
    kernel("prctl", _NO_NEW_PRIVS, 1, 0, 0, 0)
    buffer = ctypes.create_string_buffer(program, len(program))
    loaded = struct.pack("<HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer))
    kernel("prctl", _SECCOMP, 2, ctypes.c_char_p(loaded), 0, 0)
    os.execve(sandbox.command[0], sandbox.command, sandbox.environment)


if __name__ == "__main__":
    _words = json.loads(sys.argv[1])
    _words["settings"] = [(name, value) for name, value in _words["settings"]]
    _become(Sandbox(**_words))
