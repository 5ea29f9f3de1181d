#include <uniform/uri/base.hpp>

#include <utility>

namespace uniform {

namespace {

struct candidate {
    std::optional<std::string_view> text;
    base_source source = base_source::application;
};

// The sources as one row, the innermost first.
class row {
public:
    explicit row(const base_sources &s) noexcept : s_{s} {}

    [[nodiscard]] std::size_t size() const noexcept { return s_.entities.size() + s_.retrieval.size() + 2; }

    [[nodiscard]] candidate operator[](std::size_t i) const noexcept {
        if (i == 0) return {s_.content, base_source::content};
        --i;
        if (i < s_.entities.size()) return {s_.entities[i], base_source::entity};
        i -= s_.entities.size();
        const std::size_t hops = s_.retrieval.size();
        if (i < hops) return {s_.retrieval[hops - 1 - i], base_source::retrieval};
        return {s_.application, base_source::application};
    }

private:
    const base_sources &s_;
};

} // namespace

std::expected<established_base, base_failure> establish_base(const base_sources &sources, const parse_options &parse,
                                                             const resolve_options &options) {
    const row all{sources};
    const auto fail = [](const error &e, const candidate &c) {
        return std::unexpected{base_failure{e, c.source, c.text.value_or(std::string_view{})}};
    };

    std::optional<candidate> innermost;
    established_base result;
    std::size_t outer = 0;
    for (; outer < all.size(); ++outer) {
        const candidate c = all[outer];
        if (!c.text) continue;
        if (!innermost) innermost = c;
        const auto r = parse_uri_reference(*c.text, parse);
        if (!r) return fail(r.error(), c);
        if (r->has_scheme()) {
            result.uri = r->without_fragment();
            break;
        }
    }
    if (outer == all.size()) {
        return fail({0, error_code::no_base, rule::none, parse.edition}, innermost.value_or(candidate{}));
    }
    result.source = innermost->source;

    std::string next;
    while (outer-- > 0) {
        const candidate c = all[outer];
        if (!c.text) continue;
        const auto base = parse_uri(result.uri, parse);
        if (!base) return fail(base.error(), c);
        const auto reference = parse_uri_reference(*c.text, parse);
        if (!reference) return fail(reference.error(), c);
        next.resize(result.uri.size() + c.text->size() + resolve_slack);
        const auto t = resolve_to(next, *base, *reference, options);
        if (!t) return fail(t.error(), c);
        if (t->current_document) continue;
        next.resize(t->reference.without_fragment().size());
        std::swap(result.uri, next);
    }
    return result;
}

} // namespace uniform
