#!/usr/bin/env python3
"""Makes what the service embeds of web/: generate_web.py OUT WEB [SCRIPTS]

OUT/web_assets.inc     the files of web/styles, web/images and web/scripts, and those of the folder SCRIPTS (what
                       web/build.mjs writes), as they are and compressed by gzip
OUT/web_templates.inc  the templates of web/templates in each language: with their frame, their partials, their texts and
                       the URLs of their assets
OUT/web_texts.inc      the texts of web/texts
OUT/web_messages.inc   the messages of web/texts/messages: in English, which is their key, and translated
OUT/web_words.inc      the words of web/texts/messages, such as names of fields in messages

In a template, {{text.KEY}} is a text, {{asset.NAME}} the URL of an asset, {{> NAME}} the file _NAME.html, and in
page.html, the frame of all pages, {{> content}} the page. {{#has.NAME}}...{{/has.NAME}} is for an asset that there may
not be. {{message NAME}} is a value that is a message (src/http/pages/messages.hpp), {{word NAME}} a word of the API,
{{minute NAME}} a time without its seconds, {{code NAME}} a text in which `code` may stand between backticks. All this
is replaced here; a text or asset that is missing is an error of the build. The rest is Mustache.
"""

import gzip
import hashlib
import html
import json
import re
import sys
from pathlib import Path

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
COMPRESSED = {".ico", ".png", ".woff2"}  # already
FRAME = "page"
MANIFEST = "manifest.json"


def literal(data: bytes) -> str:
    """A std::string_view of the bytes. Octal escapes have at most three digits, so that nothing after them joins in."""
    lines = []
    for start in range(0, len(data), 4096):
        text = "".join(
            chr(b) if 32 <= b < 127 and b not in (34, 63, 92) else f"\\{b:03o}" for b in data[start : start + 4096]
        )
        lines.append(f'"{text}"')
    return "std::string_view{" + ("\n".join(lines) or '""') + f", {len(data)}}}"


def manifest_of(scripts: Path | None) -> dict:
    """The files that pages refer to: workbench.js -> workbench-3E72IIIP.js."""
    file = scripts / MANIFEST if scripts else None
    return json.loads(file.read_text(encoding="utf-8")) if file and file.is_file() else {}


def assets_of(web: Path, scripts: Path | None) -> tuple[list, dict]:
    rows, urls = [], {}

    def add(file: Path, name: str) -> None:
        data = file.read_bytes()
        digest = hashlib.sha256(data).hexdigest()[:16]
        packed = b"" if file.suffix in COMPRESSED else gzip.compress(data, 9, mtime=0)
        if len(packed) >= len(data):
            packed = b""
        rows.append((name.replace("HASH", digest), TYPES[file.suffix], digest, data, packed))

    for folder in ("styles", "images", "scripts"):
        for file in sorted((web / folder).glob("*")):
            if file.suffix in TYPES:
                add(file, f"{file.stem}.HASH{file.suffix}")
                urls[file.name] = f"/assets/{rows[-1][0]}"
    # These have names with hashes already, by which they refer to each other.
    for file in sorted(scripts.glob("*")) if scripts and scripts.is_dir() else []:
        if file.is_file() and file.suffix in TYPES and file.name != MANIFEST:
            add(file, file.name)
    urls.update({name: f"/assets/{file}" for name, file in manifest_of(scripts).items()})
    return sorted(rows), urls


