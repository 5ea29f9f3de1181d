#include <uniform/resolver/mint.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <sys/random.h>

#include <uniform/resolver/record.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform::resolver {

namespace {

constexpr std::size_t longest_pattern = 200;

// `offset` is in the pattern.
std::unexpected<problem> refuse_pattern(std::string_view detail, std::optional<std::size_t> offset = {}) {
    auto refused = refuse_member("minting/pattern", "minting pattern: " + std::string(detail));
    refused.error().offset = offset;
    return refused;
}

} // namespace

char noid_check(std::string_view text) noexcept {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t value = noid_digits.find(text[i]);
        if (value != std::string_view::npos) sum = (sum + (i + 1) % noid_digits.size() * value) % noid_digits.size();
    }
    return noid_digits[sum];
}

std::expected<mint_pattern, problem> mint_pattern::compile(const minting &rule, std::string_view prefix,
                                                           const namespace_registry &registry) {
    if (rule.method == minting_method::none) {
        return refuse(problem_type::invalid, "the prefix \"urn:" + std::string(prefix) +
                                                 "\" has no minting rule: names cannot be minted under it");
    }
    const std::size_t colon = prefix.find(':');
    if (colon == std::string_view::npos || colon == 0) {
        return refuse_pattern("the prefix must begin with a namespace identifier and \":\"");
    }
    const std::string_view text = rule.pattern;
    if (text.size() > longest_pattern) return refuse_pattern("longer than 200 bytes", longest_pattern);
    mint_pattern p;
    p.prefix_ = prefix;
    p.check_ = rule.check;
    p.registry_ = &registry;
    if (rule.method == minting_method::uuid) {
        if (!text.empty())
            return refuse_pattern("a UUID is the whole name after the prefix, so there must be no pattern", 0);
        if (rule.check != resolver::check_rule::none) return refuse_pattern("a UUID has no check character");
        if (rule.uuid_version != 4 && rule.uuid_version != 7)
            return refuse_pattern("the version of UUIDs must be 4 or 7");
        return p;
    }
    bool digits = false;
    bool checked = false;
    std::uint64_t capacity = 1;
    bool endless = false;
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < text.size(); ++i) {
        switch (text[i]) {
        case '{': {
            const std::size_t end = text.find('}', i);
            if (end == std::string_view::npos) return refuse_pattern("\"{\" without \"}\"", i);
            if (end == i + 1) return refuse_pattern("nothing between \"{\" and \"}\"", i);
            p.parts_.push_back({.literal = std::string(text.substr(i + 1, end - i - 1))});
            i = end;
            break;
        }
        case 'z':
            if (digits) return refuse_pattern("\"z\" is allowed only before the first digit", i);
            if (rule.method != minting_method::sequential)
                return refuse_pattern("\"z\" is allowed only in sequential minting", i);
            if (i + 1 == text.size() || (text[i + 1] != 'd' && text[i + 1] != 'e')) {
                return refuse_pattern("\"z\" must be followed by \"d\" or \"e\"", i);
            }
            endless = true;
            break;
        case 'd':
        case 'e': {
            const std::uint8_t radix = text[i] == 'd' ? 10 : 29;
            p.parts_.push_back({.radix = radix, .grows = endless && !digits});
            digits = true;
            // 2^63 and more are never reached
            if (capacity > most / radix) endless = true;
            if (!endless) capacity *= radix;
            break;
        }
        case 'k':
            if (rule.check == resolver::check_rule::none) {
                return refuse_pattern("\"k\" is a check character, but the rule has none", i);
            }
            if (checked) return refuse_pattern("a second \"k\"", i);
            if (i + 1 != text.size()) return refuse_pattern("\"k\" must be at the end", i);
            checked = true;
            break;
        default:
            return refuse_pattern("expected \"d\", \"e\", \"k\" or \"z\"; other text must be between \"{\" and \"}\"",
                                  i);
        }
    }
    if (!digits) return refuse_pattern("missing digit (\"d\" or \"e\")");
    if (!endless) p.capacity_ = capacity;
    // The characters of prefix and literals: those of a URN, whatever the digits are.
    std::string sample = "urn:" + p.prefix_;
    for (const part &x : p.parts_) sample += x.literal.empty() ? std::string(1, '0') : x.literal;
    const auto urn = parse_urn(sample);
    if (!urn) {
        problem q = malformed(urn.error(), sample);
        q.type = problem_type::invalid;
        q.detail = "minting pattern: its names are not URNs: " + q.detail;
        q.offset.reset();
        q.pointer = "/minting/pattern";
        return std::unexpected{std::move(q)};
    }
    if (urn->assigned_name().size() != sample.size()) {
        return refuse_pattern("its names have an r-, q- or f-component, which a name cannot have");
    }
    return p;
}

