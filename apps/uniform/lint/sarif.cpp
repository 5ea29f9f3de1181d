// SARIF 2.1.0 (OASIS, 2020): findings as code hosts show them. Results are written one by one, so that memory does not
// grow with their number.

#include <cstdint>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/version.hpp>

#include "lint/lint_report.hpp"

namespace uniform::cli {

namespace {

std::string_view level_of(lint_severity s) noexcept { return to_string(s); } // SARIF has the same three words

std::string sentence(std::string_view summary) {
    std::string text{summary};
    if (!text.empty() && ascii::is_lower(text[0])) text[0] = static_cast<char>(text[0] & ~0x20);
    return text + '.';
}

std::string cited(std::string_view document, std::string_view section) { return uniform::citation(document, section); }

// Longer identifiers are left out, so that a document does not repeat them with every finding; so are their fixes.
constexpr std::size_t longest_shown = std::size_t{4} << 10;

// {"text": ...}: 3.11, a message
json::value text_member(std::string text) { return json::object{{"text", std::move(text)}}; }

// 3.4: a relative reference for a file, as its path is given.
json::value artifact_of(const identifier_place &place) {
    if (place.file.empty()) return json::object{{"uri", "stdin"}, {"description", text_member("standard input")}};
    std::string uri = encode(place.file, rule::path);
    // The first segment of a relative path must not be read as a scheme (RFC 3986 4.2).
    const auto colon = uri.find(':');
    if (colon != std::string::npos && colon < uri.find('/')) uri.insert(0, "./");
    return json::object{{"uri", uri}};
}

// An argument is in no artifact that a host could show.
bool is_argument(const identifier_place &place) { return place.source == "<argument>"; }

json::value region_of(const identifier_place &place, std::string_view identifier, range where) {
    const auto columns = [&](std::uint32_t end) { return characters_in(identifier.substr(0, end)); };
    const bool exact = place.as_it_is;
    json::value region = json::object{{"startLine", place.line},
                                      {"startColumn", place.character_column + (exact ? columns(where.begin) : 0)}};
    if (exact) region.set("endColumn", place.character_column + columns(where.end));
    if (place.byte_offset) {
        region.set("byteOffset", *place.byte_offset + (exact ? where.begin : 0));
        region.set("byteLength", exact ? where.end - where.begin : place.size);
    }
    return region;
}

json::value location_of(const identifier_place &place, std::string_view identifier, range where) {
    if (is_argument(place)) { // 3.33: logicalLocation
        const std::string name = "argument " + std::to_string(place.line);
        return json::object{
            {"logicalLocations", json::array{json::object{{"name", name}, {"fullyQualifiedName", name}}}},
            {"message", text_member("bytes " + std::to_string(where.begin) + " to " + std::to_string(where.end))}};
    }
    return json::object{{"physicalLocation", json::object{{"artifactLocation", artifact_of(place)},
                                                          {"region", region_of(place, identifier, where)}}}};
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
    return base::to_hex(hash, 16);
}

} // namespace

void append_sarif_head(std::string &out, const lint_verdicts &verdicts) {
    json::array rules;
    for (const lint_check_info &info : lint_checks()) {
        const json::value summary = text_member(sentence(info.summary));
        rules.emplace_back(json::object{
            {"id", info.id},
            {"shortDescription", summary},
            {"fullDescription", summary},
            {"help", text_member(sentence(info.summary) + " See " + cited(info.document, info.section) + '.')},
            {"defaultConfiguration",
             json::object{{"enabled", verdicts.shows(info.check, info.severity)}, {"level", level_of(info.severity)}}},
            {"properties", json::object{{"tags", json::array{json::value{"security"}}},
                                        {"document", info.document},
                                        {"section", info.section}}}});
    }
    const json::value driver = json::object{{"name", "uniform"}, {"version", version}, {"rules", std::move(rules)}};
    out +=
        R"({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [{"tool": {"driver": )";
    out += json::to_text(driver);
    out += "}, \"columnKind\": \"unicodeCodePoints\", \"results\": [";
}

void append_sarif_result(std::string &out, const identifier_place &place, std::string_view identifier,
                         const lint_finding &f, bool denied, bool first) {
    json::value result = json::object{
        {"ruleId", to_string(f.check)},
        {"ruleIndex", static_cast<unsigned>(f.check)},
        {"level", level_of(f.severity)},
        {"message", text_member(sentence(f.explanation + " (" + cited(f.document, f.section) + ')'))},
        {"locations", json::array{location_of(place, identifier, f.where)}},
        {"partialFingerprints", json::object{{"uniformFinding/v1", fingerprint(to_string(f.check), identifier)}}}};
    const bool short_enough = identifier.size() <= longest_shown;
    if (f.safer && place.as_it_is && !place.file.empty() && short_enough && f.safer->size() <= 3 * longest_shown) {
        const range whole{0, static_cast<std::uint32_t>(identifier.size())};
        json::value replacement = json::object{{"deletedRegion", region_of(place, identifier, whole)},
                                               {"insertedContent", text_member(*f.safer)}};
        json::value change = json::object{{"artifactLocation", artifact_of(place)},
                                          {"replacements", json::array{std::move(replacement)}}};
        json::value fix = json::object{{"description", text_member("Write the safer form.")},
                                       {"artifactChanges", json::array{std::move(change)}}};
        result.set("fixes", json::array{std::move(fix)});
    }
    json::value properties;
    if (short_enough) {
        properties.set("identifier", identifier);
    } else {
        properties.set("identifierLength", identifier.size());
    }
    properties.set("denied", denied);
    result.set("properties", std::move(properties));
    out += first ? "\n" : ",\n";
    out += json::to_text(result);
}

void append_sarif_tail(std::string &out, const std::vector<std::string> &problems) {
    // 3.20: what was not read is not clean.
    json::value invocation = json::object{{"executionSuccessful", problems.empty()}};
    json::array notifications;
    for (const std::string &problem : problems) {
        notifications.emplace_back(json::object{{"level", "error"}, {"message", text_member(problem)}});
    }
    if (!notifications.empty()) invocation.set("toolExecutionNotifications", std::move(notifications));
    out += "\n], \"invocations\": [";
    out += json::to_text(invocation);
    out += "]}]}\n";
}

} // namespace uniform::cli
