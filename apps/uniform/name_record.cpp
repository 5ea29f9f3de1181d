#include "name_record.hpp"

#include <charconv>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "service_call.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

using nlohmann::ordered_json;

std::optional<std::uint64_t> number_of(std::string_view text) {
    std::uint64_t n = 0;
    const auto [end, why] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (why != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return n;
}

} // namespace

std::expected<ordered_json, int> record_of(const options &o, std::size_t urls) {
    ordered_json record = ordered_json::object();
    if (const std::string *const file = o.value_of("record")) {
        const auto text = read_document(*file, std::size_t{1} << 20U);
        if (!text) return std::unexpected(text.error());
        try {
            record = ordered_json::parse(*text);
        } catch (const ordered_json::parse_error &e) {
            return std::unexpected(
                fail(exit_bad_input,
                     in_quotes(*file) + " is no JSON (RFC 8259): it goes wrong at byte " + std::to_string(e.byte)));
        } catch (const ordered_json::exception &) {
            return std::unexpected(fail(exit_bad_input, in_quotes(*file) + " has a number that is out of range"));
        }
        if (!record.is_object()) return std::unexpected(fail(exit_bad_input, in_quotes(*file) + " is no JSON object"));
    }
    std::set<std::string, std::less<>> said;
    for (const std::string &member : o.values_of("metadata")) {
        const std::size_t equals = member.find('=');
        if (equals == 0 || equals == std::string::npos)
            return std::unexpected(fail(exit_usage, "--metadata needs NAME=VALUE, not " + in_quotes(member)));
        if (!said.insert(member.substr(0, equals)).second)
            return std::unexpected(fail(exit_usage, "--metadata has " + in_quotes(member.substr(0, equals)) +
                                                        " twice; for several values, --record with an array"));
        if (!record.contains("metadata") || !record["metadata"].is_object())
            record["metadata"] = ordered_json::object();
        record["metadata"][member.substr(0, equals)] = member.substr(equals + 1);
    }
    for (const std::string &name : o.values_of("other-name")) {
        if (!record.contains("other_names") || !record["other_names"].is_array())
            record["other_names"] = ordered_json::array();
        record["other_names"].push_back(name);
    }
    for (const char *const member : {"successor", "predecessor"})
        if (const std::string *const name = o.value_of(member)) record[member] = *name;

    ordered_json attributes = ordered_json::object();
    if (const auto *const type = o.value_of("media-type")) attributes["media_type"] = *type;
    if (const auto *const language = o.value_of("language")) attributes["language"] = *language;
    if (const auto *const country = o.value_of("country")) attributes["country"] = *country;
    if (const auto *const weight = o.value_of("weight")) {
        const auto n = number_of(*weight);
        if (!n) return std::unexpected(fail(exit_usage, "--weight needs a number, not " + in_quotes(*weight)));
        attributes["weight"] = *n;
    }
    if (o.arguments.size() <= urls && !attributes.empty())
        return std::unexpected(
            fail(exit_usage, "--media-type, --language, --country and --weight are of URLs, and there is none"));
    for (std::size_t i = urls; i < o.arguments.size(); ++i) {
        if (!record.contains("locators") || !record["locators"].is_array()) record["locators"] = ordered_json::array();
        ordered_json locator{{"url", o.arguments[i]}};
        locator.update(attributes);
        record["locators"].push_back(std::move(locator));
    }
    return record;
}

std::expected<std::uint64_t, int> count_of(const options &o, std::uint64_t otherwise) {
    const std::string *const text = o.value_of("count");
    if (!text) return otherwise;
    const auto n = number_of(*text);
    if (!n || *n == 0)
        return std::unexpected(fail(exit_usage, "--count needs a number from 1, not " + in_quotes(*text)));
    return *n;
}

std::string printable_json(const nlohmann::json &value) {
    // dump() escapes control characters; what else would steer a terminal is escaped line by line.
    const std::string text = value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
    std::string out;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        out += printable(line);
        if (!rest.empty()) out += '\n';
    }
    return out;
}

} // namespace uniform::command
