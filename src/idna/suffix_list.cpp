#include <uniform/idna/suffix_list.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/idna/internationalized_name.hpp>
#include <uniform/syntax/percent.hpp>

#include "idna/suffix_lists.hpp"

namespace uniform::idna {

namespace {

// The kinds of rules that a name may have; each of them in one of two sections.
constexpr std::uint8_t exact = 1;
constexpr std::uint8_t wildcard = 2; // "*." before the name
constexpr std::uint8_t exception = 4;
constexpr std::uint8_t icann_kinds = exact | wildcard | exception;
constexpr unsigned private_section = 3; // their bits there are shifted

constexpr std::uint64_t hash_of_nothing = 0x243F6A8885A308D3;

template <class Word>
std::uint64_t word_at(const char *p) noexcept {
    Word w = 0;
    std::memcpy(&w, p, sizeof w);
    return w;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) noexcept {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    return hash ^ (hash >> 32U);
}

// The hash of a name, of the hash of what follows its first label. A hash is of this process alone: it depends on the
// order of octets in words.
std::uint64_t hashed(std::uint64_t after, std::string_view label) noexcept {
    const char *p = label.data();
    std::size_t n = label.size();
    std::uint64_t hash = after ^ n;
    for (; n > 8; n -= 8, p += 8) hash = mixed(hash, word_at<std::uint64_t>(p));
    if (n >= 4) return mixed(hash, (word_at<std::uint32_t>(p) << 32U) | word_at<std::uint32_t>(p + n - 4));
    if (n == 0) return hash;
    const auto octet = [p](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(p[i])}; };
    return mixed(hash, (octet(0) << 16U) | (octet(n / 2) << 8U) | octet(n - 1));
}

std::string_view without_space(std::string_view line) noexcept {
    const auto end = std::ranges::find_if(line, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
    return line.substr(0, static_cast<std::size_t>(end - line.begin()));
}

// The fact that a comment at the beginning of a list states: "// VERSION: 2026-10-22_08-36-41_UTC".
std::string_view stated(std::string_view text, std::string_view what) noexcept {
    const auto at = text.find(what);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = text.substr(at + what.size());
    return without_space(rest.substr(0, rest.find('\n')));
}

} // namespace

// The rules are texts in one string, found by a table of hashes with open addressing, at most three quarters of which
// are used.
struct suffix_list::content {
    struct rule {
        std::uint32_t at = 0;
        std::uint8_t size = 0;
        std::uint8_t kinds = 0;
    };
    // A slot has the number of a rule, from 1, in its lower bits and a part of its hash in the others; 0 if it is free.
    static constexpr unsigned number_bits = 18;
    static constexpr std::uint32_t number_mask = (std::uint32_t{1} << number_bits) - 1;

    std::string source;
    std::string version;
    std::string commit;
    std::string texts;
    std::vector<rule> rules;
    std::vector<std::uint32_t> slots = std::vector<std::uint32_t>(std::size_t{1} << 14U);
    std::size_t count = 0;
    std::size_t most_labels = 0; // of a name that a rule is about

    [[nodiscard]] static std::uint32_t tag_of(std::uint64_t hash) noexcept {
        return static_cast<std::uint32_t>(hash) & ~number_mask;
    }

    // The slot that has the rule about the name, or that is free for it.
    [[nodiscard]] std::size_t find(std::uint64_t hash, std::string_view name) const noexcept {
        const std::uint32_t tag = tag_of(hash);
        std::size_t at = (hash >> 40U) & (slots.size() - 1);
        for (; slots[at] != 0; at = (at + 1) & (slots.size() - 1)) {
            if ((slots[at] & ~number_mask) != tag) continue;
            const rule &r = rules[(slots[at] & number_mask) - 1];
            if (std::string_view{texts}.substr(r.at, r.size) == name) break;
        }
        return at;
    }