std::optional<std::string> mint_pattern::make(std::uint64_t n) const {
    if (parts_.empty() || (capacity_ && n >= *capacity_)) return std::nullopt;
    std::string back; // from the last character to the first
    for (std::size_t i = parts_.size(); i-- > 0;) {
        const part &p = parts_[i];
        if (!p.literal.empty()) {
            back.append(p.literal.rbegin(), p.literal.rend());
            continue;
        }
        do {
            back += noid_digits[n % p.radix];
            n /= p.radix;
        } while (p.grows && n != 0);
    }
    std::string name = prefix_;
    name.append(back.rbegin(), back.rend());
    const std::size_t colon = prefix_.find(':');
    switch (check_) {
    case resolver::check_rule::none:
        break;
    case resolver::check_rule::noid:
        name += noid_check(std::string_view(name).substr(colon + 1));
        break;
    case resolver::check_rule::of_namespace: {
        const auto whole = complete_check_character(std::string_view(name).substr(0, colon),
                                                    std::string_view(name).substr(colon + 1), *registry_);
        if (!whole) return std::nullopt;
        name.resize(colon + 1);
        name += *whole;
        break;
    }
    }
    return name;
}

std::expected<void, problem> check_minting(const minting &rule, std::string_view prefix,
                                           const namespace_registry &registry) {
    const auto p = mint_pattern::compile(rule, prefix, registry);
    if (!p) return std::unexpected{p.error()};
    if (rule.method == minting_method::uuid) return {};
    // Numbers from both ends and in between: some algorithms omit single numbers, so one that matches is sufficient.
    std::string why = "the namespace has no check character for such names";
    const std::uint64_t end = p->capacity().value_or(std::numeric_limits<std::int64_t>::max());
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(end, 64); ++i) {
        for (const std::uint64_t n : {i, end / 64 * i, end - 1 - i}) {
            const auto name = p->make(n);
            if (!name) continue;
            const std::string text = "urn:" + *name;
            const auto urn = parse_urn(text);
            if (!urn) {
                why = message(urn.error(), text);
                continue;
            }
            const auto fit = validate(*urn, registry);
            if (!fit && fit.error().code != error_code::unknown_namespace) {
                why = "\"" + text + "\": " + message(fit.error(), text);
                continue;
            }
            // An ISBN-10 would be kept as an ISBN-13, which is not under this prefix.
            const auto key = key_of(text, registry);
            if (!key || !key->starts_with(prefix)) {
                why = "\"" + text + "\" has the key of \"" + (key ? urn_of(*key) : std::string{}) +
                      "\", which is not under the prefix";
                continue;
            }
            const check_result c = check(*urn, registry);
            if (c.state == check_state::incorrect && c.strict) {
                why = "\"" + text + "\" has an incorrect check character";
                continue;
            }
            return {};
        }
    }
    return refuse_pattern("its names do not match the namespace: " + why);
}

std::optional<std::uint64_t> random_below(std::uint64_t bound) noexcept {
    if (bound == 0) return std::nullopt;
    // Numbers at the end of the range that would make some remainders likelier are drawn again.
    const std::uint64_t unfair = (std::numeric_limits<std::uint64_t>::max() % bound + 1) % bound;
    for (;;) {
        std::uint64_t n = 0;
        if (getrandom(&n, sizeof n, 0) != static_cast<ssize_t>(sizeof n)) return std::nullopt;
        if (n <= std::numeric_limits<std::uint64_t>::max() - unfair) return n % bound;
    }
}

} // namespace uniform::resolver
