#!/usr/bin/env python3
"""The texts of the pages: complete in each language, used, and all words of the templates among them."""

import json
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TAGS = sorted(f.name for f in (ROOT / "web/texts").iterdir() if f.is_dir())


def catalogues(name: str) -> dict:
    return {tag: json.loads((ROOT / "web/texts" / tag / name).read_text(encoding="utf-8")) for tag in TAGS}


LANGUAGES = catalogues("pages.json")
TEMPLATES = {f.name: f.read_text(encoding="utf-8") for f in (ROOT / "web/templates").glob("*.html")}
SOURCES = "".join(f.read_text(encoding="utf-8") for f in sorted((ROOT / "src/http").rglob("*.?pp")))
SCRIPTS = "".join(f.read_text(encoding="utf-8") for f in sorted((ROOT / "web").glob("src/**/*.ts")))
# Keys that are made of a part and a word of an enumeration.
MADE = {
    "account.tokens.state_": "active expired revoked".split(),
    "action.": "assign reserve activate change withdraw succeed reinstate mint import transfer other".split(),
    "front.mirror_": "refused failed behind current".split(),
    "kind.": "formal informal".split(),
    "manage.delegation.": ["state"],
    "manage.delegation.check_": "none namespace noid".split(),
    "manage.delegation.method_": "none sequential random uuid".split(),
    "manage.delegation.state_": "active ended".split(),
    "manage.done.": "assigned changed unchanged activated withdrawn reinstated".split(),
    "manage.field.": "locators metadata_title metadata_creator metadata_date metadata_type metadata_publisher "
                     "metadata other_names successor predecessor".split(),
    "manage.lists.existing_": "report update replace".split(),
    "manage.lists.result_": "assigned unchanged changed withdrawn conflict problem".split(),
    "manage.lists.state_": "uploaded checking checked importing imported failed".split(),
    "manage.namespace.flag_": "true false".split(),
    "manage.namespace.q_": "append replace refuse".split(),
    "manage.several.action_": "withdraw host prefix".split(),
    "manage.several.summary_": "withdraw host prefix".split(),
    "manage.registrars.": "name contact public_contact".split(),
    "manage.registrars.done_": "added changed ended".split(),
    "manage.transfers.": "accept refuse withdraw".split(),
    "manage.transfers.done_": "requested accept refuse withdraw".split(),
    "manage.transfers.state_": "requested accepted refused withdrawn".split(),
    "name.": "alive dead".split(),
    "operation.area.": "registration namespaces delegations transfers registrars names tokens webhooks service".split(),
    "operation.did_": "add change register settle revise update end delegate transfer request accept refuse withdraw "
                      "reinstate succeed create revoke sign-in readmit confirm".split(),
    "operation.history.state_": "running ending sound damaged ended failed interrupted".split(),
    "operation.imports.state_": "running ending".split(),
    "operation.latency.": "p50 p95 p99".split(),
    "operation.links.rule_": "paused ignored".split(),
    "operation.links.state_": "alive failing dead".split(),
    "operation.outcome.": "redirected described delegated withdrawn no_output unknown malformed refused".split(),
    "operation.route.": "resolution services api harvest other".split(),
    "operation.settings.source_": "default file environment flag program".split(),
    "operation.webhooks.delivery_": "waiting delivered failed".split(),
    "operation.webhooks.state_": "active ended".split(),
    "operation.store.index_": "none incomplete outdated complete".split(),
    "origin.": "iana here local".split(),
    "registration.action_": "accept review return recognize approve report decline reopen conclude register "
                            "settle withdraw_request".split(),
    "registration.actor_": "submitter expert administrator process".split(),
    "registration.did_": "draft edit submit accept comment review return recognize approve report decline reopen conclude "
                         "register settle withdraw_request overtake revise".split(),
    "registration.help_": "namespace_identifier version date registrant purpose syntax assignment security_and_privacy "
                          "interoperability resolution documentation additional_information "
                          "revision_information".split(),
    "registration.level_": "error warning note".split(),
    "registration.state_": "draft received submitted under_review returned approved reported declined registered revised "
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
# The words that are the same in every language.
NAMES = {"Uniform", "NDJSON", "urn", "JSON", "CSV", "XML", "OAI", "PMH", "curl", "sI", "uniform", "namespace", "add", "NID",
         "token"}

MESSAGES = catalogues("messages.json")
# The sources of messages that pages show: a literal in these files that reads like a sentence needs a translation.
MESSAGE_FILES = """
    src/http/settings/settings_table.cpp src/http/administration/*.?pp src/http/api/*.?pp src/http/operation/limits.cpp
    src/http/operation/verification.?pp src/http/harvest/routes_registry.cpp src/http/pages/*.?pp src/http/resolve/*.?pp
    src/http/session/*.?pp src/http/site/*.?pp src/links/link_checker_rules.cpp src/links/loop_checker.cpp
    src/links/webhook_sender.cpp
    src/json/fault.cpp src/json/members.cpp src/json/read.cpp
    src/registry/check*.?pp src/registry/diff.cpp src/registry/iana_list.cpp src/registry/list_parts.cpp
    src/registry/read_iana_list.cpp src/registry/process.cpp src/registry/read_text.cpp
    src/registry/template_lines.cpp src/resolver/*.?pp src/resolver/*/*.?pp
    src/service/*.?pp src/service/*/*.?pp src/syntax/error.cpp src/syntax/print.cpp
    src/urn/abnf*.cpp src/urn/new_nid.cpp src/urn/nid.cpp src/urn/nid_notes.cpp
""".split()
# Files whose messages no page shows, and why.
NOT_ON_PAGES = {
    "src/http/api/openapi.cpp": "descriptions of the API, which stay in English",
    "src/http/pages/qr_code.cpp": "SVG",
    "src/http/resolve/cache_entries.cpp": "fields of HTTP",
    "src/http/resolve/describe.cpp": "fields of HTTP",
    "src/http/resolve/resolve_batch.cpp": "the API alone resolves many names at once",
    "src/http/resolve/response_cache.cpp": "fields of HTTP",
    "src/http/resolve/response_fields.hpp": "descriptions of the API",
    "src/http/site/api_reference.cpp": "commands for curl",
    "src/resolver/locators/choose.cpp": "the API alone explains why a locator was chosen",
    "src/resolver/naptr.cpp": "comments of a zone file",
    "src/service/history_line_reader.cpp": "followers and commands read lines of a history",
    "src/service/history_lines.cpp": "followers and commands read lines of a history",
    "src/service/history_proof.cpp": "commands read proofs",
}
# Literals that are no messages of pages, by the reason.
NO_MESSAGES = {
    "the section of a document": """RFC 8141 section |RFC 6570 section |URL Standard section 5.1|
        RFC 8141 section 5 (3); check characters: |RFC 2483 section 4.1: existed in the past|
        RFC 2483 section 4.9: syntactically valid but do not exist|setting locators.schemes; RFC 3986 section 7.1|
        DataCite Metadata Schema 4.4, mandatory properties|draft-ietf-httpapi-idempotency-key-header section 2.1|
        Security considerations""",
    "words, not a sentence": """rfc |off errors slow all|GRANT pg_monitor|Bearer realm="uniform"|not ready|csrf |mint |broken off| openid |
        registrar manager administrator|manager administrator|[Fill in:|[Page |name:|organization:|registering organization:|, column |
        in preparation|not yet|will |to be |the first administrator|submitter of request | (offset """,
    "of a body that only the API reads": """a minting request|the decision|the revocation|the request after the action|an operation|
        the names of a batch|" of a line |belongs to a submission: "submit" must be true|the list is too long|
        the list is not a JSON object|a namespace is not an object|a block has 1 to 100000 names""",
    "names of columns, and the source of what was read": """urn namespace|change controller|IANA's list of URN namespaces""",
    "the API describes itself": """The members `who` and `from` are shown only with a token.""",
    "only the API and the command set the origin of a namespace": """IANA has registered "|IANA has not registered \"""",
    "fields of HTTP": """Uniform-Webhook-Delivery: |Uniform-Webhook-Timestamp: |Uniform-Webhook-Signature: """,
    "the log alone has it": """no rule of openid.rules matches the claims of the user |openid.rules cannot be applied: |
        the provider answers |a response of another issuer, """,
    "a part of a message whose rest is translated without it": """one that this service issued| or others|
        ; names that do not match the naming policy "|" are skipped""",
    "errors of the library that pages do not cause": """there are more ".." than segments above|a base URI must have a scheme|
        a reference cannot be relative to an opaque URI|the base URI is missing|the buffer is too small for the result|
        the edit would change other components|there is nothing to edit|the table is invalid|
        no reference resolves to this target|unknown error|the URL does not specify how or where to access it|
        a relative reference is not resolved against a URN; give the base URI, such as the URN's locator|
        the port is not the scheme's default: it may belong to another protocol|
        CR, LF or NUL in an argument could end it and begin another command|
        a space or control character in an argument could end it and begin another argument|
        CR, LF or NUL in the mail address or the news server could begin another command|it can name a formal namespace|
        "urn-" and a number name an informal namespace""",
}
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*|R"\((.*?)\)"', re.S)
PLACE = re.compile(r"\{(word|message|)\}")


def messages_in(source: str) -> list:
    """The literals of a source that read like sentences; not those of comments, tables of routes, SQL and exceptions,
    nor the phrases that checks search for."""
    source = re.sub(r"//[^\n]*|^#.*$", "", source, flags=re.M)
    source = source.split("constexpr route table[]")[0]
    source = re.sub(r"constexpr (?:parameter|response_row|response_field|std::string_view \w*(?:representations?|results))"
                    r"\b.*?;\n", "", source, flags=re.S)
    source = re.sub(r"throw[\w:]*[\s(][^;]*;", "", source)
    source = re.sub(r"has_any\(.*?\}\)|\{field::\w+,\s*\"[^\"]*\"\}|\breplace\(.*?\);", "", source, flags=re.S)
    out = []
    for match in LITERAL.finditer(source):
        text = match.group(1) or "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', match.group(0)))
        text = text.replace('\\"', '"').replace("\\\\", "\\")
        is_sentence = re.search(r'[A-Za-z]{2,}"? [a-z("]|^"? [a-z]{3}|[a-z]{3}:? $', text)
        if is_sentence and not re.search(r"^ *(?:SELECT|INSERT|UPDATE|DELETE|FROM|AND|WHERE|ORDER|LIMIT|, holder)\b|^ *<", text):
            out.append(text)
    return out


class Texts(unittest.TestCase):
    maxDiff = None

    def test_each_language_has_each_text(self):
        keys = {key for texts in LANGUAGES.values() for key in texts}
        for language, texts in LANGUAGES.items():
            self.assertEqual(keys - texts.keys(), set(), language)
            blank = [key for key in texts if not texts[key].strip()]
            self.assertLessEqual(set(blank), {"language.thousands"}, f"{language}: a space may separate thousands, no text is blank")

    def test_placeholders_are_the_same(self):
        for key, text in LANGUAGES["en"].items():
            for language, texts in LANGUAGES.items():
                found = [re.findall(r"\{\w*\}", t) for t in (text, texts[key])]
                self.assertEqual(sorted(found[0]), sorted(found[1]), f"{language} {key}")

    def test_texts_are_translated(self):
        for language in TAGS:
            same = [k for k, t in LANGUAGES["en"].items() if LANGUAGES[language][k] == t and len(t.split()) > 1]
            if language != "en":
                self.assertEqual([k for k in same if "(" not in LANGUAGES["en"][k]], [], language)

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

    def test_messages_are_translated(self):
        keys = list(dict.fromkeys(key for language in TAGS if language != "en" for key in MESSAGES[language]["messages"]))
        everything = "\n".join(keys)
        whole = [re.compile("(.*)".join(re.escape(part) for part in PLACE.split(key)[::2]), re.S) for key in keys]
        exempt = {text.strip("\n") for texts in NO_MESSAGES.values() for text in re.split(r"\|\n *|\|", texts)}

        def is_known(text: str) -> bool:
            if text in everything or re.sub(r"\d+", "{}", text) in everything:
                return True
            return any(pattern.fullmatch(text) for key, pattern in zip(keys, whole) if not key.startswith("{message}"))

        lacking = []
        for file in sorted(f for pattern in MESSAGE_FILES for f in ROOT.glob(pattern)):
            name = str(file.relative_to(ROOT))
            if name in NOT_ON_PAGES:
                continue
            for text in messages_in(file.read_text(encoding="utf-8")):
                if text not in exempt and not is_known(text):
                    lacking.append(f"{name}: {text}")
        self.assertEqual(lacking, [])

    def test_placeholders_of_messages_are_the_same(self):
        for language, catalogue in MESSAGES.items():
            for key, text in catalogue["messages"].items():
                count = len(PLACE.findall(key))
                numbers = [int(n) for n in re.findall(r"\{(\d)\}", text)]
                self.assertLessEqual(len(PLACE.findall(text)), count, f"{language} {key}")
                self.assertLess(max(numbers, default=-1), max(count, 1), f"{language} {key}")
                self.assertTrue(text.strip(), f"{language} {key}")
                self.assertNotIn("}{", key.replace("{urn}", ""), f"{language} {key}: nothing between two placeholders")

    def test_each_language_has_each_message_and_word(self):
        for part in ("messages", "words"):
            keys = {key for catalogue in MESSAGES.values() for key in catalogue[part]}
            for language, catalogue in MESSAGES.items():
                if language != "en":  # it has those that the pages show in other words
                    self.assertEqual(sorted(keys - catalogue[part].keys()), [], f"{language} {part}")

    def test_every_action_of_the_history_has_its_words(self):
        """The actions of names, and of the kinds that decisions are of, by the table of docs/reference/history-format.md."""
        table = (ROOT / "docs/reference/history-format.md").read_text(encoding="utf-8")
        table = table.split("| kind | id | actions | body |\n|---|---|---|---|\n", 1)[1].split("\n\n", 1)[0]
        rows = [line.split("|") for line in table.splitlines()]
        actions = {row[1].strip(" `"): re.findall(r"`([\w-]+)`", row[3]) for row in rows}
        life = (ROOT / "src/resolver/locators/life.cpp").read_text(encoding="utf-8")
        known = set(re.findall(r'\{name_action::\w+, "(\w+)"\}', life))
        self.assertEqual(sorted(known - set(actions["name"])), [], "actions of names that history-format.md lacks")
        decisions = (ROOT / "src/service/registration/decisions.cpp").read_text(encoding="utf-8")
        areas = re.findall(r'area_row\{"(\w+)", "(\w*)", decision_area::(\w+)\}', decisions)
        self.assertGreater(len(areas), 10)
        keys = {"action." + one for one in actions["name"]}
        for kind, only, area in areas:
            for action in [only] if only else actions[kind]:
                if area != "registration":
                    keys.add("operation.did_" + action)
                else:
                    keys.add("registration.did_" + ("withdraw_request" if action == "withdraw-request" else action))
        for tag, texts in LANGUAGES.items():
            self.assertEqual(sorted(keys - texts.keys()), [], tag)

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
