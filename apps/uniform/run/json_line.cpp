#include "run/json_line.hpp"

#include <charconv>
#include <cstring>
#include <utility>

#include <uniform/json/read.hpp>

namespace uniform::cli {

namespace {

constexpr std::string_view space = " \t\r";

class scanner {
public:
    explicit scanner(std::string_view text, std::size_t at = 0) : text_{text}, at_{at} {}

    [[nodiscard]] std::size_t at() const noexcept { return at_; }
    [[nodiscard]] bool ended() const noexcept { return at_ == text_.size(); }

    void skip_space() {
        while (!ended() && space.contains(text_[at_])) ++at_;
    }
    [[nodiscard]] bool next_is(char c) const { return !ended() && text_[at_] == c; }
    bool take(char c) {
        if (!next_is(c)) return false;
        ++at_;
        return true;
    }

    // A string, with its quotation marks; nothing if none is here.
    std::optional<json_place> string() {
        if (!next_is('"')) return std::nullopt;
        const std::size_t begin = at_;
        for (std::size_t i = begin + 1;;) {
            const auto *mark = static_cast<const char *>(std::memchr(text_.data() + i, '"', text_.size() - i));
            if (mark == nullptr) return std::nullopt;
            const auto end = static_cast<std::size_t>(mark - text_.data());
            std::size_t escapes = 0; // backslashes before it
            while (text_[end - 1 - escapes] == '\\') ++escapes;
            i = end + 1;
            if (escapes % 2 != 0) continue;
            at_ = i;
            return json_place{begin, i};
        }
    }

    // A value of any kind; nothing if none is here. Of arrays and objects, only brackets and strings are looked at.
    std::optional<json_place> value() {
        if (next_is('"')) return string();
        const std::size_t begin = at_;
        if (!next_is('{') && !next_is('[')) {
            at_ = std::min(text_.find_first_of(",]} \t\r", at_), text_.size());
            return at_ == begin ? std::nullopt : std::optional{json_place{begin, at_}};
        }
        std::size_t depth = 0;
        while (!ended()) {
            const char c = text_[at_];
            if (c == '"') {
                if (!string()) return std::nullopt;
                continue;
            }
            ++at_;
            if (c == '{' || c == '[') ++depth;
            if ((c == '}' || c == ']') && --depth == 0) return json_place{begin, at_};
        }
        return std::nullopt;
    }

private:
    std::string_view text_;
    std::size_t at_;
};

// Whether the string that is written there is the name.
bool is_name(std::string_view line, json_place written, std::string_view name) {
    const std::string_view inside = line.substr(written.begin + 1, written.end - written.begin - 2);
    if (!inside.contains('\\')) return inside == name;
    std::string room;
    const auto text = json_string_at(line, written, room);
    return text && *text == name;
}

// Calls f(name, value) for each member of the object at the scanner; the names' places are those of the line.
template <class F>
std::expected<void, json_fault> for_each_member(scanner &s, F f) {
    const auto fault = [&](const char *says) { return std::unexpected{json_fault{s.at(), says}}; };
    if (!s.take('{')) return fault("a JSON object is expected");
    s.skip_space();
    if (s.take('}')) return {};
    for (;;) {
        s.skip_space();
        const auto name = s.string();
        if (!name) return fault("the name of a member is expected");
        s.skip_space();
        if (!s.take(':')) return fault("\":\" is expected");
        const bool spaced = s.next_is(' ');
        s.skip_space();
        const auto value = s.value();
        if (!value) return fault("a value is expected");
        if (auto done = f(*name, *value, spaced); !done) return done;
        s.skip_space();
        if (s.take('}')) return {};
        if (!s.take(',')) return fault("\",\" or \"}\" is expected");
    }
}

// The value to which the steps lead from the value at `from`; nothing if there is none.
std::expected<std::optional<json_place>, json_fault> descend(std::string_view line, json_place from,
                                                             std::span<const std::string> steps) {
    if (steps.empty()) return from;
    scanner s{line.substr(0, from.end), from.begin};
    std::optional<json_place> found;
    if (s.next_is('{')) {
        auto read = for_each_member(s, [&](json_place name, json_place value, bool) -> std::expected<void, json_fault> {
            if (!is_name(line, name, steps.front())) return {};
            if (found) return std::unexpected{json_fault{name.begin, "the member is repeated"}};
            found = value;
            return {};
        });
        if (!read) return std::unexpected{std::move(read.error())};
    } else if (s.take('[')) {
        std::size_t wanted = 0;
        const std::string &step = steps.front();
        const auto number = std::from_chars(step.data(), step.data() + step.size(), wanted);
        if (number.ec != std::errc{} || number.ptr != step.data() + step.size()) return std::nullopt;
        for (std::size_t i = 0;; ++i) {
            s.skip_space();
            const auto value = s.value();
            if (!value) return std::nullopt;
            if (i == wanted) {
                found = value;
                break;
            }
            s.skip_space();
            if (!s.take(',')) return std::nullopt;
        }
    }
    if (!found) return std::nullopt;
    return descend(line, *found, steps.subspan(1));
}

} // namespace

std::expected<json_member, std::string> json_member::read(std::string_view name) {
    json_member m;
    if (!name.starts_with('/')) {
        m.steps_.emplace_back(name);
        return m;
    }
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '/') {
            m.steps_.emplace_back();
        } else if (name[i] != '~') {
            m.steps_.back() += name[i];
        } else if (const char after = i + 1 < name.size() ? name[i + 1] : '\0'; after == '0' || after == '1') {
            m.steps_.back() += after == '0' ? '~' : '/';
            ++i;
        } else {
            return std::unexpected{"\"~\" is followed by 0 or 1 (RFC 6901 section 3)"};
        }
    }
    return m;
}

std::expected<void, json_fault> json_line::read(std::string_view line, std::span<const json_member> members) {
    values_.assign(members.size(), std::nullopt);
    is_empty_ = true;
    is_spaced_ = false;
    scanner s{line};
    s.skip_space();
    auto read =
        for_each_member(s, [&](json_place name, json_place value, bool spaced) -> std::expected<void, json_fault> {
            is_empty_ = false;
            is_spaced_ = spaced;
            for (std::size_t i = 0; i < members.size(); ++i) {
                const json_member &m = members[i];
                if (!is_name(line, name, m.steps_.front())) continue;
                if (values_[i]) return std::unexpected{json_fault{name.begin, "the member is repeated"}};
                auto found = descend(line, value, std::span{m.steps_}.subspan(1));
                if (!found) return std::unexpected{std::move(found.error())};
                values_[i] = *found;
            }
            return {};
        });
    if (!read) return read;
    end_ = s.at() - 1;
    s.skip_space();
    if (!s.ended()) return std::unexpected{json_fault{s.at(), "nothing is expected after the object"}};
    return {};
}

std::expected<std::string_view, json_fault> json_string_at(std::string_view line, json_place place, std::string &room) {
    const std::string_view written = line.substr(place.begin, place.end - place.begin);
    if (!written.starts_with('"')) return std::unexpected{json_fault{place.begin, "a string is expected"}};
    if (!written.contains('\\')) return written.substr(1, written.size() - 2);
    const auto value = json::read(written);
    if (!value)
        return std::unexpected{json_fault{place.begin + value.error().offset.value_or(0), value.error().message}};
    room = *value->if_string();
    return room;
}

} // namespace uniform::cli
