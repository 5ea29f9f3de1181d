"""The pages of the site, in the order of its navigation.

A section is a title, a sentence about it and its documents: paths from the project's folder, with an asterisk for all
files that match. A document that is in no section is an error of the build.
"""

from pathlib import Path

SECTIONS = (
    ("Tutorials", "From nothing to a result, step by step.", ("docs/tutorials/*.md",)),
    ("The C++ library", "Reading, comparing and making identifiers in a program.",
     ("docs/guide/cpp.md", "docs/guide/editing.md", "docs/guide/resolving.md", "docs/guide/templates.md",
      "docs/guide/iris.md", "docs/guide/urls.md", "docs/guide/hosts.md", "docs/guide/web-urls.md", "docs/guide/names.md",
      "docs/guide/html.md", "docs/guide/migrating-uriparser.md", "docs/guide/migrating-boost-url.md")),
    ("The command", "Identifiers on the command line, one or a list of millions.",
     ("docs/guide/command.md", "docs/guide/finding.md", "docs/guide/repair.md", "docs/guide/lint.md", "docs/guide/get.md",
      "docs/guide/urns.md", "docs/guide/trurl.md", "docs/guide/namespaces-registering.md", "docs/guide/registry.md")),
    ("Other languages and databases", "The same library in C, Python, JavaScript, SQLite, PostgreSQL and Spark.",
     ("docs/guide/c.md", "docs/guide/python.md", "docs/guide/columns.md", "docs/guide/spark.md",
      "docs/guide/javascript.md", "docs/guide/sqlite.md", "docs/guide/postgresql.md", "docs/guide/migrating-*.md")),
    ("The service", "Assigning names, registering namespaces and resolving both.",
     ("docs/guide/installing.md", "docs/guide/names-assigning.md", "docs/guide/resolution.md",
      "docs/guide/registration.md", "docs/guide/registrars.md", "docs/guide/service-commands.md",
      "docs/guide/link-checking.md", "docs/guide/harvesting.md", "docs/guide/web-pages.md", "docs/guide/workbench.md",
      "docs/operations.md", "docs/guide/*.md")),
    ("Reference", "Every setting, check, term and format.",
     ("docs/reference/configuration.md", "docs/reference/lint-checks.md", "docs/reference/history-format.md",
      "docs/reference/*.md", "docs/glossary.md", "docs/forbidden-words.md")),
    ("Conformance and measurements", "What the documents demand, how it is tested, how fast it is.",
     ("docs/conformance.md", "docs/conformance/*.md", "docs/performance.md", "docs/testing.md", "docs/security.md",
      "docs/*.md")),
    ("Decisions", "What was chosen, what else was tried, and the numbers.", ("docs/decisions/*.md",)),
    ("The project", "How it is built, changed and released.",
     ("README.md", "docs/architecture.md", "HACKING.md", "CONTRIBUTING.md", "SECURITY.md", "docs/releasing.md",
      "CHANGELOG.md")),
)
# The front page of the site stands for it; the site's own is made of SECTIONS.
FRONT = "docs/README.md"
# The reference of the C++ interface has its overview from Doxygen.
ELSEWHERE = {"docs/reference/library.md": "cpp/index.html"}


def documents(root: Path) -> list[tuple[str, str, list[str]]]:
    """The sections with the paths of their documents, each in one section, the first that states it by name or else the
    first that matches."""
    named = {path for _, _, paths in SECTIONS for path in paths if "*" not in path}
    taken = {FRONT, *ELSEWHERE}
    result = []
    for title, says, patterns in SECTIONS:
        paths = []
        for pattern in patterns:
            found = [pattern] if "*" not in pattern else sorted(str(p.relative_to(root)) for p in root.glob(pattern))
            for path in found:
                if path in taken or ("*" in pattern and path in named):
                    continue
                taken.add(path)
                paths.append(path)
        result.append((title, says, paths))
    if forgotten := {str(p.relative_to(root)) for p in (root / "docs").rglob("*.md")} - taken:
        raise SystemExit(f"scripts/site/contents.py lists no section for {', '.join(sorted(forgotten))}")
    return result


def url_of(path: str) -> str:
    """The address of a document in the site."""
    if path == FRONT:
        return "index.html"
    if path in ELSEWHERE:
        return ELSEWHERE[path]
    if path == "README.md":
        return "project/overview.html"
    name = path.removesuffix(".md")
    return (name.removeprefix("docs/") if path.startswith("docs/") else "project/" + name.lower()) + ".html"
