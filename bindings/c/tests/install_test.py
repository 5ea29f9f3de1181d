"""Installs the libraries into a folder of their own, moves it, and builds the guide's first program against what is there,
with the shared and with the static library, by pkg-config and by CMake."""
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


def check(program: str, expected: str, static: bool) -> None:
    if (printed := run(program)) != expected:
        sys.exit(f"the program printed {printed!r}")
    if ("libuniform" in run("ldd", program)) == static:
        sys.exit(f"{program}: linked with the shared library: {not static}")


def main() -> int:
    cmake, script, compiler, page = sys.argv[1:]
    code, expected = re.search(r"```c\n(.*?)```\n\n```text\n(.*?)```", pathlib.Path(page).read_text(encoding="utf-8"),
                               re.DOTALL).groups()
    with tempfile.TemporaryDirectory() as folder:
        first, prefix = pathlib.Path(folder, "first"), pathlib.Path(folder, "moved")
        # the files of no component: libraries, headers, and what finds them
        run(cmake, f"-DCMAKE_INSTALL_PREFIX={first}", "-DCMAKE_INSTALL_COMPONENT=Unspecified", "-P", script)
        first.rename(prefix)
        source, program = pathlib.Path(folder, "program.c"), str(pathlib.Path(folder, "program"))
        source.write_text(code, encoding="utf-8")
        config = next(prefix.rglob("uniform-c.pc")).parent
        library = config.parent

        def flags(*options: str) -> list[str]:
            return run("pkg-config", *options, "uniform-c", env={"PKG_CONFIG_PATH": str(config), "PATH": "/usr/bin:/bin"}).split()

        for static in (False, True):
            linked = flags("--cflags", "--libs", *(["--static"] if static else []))
            if static:  # the shared library lies beside it, and the linker would take that one
                linked = ["-l:libuniform-c.a" if f == "-luniform-c" else f for f in linked]
            run(compiler, "-std=c11", str(source), "-o", program, *linked, f"-Wl,-rpath,{library}")
            check(program, expected, static)

        build = pathlib.Path(folder, "build")
        run(cmake, "-G", "Ninja", "-S", str(pathlib.Path(__file__).with_name("project")), "-B", str(build), f"-DSOURCE={source}",
            f"-DCMAKE_C_COMPILER={compiler}", f"-DCMAKE_PREFIX_PATH={prefix}")
        run(cmake, "--build", str(build))
        check(str(build / "with_c"), expected, False)
        check(str(build / "with_c_static"), expected, True)
    print("the installed library works, moved: shared and static, by pkg-config and by CMake")
    return 0


if __name__ == "__main__":
    sys.exit(main())
