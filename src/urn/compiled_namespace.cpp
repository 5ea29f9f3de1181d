#include "urn/compiled_namespace.hpp"

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>

namespace uniform::detail {

std::expected<compiled_namespace, error> compile(const namespace_info &info) {
    compiled_namespace c;
    const bool ignore_case = info.syntax.ignore_case;
    const auto one = [ignore_case](std::string_view text, std::optional<pattern> &to) -> std::expected<void, error> {
        if (text.empty()) return {};
        auto made = pattern::compile(text, ignore_case);
        if (!made) return std::unexpected{made.error()};
        to = std::move(*made);
        return {};
    };
    for (const auto &[text, to] : {std::pair{info.syntax.pattern, &c.normal},
                                   {info.syntax.lenient, &c.lenient},
                                   {info.syntax.strict, &c.strict}}) {
        if (const auto made = one(text, *to); !made) return std::unexpected{made.error()};
    }
    for (const nss_branch &b : info.syntax.branches) {
        auto made = pattern::compile(b.pattern, ignore_case);
        if (!made) return std::unexpected{made.error()};
        c.branches.push_back(std::move(*made));
    }
    for (const name_form &n : info.names) {
        if (const auto made = one(n.pattern, c.forms.emplace_back()); !made) return std::unexpected{made.error()};
    }
    return c;
}

const compiled_namespace *compiled_of(const namespace_info &info) {
    auto &slot = info.rules->compiled;
    if (const compiled_namespace *known = slot.load(std::memory_order_acquire)) return known;
    auto made = compile(info);
    if (!made) return nullptr;
    auto own = std::make_unique<const compiled_namespace>(std::move(*made));
    const compiled_namespace *expected = nullptr;
    // if another thread was first, its result is used, and this one is discarded
    if (slot.compare_exchange_strong(expected, own.get(), std::memory_order_acq_rel)) return own.release();
    return expected;
}

std::size_t misfit(const namespace_info &info, const compiled_namespace &rules, std::string_view nss) {
    std::size_t at = rules.normal ? rules.normal->mismatch(nss) : pattern::matched;
    for (std::size_t i = 0; i < rules.branches.size(); ++i) {
        if (ascii::starts_with_ignoring_case(nss, info.syntax.branches[i].prefix))
            at = std::min(at, rules.branches[i].mismatch(nss));
    }
    return at;
}

bool is_selector(std::string_view selector) noexcept {
    if (selector.empty()) return true;
    if (selector.size() < 2 || selector[0] != '.') return false;
    std::string_view number = selector.substr(1);
    if (number.ends_with('+')) number.remove_suffix(1);
    return number.size() == 1 && ascii::is_digit(number[0]);
}

std::optional<std::string_view> field(std::string_view text, std::string_view selector) noexcept {
    if (!is_selector(selector)) return std::nullopt;
    if (selector.empty()) return text;
    for (int left = selector[1] - '0'; left > 0; --left) {
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos) return std::nullopt;
        text.remove_prefix(colon + 1);
    }
    return selector.ends_with('+') ? text : text.substr(0, text.find(':'));
}

} // namespace uniform::detail
