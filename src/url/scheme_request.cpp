#include <uniform/url/scheme_request.hpp>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <numeric>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/url/scheme_name.hpp>

namespace uniform {

namespace {

constexpr std::string_view rfc7595 = "RFC 7595";
constexpr std::string_view draft_1994 = "draft-ietf-uri-url-06";

struct field_label {
    std::string_view label; // lower case
    scheme_field field;
};

// RFC 7595 7.4 and RFC 4395 5.4.
constexpr field_label field_labels[]{
    {"scheme name", scheme_field::scheme_name},
    {"uri scheme name", scheme_field::scheme_name},
    {"status", scheme_field::status},
    {"applications/protocols that use this scheme name", scheme_field::applications},
    {"applications/protocols that use this uri scheme name", scheme_field::applications},
    {"contact", scheme_field::contact},
    {"change controller", scheme_field::change_controller},
    {"author/change controller", scheme_field::change_controller},
    {"references", scheme_field::references},
    {"reference", scheme_field::references},
    {"scheme syntax", scheme_field::syntax},
    {"uri scheme syntax", scheme_field::syntax},
    {"scheme semantics", scheme_field::semantics},
    {"uri scheme semantics", scheme_field::semantics},
    {"encoding considerations", scheme_field::encoding},
    {"interoperability considerations", scheme_field::interoperability},
    {"security considerations", scheme_field::security},
};

struct labelled {
    scheme_field field;
    std::string_view rest;
};

// A label may be separated by several spaces: "Change  controller:".
std::optional<labelled> label_in(std::string_view line) {
    const auto colon = line.find(':');
    if (colon > 80) return std::nullopt; // or there is none
    std::string label;
    for (const char c : ascii::trim(line.substr(0, colon))) {
        if (c == ' ' || c == '\t') {
            if (!label.ends_with(' ')) label += ' ';
        } else {
            label += ascii::to_lower(c);
        }
    }
    const auto *const it = std::ranges::find(field_labels, label, &field_label::label);
    if (it == std::end(field_labels)) return std::nullopt;
    return labelled{it->field, ascii::trim(line.substr(colon + 1))};
}

template <class F>
void for_each_word(std::string_view text, F f) {
    constexpr std::string_view white = " \t\n\r";
    for (;;) {
        const auto begin = text.find_first_not_of(white);
        if (begin == std::string_view::npos) return;
        text.remove_prefix(begin);
        const std::string_view word = text.substr(0, text.find_first_of(white));
        f(word);
        text.remove_prefix(word.size());
    }
}

bool any_word(std::string_view text, auto predicate) {
    bool any = false;
    for_each_word(text, [&](std::string_view word) { any = any || predicate(word); });
    return any;
}

// "TBD", "...", "[Person to contact]": no answer. Also "none", where the field needs one.
bool says_nothing(std::string_view text, bool none_is_an_answer) {
    const bool bracketed =
        text.starts_with('[') && text.find(']') == text.size() - 1 && text.find(' ') != std::string_view::npos;
    std::string words;
    for (const char c : text) {
        if (characters::alpha.contains(c) || static_cast<unsigned char>(c) >= 0x80 || characters::digit.contains(c)) {
            words += ascii::to_lower(c);
        }
    }
    const std::initializer_list<std::string_view> fillers{"", "tbd", "tba", "tbc", "todo", "xxx", "fixme"};
    const std::initializer_list<std::string_view> nones{"none", "na", "nil", "no", "notapplicable", "unknown"};
    const auto is_one_of = [&](auto &list) { return std::ranges::find(list, words) != list.end(); };
    return bracketed || is_one_of(fillers) || (!none_is_an_answer && is_one_of(nones));
}

// An e-mail address, a URI, or a telephone number.
bool has_contact_information(std::string_view text) {
    const bool by_word = any_word(text, [](std::string_view word) {
        const auto at = word.find('@');
        return (at != std::string_view::npos && at > 0 && at + 1 < word.size()) ||
               word.find("://") != std::string_view::npos || word.starts_with("mailto:") || word.starts_with("tel:");
    });
    const auto digits = std::ranges::count_if(text, [](char c) { return characters::digit.contains(c); });
    return by_word || (text.find('+') != std::string_view::npos && digits >= 7);
}

// A word without the punctuation around it: brackets, quotes, and what ends a sentence.
std::string_view bare(std::string_view word) {
    constexpr std::string_view opening = "<([{\"'";
    constexpr std::string_view closing = ">)]}\"'.,;:";
    while (!word.empty() && opening.contains(word.front())) word.remove_prefix(1);
    while (!word.empty() && closing.contains(word.back())) word.remove_suffix(1);
    return word;
}

bool begins_with(std::string_view text, std::string_view begin) {
    return ascii::starts_with_ignoring_case(text, begin);
}

bool is_url_of_a_citation(std::string_view word) {
    return begins_with(word, "http://") || begins_with(word, "https://");
}

// "RFC 7595", "RFC7595", "[RFC7595]", "draft-...", "ISBN", "ISO 1", a URL, or at least a title with a year.
bool has_citation(std::string_view text) {
    int year = 0;
    const bool by_word = any_word(text, [&](std::string_view word) {
        word = bare(word);
        if (word.size() == 4 && (word.starts_with("19") || word.starts_with("20"))) {
            year += std::ranges::all_of(word, [](char c) { return characters::digit.contains(c); }) ? 1 : 0;
        }
        return is_url_of_a_citation(word) || begins_with(word, "rfc") || begins_with(word, "draft-") ||
               begins_with(word, "urn:") || begins_with(word, "doi:") || begins_with(word, "isbn") || word == "ISO" ||
               begins_with(word, "iso/");
    });
    return by_word || year > 0;
}

class request_checker {
public:
    request_checker(const scheme_request &r, const scheme_registry &registry) : r_{r}, registry_{registry} {}