    static std::uint64_t hash_of(std::string_view name) noexcept {
        std::uint64_t h = hash_of_nothing;
        while (true) {
            const std::size_t dot = name.rfind('.');
            h = hashed(h, name.substr(dot + 1)); // dot may be npos, and npos + 1 is 0
            if (dot == std::string_view::npos) return h;
            name = name.substr(0, dot);
        }
    }

    void add(std::string_view name, std::uint8_t kind) {
        ++count;
        const std::uint64_t hash = hash_of(name);
        const std::size_t at = find(hash, name);
        if (slots[at] != 0) {
            rules[(slots[at] & number_mask) - 1].kinds |= kind;
            return;
        }
        rules.push_back({.at = static_cast<std::uint32_t>(texts.size()),
                         .size = static_cast<std::uint8_t>(name.size()),
                         .kinds = kind});
        texts += name;
        slots[at] = static_cast<std::uint32_t>(rules.size()) | tag_of(hash);
        most_labels = std::max(most_labels, static_cast<std::size_t>(std::ranges::count(name, '.')) + 1);
        if (rules.size() * 4 > slots.size() * 3) grow();
    }

    void grow() {
        slots.assign(slots.size() * 2, 0);
        for (std::uint32_t i = 0; i < rules.size(); ++i) {
            const std::string_view name = std::string_view{texts}.substr(rules[i].at, rules[i].size);
            const std::uint64_t hash = hash_of(name);
            slots[find(hash, name)] = (i + 1) | tag_of(hash);
        }
    }

    // `dot_before(end)` is where the last dot before `end` is, or npos.
    template <class Before>
    [[nodiscard]] suffix_match match(std::string_view name, suffix_rules which, Before dot_before) const noexcept;

    // Reads lines in the format of a list. `section` is shifted into kinds.
    struct reader;
};

struct suffix_list::content::reader {
    content &into;
    unsigned section = 0;
    std::size_t line_number = 0;

    std::optional<suffix_list_problem> read(std::string_view text) {
        const char *const begin = text.data();
        while (!text.empty()) {
            const auto offset = static_cast<std::size_t>(text.data() - begin);
            const std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(text.size(), line.size() + 1));
            ++line_number;
            if (line.starts_with("//")) {
                if (line.contains("===BEGIN PRIVATE DOMAINS===")) section = private_section;
                if (line.contains("===BEGIN ICANN DOMAINS===")) section = 0;
            } else if (auto wrong = rule(without_space(line))) {
                return suffix_list_problem{line_number, offset, std::move(*wrong)};
            }
        }
        return std::nullopt;
    }

    std::optional<std::string> rule(std::string_view text) {
        if (text.empty() || text == "*") return std::nullopt; // "*" is the rule for names that no other one is about
        std::uint8_t kind = exact;
        std::string_view name = text;
        if (name.starts_with('!')) {
            kind = exception;
            name.remove_prefix(1);
        } else if (name.starts_with("*.")) {
            kind = wildcard;
            name.remove_prefix(2);
        }
        const auto refused = [&](std::string_view why) {
            return std::string{"the rule \""}.append(text.substr(0, longest_dns_name)).append("\" ").append(why);
        };
        if (name.contains('*')) return refused("has \"*\" that is not its first label alone");
        if (name.empty() || name.starts_with('.') || name.ends_with('.') || name.contains(".."))
            return refused("has an empty label");
        if (kind == exception && !name.contains('.'))
            return refused("excepts a top-level domain, which no rule is about");
        std::string made;
        if (!is_plain(name)) {
            auto ascii = to_ascii(name);
            if (!ascii) return refused("is no name: " + ascii.error().says);
            made = *std::move(ascii);
            name = made;
        }
        if (name.size() > longest_dns_name) return refused("is longer than a name in the DNS");
        if (into.rules.size() == content::number_mask) return refused("is more than a list may have: 262,143");
        into.add(name, static_cast<std::uint8_t>(kind << section));
        return std::nullopt;
    }

