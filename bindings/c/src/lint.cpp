#include <utility>

#include <uniform/lint/lint.hpp>
#include <uniform/unicode/icu.hpp>
#include <uniform/whatwg/readings.hpp>

#include "boundary.hpp"

struct uniform_findings {
    std::vector<uniform::lint_finding> all;
};

namespace uniform::c {

namespace {

uniform_severity given_severity(lint_severity s) {
    constexpr std::array severities{lint_severity::note, lint_severity::warning, lint_severity::error};
    return constant_of(severities, s);
}

// The differences from the reading of browsers, for the linter.
class whatwg_reading final : public browser_reading {
public:
    [[nodiscard]] std::vector<difference> differences_of(std::string_view text) const override {
        constexpr auto checks =
            std::to_array({lint_check::browser_scheme, lint_check::browser_host, lint_check::browser_path,
                           lint_check::browser_query, lint_check::browser_rejects});
        static_assert(checks.size() == whatwg::reading_parts);
        std::vector<difference> all;
        for (auto &d : whatwg::reading_differences(text)) {
            const auto begin = static_cast<std::uint32_t>(d.offset);
            all.push_back({checks.at(static_cast<std::size_t>(d.part)),
                           {begin, begin + static_cast<std::uint32_t>(d.size)},
                           std::move(d.by_rfc3986),
                           std::move(d.by_browser)});
        }
        return all;
    }
};

} // namespace

} // namespace uniform::c

using namespace uniform::c;

uniform_status uniform_lint(const char *text, size_t size, const uniform_lint_options *options,
                            uniform_findings **findings) {
    static const whatwg_reading browsers;
    return guarded(nullptr, [&] -> uniform_status {
        const auto o = options_of(options);
        uniform::lint_options how;
        how.unicode = &uniform::icu_checks();
        if (truth(o.browser)) how.browser = &browsers;
        how.edition = edition_of(o.edition, uniform::edition_use::lint);
        if (o.longest != 0) how.longest = o.longest;
        if (o.places != 0) how.places = o.places;
        how.zone_ids = truth(o.zone_ids);
        how.safer = !truth(o.without_safer);
        auto made = std::make_unique<uniform_findings>();
        made->all = uniform::lint(text_of(text, size), how);
        hand_over(findings, std::move(made));
        return UNIFORM_OK;
    });
}

size_t uniform_findings_size(const uniform_findings *findings) {
    return findings == nullptr ? 0 : findings->all.size();
}

uniform_status uniform_findings_get(const uniform_findings *findings, size_t index, uniform_finding *finding) {
    return guarded(nullptr, [&] -> uniform_status {
        if (index >= checked(findings).all.size()) return UNIFORM_NONE;
        const auto &f = findings->all[index];
        uniform_finding all{};
        all.severity = given_severity(f.severity);
        all.where = {f.where.begin, f.where.end};
        all.check = given(to_string(f.check));
        all.explanation = given(std::string_view{f.explanation});
        all.document = given(f.document);
        all.section = given(f.section);
        all.safer = given(f.safer);
        give(finding, all);
        return UNIFORM_OK;
    });
}

void uniform_findings_free(uniform_findings *findings) { delete findings; }

size_t uniform_lint_check_count(void) { return uniform::lint_checks().size(); }

uniform_status uniform_lint_check_get(size_t index, uniform_lint_check *check) {
    return guarded(nullptr, [&] -> uniform_status {
        const auto checks = uniform::lint_checks();
        if (index >= checks.size()) return UNIFORM_NONE;
        const auto &info = checks[index];
        uniform_lint_check all{};
        all.severity = given_severity(info.severity);
        all.id = given(info.id);
        all.summary = given(info.summary);
        all.document = given(info.document);
        all.section = given(info.section);
        give(check, all);
        return UNIFORM_OK;
    });
}
