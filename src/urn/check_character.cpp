// Check characters of URNs, as the records of their namespaces describe them.

#include <uniform/urn/check_character.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <uniform/base/enum_names.hpp>

#include "urn/compiled_namespace.hpp"
#include "urn/letters.hpp"

namespace uniform {

namespace {

// The characters of an NSS that a rule counts, and where they stand in it.
struct counted {
    std::array<char, 255> text; // the first `size` of both are written
    std::array<std::uint32_t, 255> offset;
    std::size_t size = 0;
    bool skipped = false; // there were separators
    bool overflow = false;

    [[nodiscard]] std::string_view view() const noexcept { return {text.data(), size}; }
};

bool applies(const check_rule &r, std::string_view nss) noexcept {
    return r.prefixes.empty() || detail::prefix_of(nss, r.prefixes) != nullptr;
}

counted count(const check_rule &r, std::string_view nss) noexcept {
    counted c;
    const std::string_view *prefix = detail::prefix_of(nss, r.prefixes);
    for (std::size_t i = prefix == nullptr ? 0 : prefix->size(); i < nss.size(); ++i) {
        if (r.until.find(nss[i]) != std::string_view::npos) break;
        if (r.skip.find(nss[i]) != std::string_view::npos) {
            c.skipped = true;
            continue;
        }
        if (c.size == c.text.size()) {
            c.overflow = true;
            break;
        }
        c.offset[c.size] = static_cast<std::uint32_t>(i);
        c.text[c.size++] = nss[i];
    }
    return c;
}

// The position of the check character among so many characters; npos when there is no room for it.
std::size_t position(const check_rule &r, std::size_t total) noexcept {
    const std::size_t size = check_size(r.algorithm);
    if (total < size) return std::string_view::npos;
    const std::size_t at = r.position == 0xFF ? total - size : r.position;
    return at + size <= total ? at : std::string_view::npos;
}

// The characters that are covered, put one after the other.
std::string_view payload(const check_rule &r, std::string_view text, std::size_t at,
                         std::array<char, 255> &buffer) noexcept {
    if (r.payload[0].end == 0) return text.substr(0, at);
    std::size_t n = 0;
    for (const check_rule::slice &s : r.payload) {
        for (std::size_t i = s.begin; i < s.end && i < text.size(); ++i) buffer[n++ % buffer.size()] = text[i];
    }
    return {buffer.data(), std::min(n, buffer.size())};
}

// A code for which EIC's algorithm gives "-" is not issued (its record): the name is wrong whatever stands there.
bool is_not_issued(check_algorithm a, std::string_view covered) noexcept {
    return a == check_algorithm::eic_mod37 && covered.size() == 15 &&
           std::ranges::all_of(covered, [](char c) { return detail::check_value(c) < 37; });
}

check_result check_computed(const check_rule &r, std::string_view covered, std::string_view found) noexcept {
    check_result result{.state = check_state::incorrect, .strict = r.strict, .algorithm = r.algorithm};
    const auto expected = compute(r.algorithm, covered);
    if (!expected && !is_not_issued(r.algorithm, covered)) {
        result.state = check_state::unchecked;
        return result;
    }
    if (expected) {
        result.expected = *expected;
        if (ascii::equal_ignoring_case(expected->view(), found)) result.state = check_state::correct;
    }
    result.found = found;
    result.note = r.note;
    return result;
}

// Nothing when the rule is not about names of this form.
std::optional<check_result> check_one(const check_rule &r, const urn_view &u) noexcept {
    const std::string_view nss = u.nss();
    if (!applies(r, nss)) return std::nullopt;
    const auto begin = static_cast<std::uint32_t>(nss.data() - u.text().data());
    if (r.whole_urn) {
        const std::string_view name = u.assigned_name();
        check_result result = check_computed(r, name.substr(0, name.size() - 1), name.substr(name.size() - 1));
        result.offset = static_cast<std::uint32_t>(name.size() - 1);
        return result;
    }
    const counted c = count(r, nss);
    if (r.length != 0 && (c.size != r.length || c.overflow)) return std::nullopt;
    const std::size_t at = position(r, c.size);
    if (at == std::string_view::npos) return std::nullopt;
    std::array<char, 255> buffer; // NOLINT: payload() says how much of it is written
    // one check character, or two that stand side by side
    check_result result =
        check_computed(r, payload(r, c.view(), at, buffer), nss.substr(c.offset[at], check_size(r.algorithm)));
    result.offset = begin + c.offset[at];
    return result;
}

// `nss` with `missing` put in at `at`: with separators around it when the others have some and the name fits so.
std::string insert(const namespace_info &info, std::string_view nss, std::size_t at, std::string_view missing,
                   char separator) {
    const std::string head{nss.substr(0, at)};
    const std::string_view tail = nss.substr(at);
    if (separator != '\0') {
        std::string apart = head + separator;
        apart += missing;
        apart += tail;
        const detail::compiled_namespace *rules = detail::compiled_of(info);
        // one that is put between others is tried again when the last is there
        if (rules != nullptr && (!tail.empty() || detail::misfit(info, *rules, apart) == detail::pattern::matched)) {
            return apart;
        }
    }
    std::string together = head;
    together += missing;
    together += tail;
    return together;
}

} // namespace

std::string_view to_string(check_state s) noexcept {
    static constexpr auto names = enum_table<check_state>({{check_state::none, "none"},
                                                           {check_state::correct, "correct"},
                                                           {check_state::incorrect, "incorrect"},
                                                           {check_state::unchecked, "unchecked"}});
    return names.name(s);
}

check_result check(const urn_view &u, const namespace_registry &registry) noexcept {
    const namespace_info *info = registry.find(u.nid());
    if (info == nullptr || info->checks.empty()) return {};
    check_result result{.state = check_state::unchecked};
    for (const check_rule &r : info->checks) {
        const auto one = check_one(r, u);
        if (!one) continue;
        result = *one;
        if (result.state != check_state::correct) break; // wrong, or characters that the algorithm does not take
    }
    return result;
}

check_result check(const urn_view &u) noexcept { return check(u, namespace_registry::standard()); }

std::expected<std::string, error> complete_check_character(std::string_view nid, std::string_view nss,
                                                           const namespace_registry &registry) {
    const auto fail = [](std::size_t offset, error_code code, rule r) {
        return std::unexpected{error{offset, code, r, edition::rfc8141}};
    };
    const namespace_info *info = registry.find(nid);
    if (info == nullptr) return fail(0, error_code::unknown_namespace, rule::nid);
    for (const check_rule &first : info->checks) {
        if (!applies(first, nss)) continue;
        if (first.whole_urn) {
            std::string name = "urn:";
            name += info->nid;
            name += ':';
            name += nss;
            const auto missing = compute(first.algorithm, name);
            if (missing) return std::string{nss} + std::string{missing->view()};
            continue;
        }
        if (first.length == 0) continue;
        // All check characters of names of that length are missing, or it is another length.
        std::size_t missing = 0;
        for (const check_rule &r : info->checks) {
            if (r.length == first.length && applies(r, nss)) missing += check_size(r.algorithm);
        }
        if (count(first, nss).size + missing != first.length) continue;
        std::string name{nss};
        bool whole = true;
        for (const check_rule &r : info->checks) {
            if (r.length != first.length || !applies(r, nss)) continue;
            const counted c = count(r, name);
            const std::size_t at = position(r, r.length);
            std::array<char, 255> buffer{};
            whole = at != std::string_view::npos && at <= c.size && at > 0;
            const auto one = whole ? compute(r.algorithm, payload(r, c.view(), at, buffer)) : std::nullopt;
            if (!one) {
                whole = false;
                break;
            }
            name = insert(*info, name, c.offset[at - 1] + 1, one->view(), c.skipped ? r.skip.front() : '\0');
        }
        if (whole) return name;
    }
    return fail(nss.size(), error_code::invalid_name, rule::nss);
}

std::expected<std::string, error> complete_check_character(std::string_view nid, std::string_view nss) {
    return complete_check_character(nid, nss, namespace_registry::standard());
}

} // namespace uniform