    std::vector<scheme_finding> run() && {
        if (r_.stray) warn(std::nullopt, *r_.stray, "the text before the first field belongs to no field", "7.4");
        for (std::size_t i = 0; i < scheme_field_count; ++i) check_presence(static_cast<scheme_field>(i));
        if (const auto *name = answered(scheme_field::scheme_name)) check_name(*name);
        if (const auto *status = answered(scheme_field::status)) check_status(*status);
        for (const scheme_field f : {scheme_field::contact, scheme_field::change_controller}) {
            if (const auto *who = answered(f)) check_contact(*who);
        }
        check_references();
        check_definition();
        for (const scheme_request_field &f : r_.fields) check_examples(f);
        // std::stable_sort of libstdc++ 12 uses what Clang calls deprecated.
        std::vector<std::size_t> order(found_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair{found_[i].line, i}; });
        std::vector<scheme_finding> sorted;
        sorted.reserve(found_.size());
        for (const std::size_t i : order) sorted.push_back(std::move(found_[i]));
        return sorted;
    }

private:
    void add(scheme_severity s, std::optional<scheme_field> f, std::uint32_t line, std::string says,
             std::string_view section, std::string_view document = rfc7595) {
        found_.push_back({s, f, line, std::move(says), document, section});
    }
    void fail(std::optional<scheme_field> f, std::uint32_t line, std::string says, std::string_view section,
              std::string_view document = rfc7595) {
        add(scheme_severity::error, f, line, std::move(says), section, document);
    }
    void warn(std::optional<scheme_field> f, std::uint32_t line, std::string says, std::string_view section,
              std::string_view document = rfc7595) {
        add(scheme_severity::warning, f, line, std::move(says), section, document);
    }

    // With an answer.
    [[nodiscard]] const scheme_request_field *answered(scheme_field f) const {
        const auto *field = r_.find(f);
        return field != nullptr && !says_nothing(field->text, true) ? field : nullptr;
    }

