#!/usr/bin/env python3
"""Builds the wheel by pip from a source distribution, installs it in a new environment, imports and uses it.

python3 wheel.py PROJECT FOLDER
"""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

USE = """
import uniform, importlib.metadata
assert importlib.metadata.version("uniform-identifiers") == uniform.__version__
of = importlib.metadata.metadata("uniform-identifiers")
assert (of["License-Expression"], of.get_all("License-File")) == ("Apache-2.0", ["LICENSE"]), of.items()
assert str(uniform.parse("HTTP://a.example:80/%7Eb").normalize(level="scheme")) == "http://a.example/~b"
assert uniform.domain_of("www.example.co.uk").registrable == "example.co.uk"
from importlib.resources import files
assert files("uniform").joinpath("py.typed").is_file()
print(uniform.__file__)
"""


def install(environment, *what):
    """By pip, from the registry of Python packages."""
    run(environment / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", *what,
        why=f"the registry of Python packages was not reached, or refused what is pinned: {what[-1]} cannot be installed")


def run(*arguments, why="", **options):
    done = subprocess.run([str(a) for a in arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, arguments))} ended with {done.returncode}:\n" + "\n".join(done.stdout.splitlines()[-60:])
                 + (why and "\n" + why))
    return done.stdout


def main():
    project, folder = Path(sys.argv[1]), Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    here = project / "bindings" / "python"
    builder, user = folder / "builder", folder / "user"
    for environment in (builder, user):
        venv.create(environment, with_pip=True)
    install(builder, "--require-hashes", "-r", here / "requirements-build.txt")
    sources = folder / "sources"
    sources.mkdir()
    run(builder / "bin" / "python", "-c", "import sys, scikit_build_core.build as b; print(b.build_sdist(sys.argv[1]))",
        sources, cwd=project)
    archive, = sources.iterdir()
    # The compiler's cache, if there is one, has what the build compiles: the places of the sources do not count.
    options = dict(os.environ, PATH=f"{builder / 'bin'}:{os.environ['PATH']}", CCACHE_BASEDIR=str(folder),
                   CCACHE_NOHASHDIR="1", CMAKE_BUILD_PARALLEL_LEVEL="2")
    unpacked = folder / "unpacked"
    shutil.unpack_archive(archive, unpacked)
    tree, = unpacked.iterdir()
    run(builder / "bin" / "python", "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps",
        "--no-build-isolation", "--wheel-dir", folder, tree, env=options)
    wheel, = folder.glob("*.whl")
    install(user, "--no-deps", wheel)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    print(run(user / "bin" / "python", "-c", USE, cwd=folder, env=environment))


if __name__ == "__main__":
    main()
