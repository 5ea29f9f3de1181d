// uniform urn compare: do two URNs name the same?

#include <uniform/namespace_equivalence.hpp>
#include <uniform/urn_equivalence.hpp>

#include "compare_run.hpp"

namespace uniform::command {

namespace {

class urn_judge {
public:
    using view = urn_view;
    explicit urn_judge(const options &o) : options_{&o} {}

    [[nodiscard]] auto parse(std::string_view text) const { return parse_urn(text, options_->urns()); }
    [[nodiscard]] std::string_view level() const { return by_namespace() ? "namespace" : "lexical"; }
    [[nodiscard]] bool equivalent(const view &a, const view &b) const {
        return by_namespace() ? namespace_equivalent(a, b) : urn_equivalent(a, b);
    }
    [[nodiscard]] static std::string_view meets(const view &a, const view &b) {
        if (a.text() == b.text()) return "identical";
        if (urn_equivalent(a, b)) return "lexical";
        return namespace_equivalent(a, b) ? "namespace" : "";
    }

private:
    [[nodiscard]] bool by_namespace() const { return options_->urn == urn_reading::by_namespace; }

    const options *options_;
};

} // namespace

int urn_compare_verb(const options &o) { return compare_with(o, urn_judge{o}); }

} // namespace uniform::command
