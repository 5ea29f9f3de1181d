#include <uniform/resolver/defined_components.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include <uniform/json/members.hpp>

#include "base/text.hpp"
#include "urn/pattern.hpp"

namespace uniform::resolver {

namespace {

// The statements that a registration can make on a component, as in data/urn-namespaces.json.
constexpr std::array<std::string_view, 3> permissions{"allowed", "not-defined", "not-allowed"};

bool is_permission(std::string_view text) { return std::ranges::find(permissions, text) != permissions.end(); }

} // namespace

// Without a pattern, `any` tells whether the component may be used.
struct defined_components::patterns {
    struct one {
        std::optional<uniform::detail::pattern> pattern = {};
        bool any = false;

        [[nodiscard]] bool allow(std::string_view component) const {
            return pattern ? pattern->matches(component) : any;
        }
    };
    one q = {};
    one f = {};
};

std::expected<defined_components, problem> defined_components::read(const json::value &value) {
    constexpr std::size_t longest = 2000;
    defined_components out;
    auto compiled = std::make_shared<patterns>();
    json::members m{value, "the components", "/components"};
    for (const auto &[name, to] : {std::pair{"q", &compiled->q}, std::pair{"f", &compiled->f}}) {
        std::string text;
        m.string(name, text, longest);
        if (!m.ok() || !m.has(name)) continue;
        if (text.empty()) m.refuse(name, "must not be empty");
        if (is_permission(text)) {
            to->any = text != "not-allowed";
            continue;
        }
        auto pattern = uniform::detail::pattern::compile(text);
        if (pattern) {
            to->pattern.emplace(std::move(*pattern));
        } else {
            m.refuse_within(name, pattern.error().offset, "is no pattern: " + message(pattern.error(), text));
        }
    }
    std::string r;
    m.string("r", r, longest);
    if (m.has("r") && !is_permission(r)) m.refuse("r", "must be allowed, not-defined or not-allowed");
    if (auto done = m.done(); !done) return std::unexpected{to_problem(done.error())};
    out.value_ = value;
    out.patterns_ = std::move(compiled);
    return out;
}

bool defined_components::allow(char letter, std::string_view component) const {
    if (patterns_ == nullptr) return true;
    if (letter == 'r') return permission('r') != "not-allowed";
    return (letter == 'q' ? patterns_->q : patterns_->f).allow(component);
}

std::string_view defined_components::permission(char letter) const & noexcept {
    constexpr std::string_view undefined = "not-defined";
    const std::string_view stated = value_.string_of(std::string_view{&letter, 1});
    if (!stated.empty()) return stated;
    return patterns_ == nullptr || letter == 'r' ? undefined : "not-allowed";
}

std::optional<problem> defined_components::refuse(std::string_view nid, char letter, std::string_view component) const {
    if (allow(letter, component)) return std::nullopt;
    const std::string_view kind{&letter, 1};
    const std::string_view stated = value_.string_of(kind);
    return problem{.type = problem_type::out_of_policy,
                   .detail = base::concat({"the namespace \"", nid, "\" does not ",
                                           stated == "not-allowed" ? "allow the " : "define the ", kind,
                                           "-component \"", component, "\" (setting components)"}),
                   .rule = stated.empty() ? "draft-ietf-urnbis-rfc2141bis-urn-16 Appendix A" : "RFC 8141 Appendix A"};
}

} // namespace uniform::resolver
