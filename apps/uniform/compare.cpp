// uniform compare: on which rung do two URIs meet?

#include "compare_run.hpp"
#include "urn_among.hpp"

namespace uniform::command {

namespace {

class uri_judge {
public:
    using view = reference_view;
    explicit uri_judge(const options &o) : options_{&o}, urns_{o} {}

    [[nodiscard]] auto parse(std::string_view text) const { return parse_as(options_->as, text, options_->parse); }
    [[nodiscard]] std::string_view level() const { return to_string(options_->normal.rung); }
    [[nodiscard]] bool equivalent(const view &a, const view &b) const { return urns_.equivalent(a, b); }
    [[nodiscard]] std::string_view meets(const view &a, const view &b) const { return urns_.meets(a, b); }

private:
    const options *options_;
    urn_among urns_;
};

} // namespace

int compare_verb(const options &o) { return compare_with(o, uri_judge{o}); }

} // namespace uniform::command
