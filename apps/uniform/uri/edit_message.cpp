#include "uri/edit_message.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <uniform/base/hex.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/ucs.hpp>
#include <uniform/uri/host.hpp>

#include "print/words.hpp"
#include "run/diagnostics.hpp"

namespace uniform::cli {

namespace {

// The text in which the error is: the value, or the key of a parameter.
struct misfit {
    std::string_view text;
    std::size_t offset;
    error_code code;
};

// A malformed "%", or a character that is not in the set; in the query of an IRI also one that is not allowed there.
std::optional<misfit> misfit_in(std::string_view text, char_set good, edition e) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            const std::string_view digits = text.substr(i + 1, 2);
            if (digits.size() < 2 ||
                !std::ranges::all_of(digits, [](char c) { return characters::hexdig.contains(c); }))
                return misfit{text, i, error_code::invalid_percent_encoding};
            i += 2;
        } else if (is_iri_edition(e) && static_cast<unsigned char>(text[i]) >= 0x80) {
            const std::string_view rest = text.substr(i);
            const base::utf8_sequence s = base::utf8_sequence_at(rest);
            if (!s.valid) return misfit{text, i, error_code::invalid_utf8};
            const char32_t c = base::character_of(rest.substr(0, s.size));
            if (!is_ucschar(c) && !is_iprivate(c)) return misfit{text, i, error_code::invalid_character};
            i += s.size - 1;
        } else if (!good.contains(text[i])) {
            return misfit{text, i, error_code::invalid_character};
        }
    }
    return std::nullopt;
}

bool is_append(edit_action a) { return a == edit_action::append || a == edit_action::append_decoded; }
bool is_replacement(edit_action a) {
    return a == edit_action::replace || a == edit_action::replace_decoded || a == edit_action::replace_append;
}
bool is_data(edit_action a) {
    return a == edit_action::set_params || a == edit_action::set_decoded || a == edit_action::set_absent_decoded ||
           a == edit_action::append_decoded || a == edit_action::replace_decoded;
}

// Key and value of an edit of a parameter.
std::optional<std::pair<std::string_view, std::string_view>> pair_of(const edit_step &step) {
    const std::string_view name = step.name;
    const std::string_view value = step.value;
    if (is_replacement(step.action)) return std::pair{name, value};
    if (name.starts_with("query.")) return std::pair{name.substr(6), value};
    if (!is_append(step.action) || name != "query") return std::nullopt;
    const auto equals = std::min(value.find('='), value.size());
    return std::pair{value.substr(0, equals), value.substr(std::min(equals + 1, value.size()))};
}

// The fault that no encoding removes: schemes and ports have none, and an address is one or not.
std::optional<misfit> misfit_in_data(const edit_step &step, const error &why) {
    const std::string_view text = step.value;
    std::size_t at = text.size();
    if (why.code == error_code::invalid_port) {
        at = text.find_first_not_of("0123456789");
    } else if (why.code == error_code::invalid_scheme) {
        constexpr char_set good = characters::alpha | characters::digit | char_set{"+-."};
        at = 0;
        while (at < text.size() && (at == 0 ? characters::alpha : good).contains(text[at])) ++at;
    } else if (why.code == error_code::invalid_ip_literal && step.name == "host") {
        const bool bare = !text.starts_with('[');
        const auto host = parse_host(bare ? '[' + step.value + ']' : step.value);
        if (!host) at = static_cast<std::size_t>(host.error().offset) - (bare ? 1U : 0U);
    }
    if (at >= text.size()) return std::nullopt;
    return misfit{text, at, why.code};
}

std::optional<misfit> find_misfit_of(const edit_step &step, const error &why, const query_options &query) {
    if (is_data(step.action)) return misfit_in_data(step, why); // other data is encoded
    if (const auto pair = pair_of(step)) {
        const std::string separators{query.separator, query.semicolon ? ';' : query.separator};
        const char_set good = allowed(rule::query, why.edition) - char_set{separators};
        if (auto found = misfit_in(pair->first, good - char_set{"="}, why.edition)) return found;
        return misfit_in(pair->second, good, why.edition);
    }
    constexpr auto of_place =
        std::to_array<error_code>({error_code::invalid_character, error_code::invalid_port, error_code::invalid_scheme,
                                   error_code::invalid_percent_encoding, error_code::invalid_ip_literal,
                                   error_code::unterminated_ip_literal, error_code::invalid_utf8});
    if (std::ranges::find(of_place, why.code) == of_place.end() || why.offset >= step.value.size()) {
        return std::nullopt;
    }
    return misfit{step.value, static_cast<std::size_t>(why.offset), why.code};
}