    static bool is_plain(std::string_view name) noexcept {
        return std::ranges::all_of(
            name, [](char c) { return c == '.' || c == '-' || (c >= 'a' && c <= 'z') || ascii::is_digit(c); });
    }
};

std::string_view stated_version(std::string_view text) noexcept { return stated(text, "// VERSION: "); }

std::expected<suffix_list, suffix_list_problem> suffix_list::read(std::string_view text, std::string source) {
    if (!is_utf8(text)) return std::unexpected{suffix_list_problem{.says = "the list is not UTF-8"}};
    const auto made = std::make_shared<content>();
    content::reader reader{*made};
    if (auto wrong = reader.read(text)) return std::unexpected{std::move(*wrong)};
    if (made->count == 0) return std::unexpected{suffix_list_problem{.says = "the list has no rule"}};
    made->source = std::move(source);
    made->version = stated_version(text);
    made->commit = stated(text, "// COMMIT: ");
    return suffix_list{made};
}

suffix_list suffix_list::of_pieces(std::span<const std::string_view> pieces, std::string version, std::string commit) {
    const auto made = std::make_shared<content>();
    content::reader reader{*made};
    for (const std::string_view piece : pieces) {
        if (const auto wrong = reader.read(piece)) std::abort(); // a test reads them all
    }
    made->source = "built in";
    made->version = std::move(version);
    made->commit = std::move(commit);
    return suffix_list{made};
}

const std::string &suffix_list::source() const noexcept { return content_->source; }
const std::string &suffix_list::version() const noexcept { return content_->version; }
const std::string &suffix_list::commit() const noexcept { return content_->commit; }
std::size_t suffix_list::size() const noexcept { return content_->count; }

template <class Before>
suffix_match suffix_list::content::match(std::string_view name, suffix_rules which, Before dot_before) const noexcept {
    constexpr auto in_both = [](std::uint8_t kind) {
        return static_cast<std::uint8_t>(kind | (kind << private_section));
    };
    const std::uint8_t wanted = which == suffix_rules::all ? in_both(icann_kinds) : icann_kinds;
    suffix_match best;
    std::size_t end = name.size(); // of the first label of the suffix
    std::size_t shorter = 0;       // the size of the suffix with one label less
    std::uint64_t hash = hash_of_nothing;
    std::uint8_t wild = 0; // of the suffix with one label less
    for (std::size_t labels = 0; labels <= most_labels; ++labels) {
        const std::size_t at = dot_before(end) + 1; // npos + 1 is 0
        hash = hashed(hash, name.substr(at, end - at));
        const std::string_view suffix = name.substr(at);
        std::uint8_t kinds = 0;
        if (const std::uint32_t slot = slots[find(hash, suffix)]; slot != 0)
            kinds = rules[(slot & number_mask) - 1].kinds & wanted;
        if ((kinds & in_both(exception)) != 0) return {shorter, true, (kinds & exception) == 0};
        if (labels == 0) best.size = suffix.size();
        if (wild != 0) best = {suffix.size(), true, (wild & wildcard) == 0};
        if ((kinds & in_both(exact)) != 0) best = {suffix.size(), true, (kinds & exact) == 0};
        wild = kinds & in_both(wildcard);
        if (at == 0) break;
        shorter = suffix.size();
        end = at - 1;
    }
    return best;
}

suffix_match suffix_list::match(std::string_view name, suffix_rules which) const noexcept {
    return content_->match(
        name, which, [name](std::size_t end) { return end == 0 ? std::string_view::npos : name.rfind('.', end - 1); });
}

suffix_match suffix_list::match(std::string_view name, std::uint64_t dots, suffix_rules which) const noexcept {
    return content_->match(name, which, [dots](std::size_t end) {
        const std::uint64_t before = dots & ((std::uint64_t{1} << end) - 1);
        return std::size_t{63} - static_cast<std::size_t>(std::countl_zero(before)); // npos if there is none
    });
}

} // namespace uniform::idna