    void check_presence(scheme_field f) {
        const std::string name{to_string(f)};
        const bool required = static_cast<std::size_t>(f) < required_scheme_fields;
        const auto *first = r_.find(f);
        if (first == nullptr) {
            if (required) fail(f, 0, "the field \"" + name + "\" is missing: IANA rejects the request", "7.4");
            return;
        }
        const bool none =
            f == scheme_field::references || f == scheme_field::encoding || f == scheme_field::interoperability;
        if (says_nothing(first->text, none)) {
            fail(f, first->line, "the field \"" + name + "\" gives no answer", required ? "7.4" : section_of(f));
        }
        for (const scheme_request_field &again : r_.fields) {
            if (&again != first && again.what == f) fail(f, again.line, "a second field \"" + name + '"', "7.4");
        }
    }

    void check_name(const scheme_request_field &field) {
        std::string_view name = bare(field.text);
        const scheme_name_classification v = classify_scheme_name(name, registry_);
        if (v.fault) {
            found_.push_back({scheme_severity::error, field.what, field.line,
                              message(*v.fault, name) + " (offset " + std::to_string(v.fault->offset) + " of \"" +
                                  std::string{name} + "\")",
                              v.fault->document(), v.fault->section()});
            return;
        }
        for (const scheme_name_rule rule : scheme_name_rules) {
            if (!v.breaks(rule)) continue;
            const scheme_name_citation c = cite(rule);
            fail(field.what, field.line, std::string{c.says}, c.section, c.document);
        }
    }

    void check_status(const scheme_request_field &field) {
        const std::string status = ascii::lower_copy(bare(field.text));
        permanent_ = status == "permanent";
        historical_ = status == "historical";
        if (permanent_ || historical_ || status == "provisional") return;
        fail(field.what, field.line, "the status is one of Permanent, Provisional and Historical", "7.4");
    }

    void check_contact(const scheme_request_field &field) {
        if (has_contact_information(field.text)) return;
        const std::string says = "no contact information: an e-mail address, a URI or a telephone number";
        // Organizations whose addresses everybody knows.
        const std::string_view who = bare(field.text);
        if (field.what == scheme_field::change_controller && (who == "IETF" || who == "IESG" || who == "W3C")) return;
        fail(field.what, field.line, says, "7.4");
    }

    void check_references() {
        const auto *field = answered(scheme_field::references);
        if (field == nullptr) return;
        for_each_word(field->text, [&](std::string_view word) {
            word = bare(word);
            if (is_url_of_a_citation(word)) {
                if (const auto uri = parse_uri(word); !uri) {
                    fail(field->what, field->line,
                         "the citation \"" + std::string{word} + "\" is no URI: " + message(uri.error(), word), "7.2");
                }
            }
        });
        if (has_citation(field->text)) return;
        const std::string says = "no full citation of a document";
        if (permanent_) {
            fail(field->what, field->line, says + "; a permanent registration requires a specification of the scheme",
                 "7.4");
        } else if (!says_nothing(field->text, false)) {
            warn(field->what, field->line, says, "7.4");
        }
    }

    static std::string_view section_of(scheme_field f) {
        switch (f) {
        case scheme_field::syntax:
            return "3.2";
        case scheme_field::semantics:
            return "3.3";
        case scheme_field::encoding:
            return "3.6";
        case scheme_field::interoperability:
            return "3.9";
        case scheme_field::security:
            return "3.7";
        default:
            return "7.4";
        }
    }

    // 1994 draft 4: "Any submission of a new URL scheme must include a definition of an algorithm for accessing of
    // resources within that scheme and the syntax for representing such a scheme." RFC 7595 7.4 leaves both, and the
    // other considerations, to the specification of the scheme, which the references name.
    void check_definition() {
        const auto *references = r_.find(scheme_field::references);
        const bool has_specification = references != nullptr && has_citation(references->text);
        for (const scheme_field f : {scheme_field::syntax, scheme_field::semantics}) {
            if (r_.find(f) != nullptr || has_specification || historical_ || permanent_) continue;
            warn(f, 0,
                 f == scheme_field::syntax
                     ? "neither a field \"Scheme syntax\" nor a specification says how URIs of the scheme are written"
                     : "neither a field \"Scheme semantics\" nor a specification says how resources are accessed, or "
                       "what "
                       "the names are if they locate none",
                 "4", draft_1994);
        }
        if (!permanent_) return;
        for (const scheme_field f : {scheme_field::syntax, scheme_field::semantics, scheme_field::encoding,
                                     scheme_field::interoperability, scheme_field::security}) {
            if (r_.find(f) != nullptr) continue;
            warn(f, 0,
                 "\"" + std::string{to_string(f)} +
                     "\" must be in the specification of a permanent scheme; the request has no "
                     "such field",
                 section_of(f));
        }
    }