// In quotes, or as \x0A.
std::string character_at(std::string_view text, std::size_t at) {
    std::size_t size = 1;
    while (at + size < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0xC0U &&
           (static_cast<unsigned char>(text[at + size]) & 0xC0U) == 0x80U)
        ++size;
    return in_quotes(text.substr(at, size));
}

// The advice to the user about the character.
std::string remedy(const edit_step &step, bool iterated, const misfit &found) {
    const std::string_view name = step.name;
    std::string as;
    if (name == "scheme" || name == "port") return "it cannot be encoded there";
    if (found.code == error_code::invalid_ip_literal) {
        if (found.text.starts_with('[')) return "it cannot be encoded there";
        for (const char c : found.text) { // -S host=:::
            if (c == ':') base::append_percent_encoded(as, c);
            if (c != ':') as += c;
        }
        return "as a name: --set host=" + as;
    }
    if (iterated) {
        as = "write it as ";
        base::append_percent_encoded(as, found.text[found.offset]);
        return as;
    }
    if (found.code == error_code::unterminated_ip_literal && name == "host") {
        const std::string_view address = std::string_view{step.value}.substr(1);
        if (parse_ipv6address(address)) return "--set-decoded host=" + std::string{address} + " adds both brackets";
    }
    if (name == "authority") return "--set-decoded encodes it in user, password or host, one by one";
    if (step.action == edit_action::replace) {
        as = "--replace-decoded " + shell_word(step.name) + "=DATA";
    } else if (step.action == edit_action::replace_append) {
        as = "--set-decoded " + shell_word("query." + step.name) + "=DATA";
    } else if (is_append(step.action)) {
        as = "--append-decoded " + step.name + (name == "query" ? "=KEY=DATA" : "=DATA");
    } else {
        as = "--set-decoded " + shell_word(step.name) + "=DATA";
    }
    return as + " encodes it";
}

std::string sentence(const error &why, const misfit &found) {
    const std::string name = character_at(found.text, found.offset);
    switch (found.code) {
    case error_code::invalid_character:
        if (is_iri_edition(why.edition)) return message({found.offset, found.code, why.rule, why.edition}, found.text);
        return name + " is not allowed here";
    case error_code::invalid_utf8:
    case error_code::invalid_percent_encoding:
        return std::string{error{0, found.code, rule::pct_encoded, why.edition}.message()};
    case error_code::unterminated_ip_literal:
        return std::string{why.message()};
    case error_code::invalid_ip_literal:
        if (!found.text.contains('[')) return "it looks like an IPv6 address, but " + name + " is not expected";
        return std::string{why.message()} + ": " + name + " is not expected";
    default:
        return std::string{why.message()} + ", not " + name;
    }
}

std::string cited(const error &why) {
    const std::string cites = citation(why);
    return cites.empty() ? std::string{} : " (" + cites + ')';
}

// A path that would be read as something else: where, by which rule, and what to write instead.
struct misread_path {
    std::size_t offset;
    uniform::rule rule;
    std::string_view says;
    std::string remedy;
};
std::optional<misread_path> misread_in(const edit_step &step, const error &why) {
    if (why.code != error_code::changes_components || step.name != "path") return std::nullopt;
    const std::string_view path = step.value;
    if (why.rule == rule::scheme && path.contains(':')) { // RFC 3986 4.2
        return misread_path{path.find(':'), rule::path_noscheme, "it would end a scheme",
                            "--set-decoded path=DATA encodes it"};
    }
    if (path.starts_with("//")) { // RFC 3986 3.3
        return misread_path{1, rule::path_absolute, "\"//\" would begin an authority",
                            "write " + shell_word("path=/." + step.value)};
    }
    if (why.rule == rule::host && !path.empty() && !path.starts_with('/')) { // RFC 3986 3.3
        return misread_path{0, rule::path_abempty, "after an authority, a path begins with \"/\"",
                            "write " + shell_word("path=/" + step.value)};
    }
    return std::nullopt;
}

// The mistake is in the text of --merge-query or --set-all-params, whose value has no character that ends a parameter.
edit_mistake mistake_of_query(const edit_step &step, const error &why, const query_options &query) {
    const bool merges = step.action == edit_action::merge_query;
    const std::string_view given = step.value;
    auto found = misfit_in(given, allowed(rule::query, why.edition), why.edition);
    const auto ends = std::ranges::find_if(given, [&](char c) { return query.separates(c); });
    if (!found && !merges && ends != given.end())
        found = misfit{given, static_cast<std::size_t>(ends - given.begin()), error_code::invalid_character};
    const std::string says = merges ? "cannot merge the query: " : "cannot set the parameters: ";
    if (!found) return {says + std::string{why.message()} + cited(why), given, 0};
    return {says + sentence(why, *found) + ", at offset " + std::to_string(found->offset) + " of " + in_quotes(given) +
                cited(why),
            given, found->offset};
}

} // namespace

