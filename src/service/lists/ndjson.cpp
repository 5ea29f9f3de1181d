// Lines of NDJSON. Most lines of a large import have the same plain form, so that form is read without a tree; all
// others, and all invalid lines, are read by the general parser, which makes the problem.

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <uniform/json/members.hpp>
#include <uniform/json/read.hpp>
#include <uniform/resolver/locator_url.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "service/lists/bulk_line.hpp"
#include "service/names/name_check.hpp"
#include "service/names/name_rows.hpp"

namespace uniform::service {

namespace {

// Reads the plain form: no white space except one space after ":" and ",", no escapes, no control characters. Stops at
// anything else.
class plain {
public:
    explicit plain(std::string_view text) noexcept : text_(text) {}

    [[nodiscard]] bool take(char c) noexcept {
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void blank() noexcept {
        if (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }
    [[nodiscard]] bool at_end() const noexcept { return at_ == text_.size(); }
    [[nodiscard]] std::size_t where() const noexcept { return at_; }
    [[nodiscard]] std::string_view since(std::size_t begin) const noexcept { return text_.substr(begin, at_ - begin); }
    [[nodiscard]] std::optional<std::string_view> string() noexcept {
        if (!take('"')) return std::nullopt;
        const std::size_t begin = at_;
        for (; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (c == '"') return text_.substr(begin, at_++ - begin);
            if (c == '\\' || c == '\x7F' || static_cast<unsigned char>(c) < 0x20) break;
        }
        return std::nullopt;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

bool read_plain_locators(plain &in, resolver::name_record &r) {
    if (!in.take('[')) return false;
    do {
        in.blank();
        const bool object = in.take('{');
        if (object) {
            const auto key = in.string();
            if (!key || *key != "url" || !in.take(':')) return false;
            in.blank();
        }
        const auto url = in.string();
        if (!url || url->empty() || !resolver::check_locator_url(*url)) return false;
        if (object && !in.take('}')) return false;
        r.locators.push_back({.url = std::string(*url)});
    } while (in.take(',') && r.locators.size() < 100);
    return in.take(']');
}

// A flat object of strings as the general parser would write it: without spaces, so that it can be stored unchanged.
bool read_plain_metadata(plain &in, resolver::name_record &r) {
    constexpr std::size_t most = 16;
    std::array<std::string_view, most> names;
    std::size_t count = 0;
    const std::size_t begin = in.where();
    if (!in.take('{')) return false;
    do {
        const auto name = in.string();
        // dates have a form of their own
        if (!name || *name == "date" || count == most || !in.take(':')) return false;
        if (std::find(names.begin(), names.begin() + count, *name) != names.begin() + count) return false;
        names[count++] = *name;
        const auto value = in.string();
        if (!value || value->empty()) return false;
    } while (in.take(','));
    if (!in.take('}')) return false;
    const std::string_view text = in.since(begin);
    // Texts that are to be looked at more closely (record_from_json()).
    if (text.size() > 10000 || base::find_control_character(text) || base::find_misleading_character(text))
        return false;
    r.metadata = text;
    return true;
}

std::optional<bulk_line> read_plain(std::string_view text) {
    if (base::find_invalid_utf8(text)) return std::nullopt;
    std::optional<bulk_line> result;
    bulk_line line;
    plain in(text);
    if (!in.take('{')) return result;
    unsigned seen = 0;
    const auto once = [&](unsigned bit) {
        const bool first = (seen & bit) == 0;
        seen |= bit;
        return first;
    };
    do {
        in.blank();
        const auto name = in.string();
        if (!name || !in.take(':')) return result;
        in.blank();
        if (*name == "locators") {
            if (!once(1) || !read_plain_locators(in, line.record)) return result;
            continue;
        }
        if (*name == "metadata") {
            if (!once(2) || !read_plain_metadata(in, line.record)) return result;
            continue;
        }
        const auto value = in.string();
        if (!value || value->empty()) return result;
        if (*name == "name") {
            if (!once(4)) return result;
            line.urn = *value;
        } else if (*name == "key") {
            if (!once(8)) return result;
            line.key = *value;
        } else if (*name == "state") {
            if (!once(16) || *value != "active") return result;
        } else if (*name == "registrar") {
            if (!once(32) || value->size() > 64) return result;
            line.record.registrar = *value;
        } else if (*name == "url") {
            if (!once(1) || !resolver::check_locator_url(*value)) return result;
            line.record.locators.push_back({.url = std::string(*value)});
        } else {
            return result;
        }
    } while (in.take(','));
    if (!in.take('}') || !in.at_end() || line.urn.empty()) return result;
    result = std::move(line);
    return result;
}

std::unexpected<problem> wrong(const json::value &line, std::string_view member, std::string_view why,
                               json::error_code code = json::error_code::wrong_value) {
    json::members m{line, "a line"};
    m.refuse(member, why, code);
    return std::unexpected{resolver::to_problem(m.done().error())};
}

} // namespace

std::expected<bulk_line, problem> read_ndjson_slowly(std::string_view text) {
    UNIFORM_TRY(const auto &value, resolver::read_json(text, {.exact = true}));
    return bulk_line_from_json(value);
}

std::expected<bulk_line, problem> bulk_line_from_json(const json::value &value) {
    if (!value.is_object()) return std::unexpected{resolver::to_problem(json::not_an_object(value, "a line"))};
    bulk_line line;
    json::object rest;
    const json::value *url = nullptr;
    std::string state;
    std::string withdrawn;
    std::string reason;
    for (const auto &[name, member] : value.members()) {
        std::string *const into = name == "name"        ? &line.urn
                                  : name == "key"       ? &line.key
                                  : name == "state"     ? &state
                                  : name == "registrar" ? &line.record.registrar
                                  : name == "batch"     ? &line.record.batch
                                  : name == "reason"    ? &reason
                                  : name == "withdrawn" ? &withdrawn
                                                        : nullptr;
        if (into != nullptr) {
            if (!member.is_string() || member.if_string()->empty()) {
                return wrong(value, name, "must be a string that is not empty");
            }
            *into = *member.if_string();
        } else if (name == "url") {
            url = &member;
        } else if (name != "version" && name != "event") { // those of another store
            rest.emplace_back(name, member);
        }
    }
    if (line.urn.empty()) return wrong(value, "name", "is missing: the URN");
    if (url != nullptr) {
        if (value.find("locators") != nullptr) return wrong(value, "url", "and \"locators\" exclude each other");
        rest.emplace_back("locators", json::array{*url});
    }
    auto record = resolver::record_from_json(std::move(rest));
    if (!record) {
        problem &p = record.error();
        if (url != nullptr && p.pointer && p.pointer->starts_with("/locators")) p.pointer = "/url";
        return std::unexpected{std::move(p)};
    }
    record->registrar = std::move(line.record.registrar);
    record->batch = std::move(line.record.batch);
    if (record->registrar.size() > 64 || !is_plain_text(record->registrar)) {
        return wrong(value, "registrar", "is a text of at most 64 bytes");
    }
    if (record->batch.size() > 64 || !is_plain_text(record->batch)) {
        return wrong(value, "batch", "is a text of at most 64 bytes");
    }
    if (!state.empty()) {
        const auto s = resolver::name_state_names.find(state);
        if (!s) return wrong(value, "state", "is reserved, active or withdrawn");
        record->state = *s;
    }
    const bool gone = record->state == resolver::name_state::withdrawn;
    if (gone != !reason.empty()) return wrong(value, "reason", "belongs to withdrawn names, and to all of them");
    if (!withdrawn.empty()) {
        if (!gone) return wrong(value, "withdrawn", "belongs to withdrawn names");
        record->withdrawn = resolver::parse_timestamp(withdrawn);
        if (!record->withdrawn)
            return wrong(value, "withdrawn", resolver::must_be_a_time, json::error_code::not_a_time);
    }
    if (reason.size() > longest_reason || !is_plain_text(reason)) {
        return wrong(
            value, "reason",
            "is at most 2000 bytes of UTF-8 without characters that are invisible or change the direction, or control "
            "characters other than line ends and tabs");
    }
    record->reason = std::move(reason);
    line.record = std::move(*record);
    return line;
}

std::expected<bulk_line, problem> read_ndjson(std::string_view text) {
    if (auto line = read_plain(text)) return std::move(*line);
    return read_ndjson_slowly(text);
}

} // namespace uniform::service