    // RFC 7595 3.2: all strings of the scheme's syntax also match the generic one.
    void check_examples(const scheme_request_field &field) {
        const auto *name = r_.find(scheme_field::scheme_name);
        if (name == nullptr || name->text.empty() || field.what == scheme_field::scheme_name) return;
        const std::string begin = std::string{bare(name->text)} + ':';
        for_each_word(field.text, [&](std::string_view word) {
            word = bare(word);
            // A form such as "x:<path>" or "x://{host}" is no example.
            if (!begins_with(word, begin) || word.find_first_of("<>[]{}\"|*") != std::string_view::npos) return;
            if (const auto uri = parse_uri(word); !uri) {
                fail(field.what, field.line,
                     "\"" + std::string{word} + "\" does not match the generic syntax: " + message(uri.error(), word) +
                         " (offset " + std::to_string(uri.error().offset) + ')',
                     "3.2");
            }
        });
    }

    const scheme_request &r_;
    const scheme_registry &registry_;
    std::vector<scheme_finding> found_;
    bool permanent_ = false;
    bool historical_ = false;
};

} // namespace

std::string_view to_string(scheme_field f) noexcept {
    static constexpr auto names =
        enum_table<scheme_field>({{scheme_field::scheme_name, "Scheme name"},
                                  {scheme_field::status, "Status"},
                                  {scheme_field::applications, "Applications/protocols that use this scheme name"},
                                  {scheme_field::contact, "Contact"},
                                  {scheme_field::change_controller, "Change controller"},
                                  {scheme_field::references, "References"},
                                  {scheme_field::syntax, "Scheme syntax"},
                                  {scheme_field::semantics, "Scheme semantics"},
                                  {scheme_field::encoding, "Encoding considerations"},
                                  {scheme_field::interoperability, "Interoperability considerations"},
                                  {scheme_field::security, "Security considerations"}});
    return names.name(f);
}

const scheme_request_field *scheme_request::find(scheme_field f) const & noexcept {
    const auto it = std::ranges::find(fields, f, &scheme_request_field::what);
    return it == fields.end() ? nullptr : &*it;
}

scheme_request read_scheme_request(std::string_view text) {
    scheme_request r;
    std::uint32_t number = 0;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view line = ascii::trim(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (const auto label = label_in(line)) {
            r.fields.push_back({label->field, std::string{label->rest}, number});
        } else if (line.empty()) {
            continue;
        } else if (r.fields.empty()) {
            if (!r.stray) r.stray = number;
        } else {
            std::string &all = r.fields.back().text;
            if (!all.empty()) all += '\n';
            all += line;
        }
    }
    return r;
}

std::vector<scheme_finding> check_scheme_request(const scheme_request &r, const scheme_registry &registry) {
    return request_checker{r, registry}.run();
}

std::string empty_scheme_request() {
    constexpr std::array<std::string_view, required_scheme_fields> hints{
        "[in lower case letters; section 3.8]",
        "[one of Permanent, Provisional and Historical]",
        "[section 3.5]",
        "[a person, with contact information]",
        "[an organization or a person, with contact information]",
        "[full citations of all documents; of the specification, if the status is Permanent]"};
    std::string text;
    for (std::size_t i = 0; i < hints.size(); ++i) {
        text += to_string(static_cast<scheme_field>(i));
        text += ":\n  ";
        text += hints[i];
        text += "\n\n";
    }
    text.pop_back();
    return text;
}

} // namespace uniform
