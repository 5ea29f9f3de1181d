#include <uniform/resolver/defined_components.hpp>

#include <optional>
#include <string>
#include <utility>

#include <uniform/json/members.hpp>

#include "base/text.hpp"
#include "urn/pattern.hpp"

namespace uniform::resolver {

struct defined_components::patterns {
    std::optional<uniform::detail::pattern> q = {};
    std::optional<uniform::detail::pattern> f = {};
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
        auto pattern = uniform::detail::pattern::compile(text);
        if (pattern) {
            to->emplace(std::move(*pattern));
        } else {
            m.refuse_within(name, pattern.error().offset, "is no pattern: " + message(pattern.error(), text));
        }
    }
    if (auto done = m.done(); !done) return std::unexpected{to_problem(done.error())};
    out.value_ = value;
    out.patterns_ = std::move(compiled);
    return out;
}

bool defined_components::allow_q(std::string_view q) const {
    return patterns_ == nullptr || (patterns_->q && patterns_->q->matches(q));
}

bool defined_components::allow_f(std::string_view f) const {
    return patterns_ == nullptr || (patterns_->f && patterns_->f->matches(f));
}

problem undefined_component(std::string_view nid, char letter, std::string_view component) {
    const std::string_view kind{&letter, 1};
    return {.type = problem_type::out_of_policy,
            .detail = base::concat({"the namespace \"", nid, "\" does not define the ", kind, "-component \"",
                                    component, "\" (setting components)"}),
            .rule = "draft-ietf-urnbis-rfc2141bis-urn-16 Appendix A"};
}

} // namespace uniform::resolver
