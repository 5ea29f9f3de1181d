#!/usr/bin/env python3
"""The texts of the pages: complete in each language, used, and all words of the templates among them."""

import json
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LANGUAGES = {f.stem: json.loads(f.read_text(encoding="utf-8")) for f in (ROOT / "web/texts").glob("*.json")}
TEMPLATES = {f.name: f.read_text(encoding="utf-8") for f in (ROOT / "web/templates").glob("*.html")}
SOURCES = "".join(f.read_text(encoding="utf-8") for f in sorted((ROOT / "src/http").rglob("*.?pp")))
SCRIPTS = "".join(f.read_text(encoding="utf-8") for f in sorted((ROOT / "web").glob("src/**/*.ts")))
# Keys that are made of a part and a word of an enumeration.
MADE = {
    "account.tokens.state_": "active expired revoked".split(),
    "action.": "assign reserve activate change withdraw reinstate mint import other".split(),
    "kind.": "formal informal".split(),
    "manage.delegation.check_": "none namespace noid".split(),
    "manage.delegation.method_": "none sequential random uuid".split(),
    "manage.delegation.state_": "active ended".split(),
    "manage.done.": "assigned changed unchanged activated withdrawn reinstated".split(),
    "manage.field.": "locators metadata_title metadata_creator metadata_date metadata_type metadata_publisher "
                     "metadata other_names successor predecessor".split(),
    "manage.lists.result_": "assigned unchanged conflict problem".split(),
    "manage.lists.state_": "uploaded checking checked importing imported failed".split(),
    "manage.several.action_": "withdraw host prefix".split(),
    "manage.several.summary_": "withdraw host prefix".split(),
    "manage.transfers.done_": "requested accept refuse withdraw".split(),
    "manage.transfers.state_": "requested accepted refused withdrawn".split(),
    "name.": "alive dead".split(),
    "operation.area.": "registration namespaces delegations transfers registrars names tokens webhooks service".split(),
    "operation.did_": "add change register revise update end delegate transfer request accept refuse withdraw reinstate "
                      "succeed create revoke confirm".split(),
    "operation.history.state_": "running ending sound damaged ended failed interrupted".split(),
    "operation.imports.state_": "running ending".split(),
    "operation.latency.": "p50 p95 p99".split(),
    "operation.links.rule_": "paused ignored".split(),
    "operation.links.state_": "alive failing dead".split(),
    "operation.outcome.": "redirected described delegated withdrawn no_output unknown malformed refused".split(),
    "operation.route.": "resolution services api harvest other".split(),
    "operation.settings.source_": "default file environment flag program".split(),
    "operation.store.index_": "none incomplete outdated complete".split(),
    "origin.": "iana here local".split(),
    "registration.action_": "review return recognize approve report decline reopen conclude register "
                            "withdraw_request".split(),
    "registration.actor_": "submitter expert administrator process".split(),
    "registration.did_": "draft edit submit comment review return recognize approve report decline reopen conclude "
                         "register withdraw_request overtake revise".split(),
    "registration.help_": "namespace_identifier version date registrant purpose syntax assignment security_and_privacy "
                          "interoperability resolution documentation additional_information "
                          "revision_information".split(),
    "registration.level_": "error warning note".split(),
    "registration.state_": "draft submitted under_review returned approved reported declined registered revised "
                           "withdrawn".split(),
    "registration.verdict_": "open fine change".split(),
    "registry.check_": "none correct incorrect unchecked".split(),
    "registry.resolution_": "unknown no yes".split(),
    "registry.status_": "active closed".split(),
    "registry.check_": "none correct incorrect unchecked".split(),
    "registry.resolution_": "unknown no yes".split(),
    "registry.status_": "active closed".split(),
    "state.": "active reserved withdrawn".split(),
    "term.": "creator date type publisher".split(),
}
# What is the same in every language.
NAMES = {"Uniform", "NDJSON", "urn", "JSON", "CSV", "XML", "OAI", "PMH", "curl", "sI", "uniform", "namespace", "add", "NID",
         "token"}


class Texts(unittest.TestCase):
    def test_each_language_has_each_text(self):
        keys = {key for texts in LANGUAGES.values() for key in texts}
        for language, texts in LANGUAGES.items():
            self.assertEqual(keys - texts.keys(), set(), language)
            self.assertEqual([key for key in texts if not texts[key].strip()], [], language)

    def test_placeholders_are_the_same(self):
        for key, text in LANGUAGES["en"].items():
            for language, texts in LANGUAGES.items():
                found = [re.findall(r"\{\w*\}", t) for t in (text, texts[key])]
                self.assertEqual(sorted(found[0]), sorted(found[1]), f"{language} {key}")

    def test_texts_are_translated(self):
        same = [k for k, t in LANGUAGES["en"].items() if LANGUAGES["de"][k] == t and len(t.split()) > 1]
        self.assertEqual([k for k in same if "(" not in LANGUAGES["en"][k]], [])

    def used(self):
        in_templates = set(re.findall(r"\{\{text\.([\w.]+)\}\}", "".join(TEMPLATES.values())))
        in_sources = set(re.findall(r'"([a-z]+(?:\.[a-z_]+)+)"', SOURCES + SCRIPTS)) & LANGUAGES["en"].keys()
        made = {prefix + word for prefix, words in MADE.items() for word in words if f'"{prefix}"' in SOURCES}
        return in_templates | in_sources | made

    def test_each_text_is_used(self):
        self.assertEqual(sorted(LANGUAGES["en"].keys() - self.used()), [])

    def test_each_used_text_exists(self):
        self.assertEqual(sorted(self.used() - LANGUAGES["en"].keys()), [])
        in_sources = set(re.findall(r'\btext\((?:\w+(?:\(\))?, )?"([^"]+)"\)', SOURCES))
        self.assertEqual(sorted(k for k in in_sources if "." in k and k not in LANGUAGES["en"] and not k.endswith(".")), [])

    def test_templates_have_no_words_of_their_own(self):
        for name, template in TEMPLATES.items():
            text = re.sub(r"\{\{.*?\}\}", " ", template, flags=re.S)
            for attribute in re.findall(r'\b(?:alt|title|aria-label|placeholder|data-label)="([^"]*)"', text):
                self.assertEqual(re.findall(r"[^\W\d_]{2,}", attribute), [], f"{name}: {attribute}")
            words = re.findall(r"[^\W\d_]{2,}", re.sub(r"<[^>]*>", " ", text))
            self.assertEqual(sorted(set(words) - NAMES), [], name)

    def test_templates_escape_all_but_data_for_search_engines(self):
        for name, template in TEMPLATES.items():
            raw = re.findall(r"\{\{\{(.*?)\}\}\}|\{\{& *(.*?)\}\}", template)
            self.assertIn([a or b for a, b in raw], ([], ["page.json_ld"]), name)

    def test_templates_quote_attributes_and_have_no_inline_code(self):
        for name, template in TEMPLATES.items():
            self.assertEqual(re.findall(r"=\{\{", template), [], f"{name}: an attribute without quotation marks")
            self.assertEqual(re.findall(r"<[^>]*\son\w+=|<style|\sstyle=|href=\"javascript", template), [], name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