edit_mistake mistake_of(const edit_step &step, bool iterated, const error &why, const query_options &query) {
    const std::string_view name = step.name;
    if (step.action == edit_action::merge_query || step.action == edit_action::set_all_params)
        return mistake_of_query(step, why, query);
    if (step.action == edit_action::set_params && why.code == error_code::lost_parameter) {
        if (!query.is_form())
            return {"cannot set the parameters: no query stands for a single one with an empty key and no value" +
                        cited(why),
                    {},
                    0};
        const auto lost = std::ranges::find_if(step.pairs, [](const auto &p) { return p.key.empty() && !p.value; });
        return {"cannot set the parameters: number " + std::to_string(lost - step.pairs.begin() + 1) +
                    " has an empty key and no value, which form data cannot have (" +
                    uniform::citation("URL Standard", "5.1") + ")",
                {},
                0};
    }
    if (why.code == error_code::not_found && name == "options")
        return {"cannot edit options: only URIs of mail servers (imap, pop, smtp) have them" + cited(why), {}, 0};
    if (why.code == error_code::not_found && name == "zoneid")
        return {"cannot edit zoneid: the host is no IPv6 address" + cited(why), {}, 0};
    if (name == "zoneid")
        return {"cannot edit zoneid: " + std::string{why.message()} + cited(why) +
                    "; zones are accepted with --zone-ids (RFC 6874)",
                step.value, 0};
    std::string says = "cannot edit " + (is_replacement(step.action) ? "query." + step.name : step.name) + ": ";
    // RFC 3986 3.2.2: IP-literal = "[" ( IPv6address / IPvFuture ) "]"
    const std::string_view address = std::string_view{step.value}.substr(0, step.value.find('%'));
    if (name == "host" && parse_ipv6address(address) && address.size() < step.value.size()) { // RFC 6874 2
        return {says + "an IPv6 address with a zone is written in brackets, as in host=[" + std::string{address} +
                    "%25eth0], and accepted with --zone-ids" + cited(why),
                step.value, address.size()};
    }
    if (name == "host" && parse_ipv6address(address)) {
        return {says + "an IPv6 address is written in brackets, as in host=[" + step.value + "]" +
                    (iterated ? "" : "; --set-decoded host=ADDRESS adds them") + cited(why),
                step.value, 0};
    }
    if (name == "authority" && !is_replacement(step.action)) {
        const std::string_view host = std::string_view{step.value}.substr(step.value.rfind('@') + 1);
        if (parse_ipv6address(host)) {
            const error place{why.offset, why.code, rule::host, why.edition};
            return {says + "an IPv6 address is written in brackets, as in authority=[" + std::string{host} + ']' +
                        cited(place),
                    {},
                    0};
        }
    }
    if (name == "host" && is_data(step.action) && why.code == error_code::invalid_character) {
        return {says + "a host can encode only UTF-8, which the data is not" + cited(why), {}, 0};
    }
    const bool is_segment = name.starts_with("path.") || (name == "path" && is_append(step.action));
    if (is_segment && is_data(step.action) && (step.value == "." || step.value == "..")) { // RFC 3986 3.3
        const std::string text = is_append(step.action) ? "--append path=" : "--set " + step.name + "=";
        return {says + in_quotes(step.value) + " as data has no encoding: in a path it is a dot segment" + cited(why) +
                    "; " + text + step.value + " writes one",
                step.value, 0};
    }
    if (const auto misread = misread_in(step, why)) {
        error place = why;
        place.code = error_code::invalid_character;
        place.rule = misread->rule;
        return {says + character_at(step.value, misread->offset) + " is not allowed here, at offset " +
                    std::to_string(misread->offset) + " of " + in_quotes(step.value) + ": " +
                    std::string{misread->says} + cited(place) + "; " + misread->remedy,
                step.value, misread->offset};
    }
    const auto found = find_misfit_of(step, why, query);
    if (!found) return {says + std::string{why.message()} + cited(why), step.value, 0};
    // A password that was entered is not shown again.
    const bool secret = name == "password" || name == "userinfo" || name == "authority";
    says += sentence(why, *found) + ", at offset " + std::to_string(found->offset) + " of " +
            (secret ? "the " + step.name : in_quotes(found->text));
    error place = why;
    if (found->code == error_code::invalid_percent_encoding) place.rule = rule::pct_encoded;
    says += cited(place) + "; " + remedy(step, iterated, *found);
    if (secret) return {std::move(says), {}, 0};
    return {std::move(says), found->text, found->offset};
}

edit_mistake password_without_user(const error &why) {
    return {"a password requires a user; set the user, too: --set user=NAME" + cited(why), {}, 0};
}

} // namespace uniform::cli
