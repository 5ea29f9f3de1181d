"""Installs the C interface into a folder of its own, and builds the guide's first program against what is there by
pkg-config: with the shared library, from a folder that was moved, and with the static one."""
import pathlib
import re
import subprocess
import sys
import tempfile


def run(*command: str, **options) -> str:
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600, **options)
    if ran.returncode != 0:
        sys.exit(f"{' '.join(command)}\nended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def main() -> int:
    cmake, script, compiler, parts, page = sys.argv[1:]
    code, expected = re.search(r"```c\n(.*?)```\n\n```text\n(.*?)```", pathlib.Path(page).read_text(encoding="utf-8"),
                               re.DOTALL).groups()
    with tempfile.TemporaryDirectory() as folder:
        first, prefix = pathlib.Path(folder, "first"), pathlib.Path(folder, "moved")
        run(cmake, f"-DCMAKE_INSTALL_PREFIX={first}", "-P", script)
        first.rename(prefix)
        source, program = pathlib.Path(folder, "program.c"), str(pathlib.Path(folder, "program"))
        source.write_text(code, encoding="utf-8")
        config = next(prefix.rglob("uniform-c.pc")).parent
        library = config.parent

        def flags(*options: str) -> list[str]:
            return run("pkg-config", *options, "uniform-c", env={"PKG_CONFIG_PATH": str(config), "PATH": "/usr/bin:/bin"}).split()

        for static in (False, True):
            linked = flags("--cflags", "--libs", *(["--static"] if static else []))
            if static: # the parts are not installed here
                linked = [f"-L{parts}", *("-l:libuniform-c.a" if f == "-luniform-c" else f for f in linked)]
            run(compiler, "-std=c11", str(source), "-o", program, *linked, f"-Wl,-rpath,{library}")
            if (printed := run(program)) != expected:
                sys.exit(f"the program printed {printed!r}")
    print("the installed library works: shared, moved, and static")
    return 0


if __name__ == "__main__":
    sys.exit(main())
