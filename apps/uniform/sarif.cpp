// SARIF 2.1.0 (OASIS, 2020): findings as code hosts show them. Results are written one by one, so that memory does not
// grow with their number.

#include <cstdint>

#include <nlohmann/json.hpp>

#include <uniform/percent.hpp>
#include <uniform/version.hpp>

#include "lint_report.hpp"

namespace uniform::command {

namespace {

using json = nlohmann::ordered_json;

std::string dump(const json &value) {
    // Bytes that are no UTF-8 become U+FFFD: SARIF is text.
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string_view level_of(lint_severity s) noexcept { return to_string(s); } // SARIF has the same three words

std::string sentence(std::string_view summary) {
    std::string text{summary};
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] & ~0x20);
    return text + '.';
}

std::string cited(std::string_view document, std::string_view section) {
    return std::string{document} + (section.starts_with("Appendix") ? " " : " section ") + std::string{section};
}

// Longer identifiers are left out, so that a document does not repeat them with every finding; so are their fixes.
constexpr std::size_t longest_shown = std::size_t{4} << 10;

// 3.4: a relative reference for a file, as its path is given.
json artifact_of(const identifier_place &place) {
    if (place.file.empty()) return {{"uri", "stdin"}, {"description", {{"text", "standard input"}}}};
    std::string uri = encode(place.file, rule::path);
    // The first segment of a relative path must not be read as a scheme (RFC 3986 4.2).
    const auto colon = uri.find(':');
    if (colon != std::string::npos && colon < uri.find('/')) uri.insert(0, "./");
    return {{"uri", uri}};
}

// An argument is in no artifact that a host could show.
bool is_argument(const identifier_place &place) { return place.source == "<argument>"; }

json region_of(const identifier_place &place, std::string_view identifier, range where) {
    const auto columns = [&](std::uint32_t end) { return characters_in(identifier.substr(0, end)); };
    const bool exact = place.as_it_is;
    json region = {{"startLine", place.line},
                   {"startColumn", place.character_column + (exact ? columns(where.begin) : 0)}};
    if (exact) region["endColumn"] = place.character_column + columns(where.end);
    if (place.byte_offset) {
        region["byteOffset"] = *place.byte_offset + (exact ? where.begin : 0);
        region["byteLength"] = exact ? where.end - where.begin : place.size;
    }
    return region;
}

json location_of(const identifier_place &place, std::string_view identifier, range where) {
    if (is_argument(place)) { // 3.33: logicalLocation
        const std::string name = "argument " + std::to_string(place.line);
        return {{"logicalLocations", {{{"name", name}, {"fullyQualifiedName", name}}}},
                {"message", {{"text", "bytes " + std::to_string(where.begin) + " to " + std::to_string(where.end)}}}};
    }
    return {{"physicalLocation",
             {{"artifactLocation", artifact_of(place)}, {"region", region_of(place, identifier, where)}}}};
}

// FNV-1a, which is the same everywhere and for ever.
std::string fingerprint(std::string_view check, std::string_view identifier) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    const auto add = [&hash](std::string_view text) {
        for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
        hash = (hash ^ 0xFF) * 0x100000001B3U;
    };
    add(check);
    add(identifier);
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += digits[hash >> shift & 0xF];
    return text;
}

} // namespace

void append_sarif_head(std::string &out, const lint_verdicts &verdicts) {
    json rules = json::array();
    for (const lint_check_info &info : lint_checks()) {
        rules.push_back(
            {{"id", info.id},
             {"shortDescription", {{"text", sentence(info.summary)}}},
             {"fullDescription", {{"text", sentence(info.summary)}}},
             {"help", {{"text", sentence(info.summary) + " See " + cited(info.document, info.section) + '.'}}},
             {"defaultConfiguration",
              {{"enabled", verdicts.shows(info.check, info.severity)}, {"level", level_of(info.severity)}}},
             {"properties", {{"tags", {"security"}}, {"document", info.document}, {"section", info.section}}}});
    }
    const json driver = {{"name", "uniform"}, {"version", version}, {"rules", rules}};
    out +=
        R"({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [{"tool": {"driver": )";
    out += dump(driver);
    out += "}, \"columnKind\": \"unicodeCodePoints\", \"results\": [";
}

void append_sarif_result(std::string &out, const identifier_place &place, std::string_view identifier,
                         const lint_finding &f, bool denied, bool first) {
    json result = {{"ruleId", to_string(f.check)},
                   {"ruleIndex", static_cast<unsigned>(f.check)},
                   {"level", level_of(f.severity)},
                   {"message", {{"text", sentence(f.explanation + " (" + cited(f.document, f.section) + ')')}}},
                   {"locations", json::array({location_of(place, identifier, f.where)})},
                   {"partialFingerprints", {{"uniformFinding/v1", fingerprint(to_string(f.check), identifier)}}}};
    const bool short_enough = identifier.size() <= longest_shown;
    if (f.safer && place.as_it_is && !place.file.empty() && short_enough && f.safer->size() <= 3 * longest_shown) {
        const range whole{0, static_cast<std::uint32_t>(identifier.size())};
        const json replacement = {{"deletedRegion", region_of(place, identifier, whole)},
                                  {"insertedContent", {{"text", *f.safer}}}};
        result["fixes"] = {
            {{"description", {{"text", "Write the safer form."}}},
             {"artifactChanges", {{{"artifactLocation", artifact_of(place)}, {"replacements", {replacement}}}}}}};
    }
    json properties = json::object();
    if (short_enough) {
        properties["identifier"] = identifier;
    } else {
        properties["identifierLength"] = identifier.size();
    }
    properties["denied"] = denied;
    result["properties"] = std::move(properties);
    out += first ? "\n" : ",\n";
    out += dump(result);
}

void append_sarif_tail(std::string &out, const std::vector<std::string> &problems) {
    // 3.20: what was not read is not clean.
    json invocation = {{"executionSuccessful", problems.empty()}};
    for (const std::string &problem : problems) {
        invocation["toolExecutionNotifications"].push_back({{"level", "error"}, {"message", {{"text", problem}}}});
    }
    out += "\n], \"invocations\": [";
    out += dump(invocation);
    out += "]}]}\n";
}

} // namespace uniform::command
