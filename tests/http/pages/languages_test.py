#!/usr/bin/env python3
"""A language of the pages is a folder of texts: scripts/generate_web.py makes its columns of the tables, and says what it
lacks."""

import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from third_language import MESSAGES, TAG, add_language, copy_of_web, generate, write  # noqa: E402

TEXT = re.compile(r'std::string_view\{((?:"[^"]*"\n?)+), \d+\}')


def rows(table: Path) -> dict:
    """The rows of a generated table: {KEY: [TEXT of each language]}."""
    out = {}
    for row in re.split(r"^(?=\{)", table.read_text(encoding="ascii"), flags=re.M)[1:]:
        texts = [re.sub(r'"\n?', "", t) for t in TEXT.findall(row)]
        texts = [re.sub(rb"\\([0-7]{3})", lambda m: bytes([int(m[1], 8)]), t.encode()).decode() for t in texts]
        key = re.match(r'\{"([^"]*)"', row)
        out[key[1] if key else texts[0]] = texts if key else texts[1:]
    return out


class Languages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.web = copy_of_web(folder.name)
        self.out = Path(folder.name) / "out"

    def generated(self, table: str) -> dict:
        done = generate(self.out, self.web)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return rows(self.out / table)

    def test_a_folder_is_a_language(self):
        before = generate(self.out, self.web)
        self.assertEqual(before.returncode, 0, before.stderr)
        tags = re.findall('"(.*)"', (self.out / "web_languages.inc").read_text(encoding="ascii"))
        self.assertEqual(tags, ["en", *sorted(f.name for f in (self.web / "texts").iterdir() if f.name != "en")])
        texts = rows(self.out / "web_texts.inc")
        add_language(self.web)
        after = self.generated("web_texts.inc")
        now = re.findall('"(.*)"', (self.out / "web_languages.inc").read_text(encoding="ascii"))
        self.assertEqual(now, ["en", *sorted([*tags[1:], TAG])])
        at = now.index(TAG)
        self.assertEqual(after["front.heading"].pop(at), "Des noms qui durent")
        self.assertEqual(after["front.lead"].pop(at), texts["front.lead"][0])
        self.assertEqual(after["front.heading"], texts["front.heading"])
        front = rows(self.out / "web_templates.inc")["front"]
        self.assertEqual([t.count("<h1>Des noms qui durent</h1>") for t in front], [int(tag == TAG) for tag in now])

    def test_what_messages_lack_is_left_to_english(self):
        add_language(self.web)
        messages = self.generated("web_messages.inc")
        at = re.findall('"(.*)"', (self.out / "web_languages.inc").read_text(encoding="ascii")).index(TAG)
        self.assertEqual({key: texts[at] for key, texts in messages.items() if texts[at]}, MESSAGES)
        self.assertEqual([key for key, texts in messages.items() if not texts[0]], [])
        words = rows(self.out / "web_words.inc")
        self.assertEqual(words["author"][at], "Auteur")
        self.assertEqual({word for word, texts in words.items() if texts[at] != texts[0]}, {"author"})

    def test_what_pages_lack_is_an_error(self):
        folder = add_language(self.web)
        (folder / "messages.json").unlink()
        self.assertRegex(generate(self.out, self.web).stderr, rf"texts.{TAG}.messages\.json is missing")
        write(folder / "messages.json", {})
        texts = json.loads((folder / "pages.json").read_text(encoding="utf-8"))
        del texts["language.name"]
        write(folder / "pages.json", texts)
        done = generate(self.out, self.web)
        self.assertEqual((done.returncode, done.stderr), (1, f"web/texts/{TAG}/pages.json lacks language.name\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