def expand(text: str, files: dict, texts: dict, urls: dict, where: str) -> str:
    def partial(match: re.Match) -> str:
        name = "_" + match.group(1)
        if name not in files:
            sys.exit(f"{where}: there is no template {name}.html")
        return expand_partials(files[name])

    def expand_partials(t: str) -> str:
        return re.sub(r"\{\{> *([\w-]+) *\}\}\n?", partial, t)

    def asset(match: re.Match) -> str:
        if match.group(1) not in urls:
            sys.exit(f"{where}: there is no asset {match.group(1)}")
        return urls[match.group(1)]

    def phrase(match: re.Match) -> str:
        if match.group(1) not in texts:
            sys.exit(f"{where}: there is no text {match.group(1)}")
        return html.escape(texts[match.group(1)]).replace("&#x27;", "&#39;")

    text = expand_partials(text)
    text = re.sub(
        r"\{\{#has\.([\w.-]+)\}\}(.*?)\{\{/has\.\1\}\}\n?",
        lambda m: m.group(2) if m.group(1) in urls else "",
        text,
        flags=re.S,
    )
    # src/http/pages/rendering.cpp has these sections; what they make is escaped.
    for name, section in (("message", "in_language"), ("word", "as_word"), ("minute", "as_minute"), ("code", "with_code")):
        text = re.sub(rf"\{{\{{{name} +([\w.]+)\}}\}}", rf"{{{{#{section}}}}}{{{{&\1}}}}{{{{/{section}}}}}", text)
    text = re.sub(r"\{\{asset\.([\w.-]+)\}\}", asset, text)
    return re.sub(r"\{\{text\.([\w.-]+)\}\}", phrase, text)


def messages_of(out: Path, web: Path, order: list) -> None:
    catalogues = {f.stem: json.loads(f.read_text(encoding="utf-8")) for f in (web / "texts/messages").glob("*.json")}
    for file, part in (("web_messages.inc", "messages"), ("web_words.inc", "words")):
        tables = {language: catalogues[language][part] for language in order}
        keys = {key for table in tables.values() for key in table}
        tables["en"] = {key: key for key in keys} | tables["en"]  # others only where the pages have other words
        with open(out / file, "w", encoding="ascii") as f:
            f.write("// Generated by scripts/generate_web.py.\n")
            for key in sorted(keys):
                if lacking := [language for language in order if key not in tables[language]]:
                    sys.exit(f"web/texts/messages/{lacking[0]}.json lacks {key}")
                values = ", ".join(literal(tables[language][key].encode()) for language in order)
                f.write(f"{{{literal(key.encode())}, {{{{{values}}}}}}},\n")


def main() -> None:
    out, web = Path(sys.argv[1]), Path(sys.argv[2])
    scripts = Path(sys.argv[3]) if len(sys.argv) > 3 and sys.argv[3] else None
    out.mkdir(parents=True, exist_ok=True)
    head = "// Generated by scripts/generate_web.py.\n"

    rows, urls = assets_of(web, scripts)
    with open(out / "web_assets.inc", "w", encoding="ascii") as f:
        f.write(head)
        for name, media_type, digest, data, packed in rows:
            f.write(f'{{"{name}", "{media_type}", "{digest}",\n{literal(data)},\n{literal(packed)}}},\n')

    languages = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in (web / "texts").glob("*.json")}
    keys = {key for texts in languages.values() for key in texts}
    for language, texts in languages.items():
        if missing := sorted(keys - texts.keys()):
            sys.exit(f"web/texts/{language}.json lacks {', '.join(missing)}")
    order = sorted(languages, key=lambda l: (l != "en", l))  # as in src/http/pages/texts.hpp
    with open(out / "web_texts.inc", "w", encoding="ascii") as f:
        f.write(head)
        for key in sorted(keys):
            values = ", ".join(literal(languages[language][key].encode()) for language in order)
            f.write(f'{{"{key}", {{{{{values}}}}}}},\n')

    messages_of(out, web, order)

    files = {file.stem: file.read_text(encoding="utf-8") for file in (web / "templates").glob("*.html")}
    with open(out / "web_templates.inc", "w", encoding="ascii") as f:
        f.write(head)
        for name in sorted(files):
            if name == FRAME or name.startswith("_"):
                continue
            framed = re.sub(r"\{\{> *content *\}\}\n?", lambda _: files[name], files[FRAME])
            values = ", ".join(
                literal(expand(framed, files, languages[language], urls, f"web/templates/{name}.html").encode())
                for language in order
            )
            f.write(f'{{"{name}", {{{{{values}}}}}}},\n')


if __name__ == "__main__":
    main()
