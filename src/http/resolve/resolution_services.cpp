#include "http/resolve/resolution_services.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <uniform/resolver/linkset.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/names_search.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/compare.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/urn/namespace_equivalence.hpp>

#include "base/try.hpp"
#include "http/metadata/catalogue.hpp"
#include "http/resolve/problems.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

std::vector<valid_locator> valid_locators(const resolution &r) {
    std::vector<valid_locator> out;
    for (const std::size_t i : r.choice.order) {
        resolver::locator l = r.name.record->locators[i];
        auto url = r.name.with_q_component(std::move(l.url));
        if (!url) continue;
        l.url = std::move(*url);
        out.push_back({std::move(l), i});
    }
    return out;
}

namespace {

// One service: what it gives for an active name. The target has been found already.
struct row {
    resolver::service service;
    resolution_result (*give)(store::reading &, const own_url &, const resolution &);
};

resolution_result locators(store::reading & /*r*/, const own_url & /*own*/, const resolution &r) {
    return locator_list{valid_locators(r)};
}
resolution_result versions(store::reading & /*r*/, const own_url & /*own*/, const resolution &r) {
    return version_list{valid_locators(r)};
}
resolution_result description(store::reading & /*r*/, const own_url & /*own*/, const resolution &r) {
    const representation best = best_of(r.preferences.accept, representation::record);
    const bool is_made =
        best != representation::list &&
        (best != representation::datacite ||
         missing_for(catalogue_format::datacite, name_description{r.name.requested.key, *r.name.record}).empty());
    return described{is_made ? best : representation::record};
}
resolution_result descriptions(store::reading & /*r*/, const own_url &own, const resolution &r) {
    auto at = own_urls_of(own, r.name);
    auto exported = exported_forms(r.name.requested.key, *r.name.record, at);
    description_list out{{{std::move(at.record), media_type_of(representation::record)},
                          {std::move(at.page), media_type_of(representation::page)},
                          {std::move(at.linkset), media_type_of(representation::linkset)}}};
    out.links.insert(out.links.end(), std::make_move_iterator(exported.begin()),
                     std::make_move_iterator(exported.end()));
    return out;
}
resolution_result name(store::reading &reading, const own_url & /*own*/, const resolution &r) {
    auto names = agreed_names(reading, r.name);
    if (names.empty()) {
        return problem{.type = problem_type::no_output,
                       .detail = "no other name is agreed on by both namespaces",
                       .rule = "RFC 2483 section 4.7"};
    }
    names.resize(1);
    return name_list{std::move(names), true};
}
resolution_result names(store::reading &reading, const own_url & /*own*/, const resolution &r) {
    return name_list{agreed_names(reading, r.name)};
}

// I2L and I2R are the target itself.
constexpr std::array rows{
    row{resolver::service::i2l, nullptr},     row{resolver::service::i2ls, locators},
    row{resolver::service::i2r, nullptr},     row{resolver::service::i2rs, versions},
    row{resolver::service::i2c, description}, row{resolver::service::i2cs, descriptions},
    row{resolver::service::i2n, name},        row{resolver::service::i2ns, names},
};

// Why a service other than I2L and I2R cannot be given; std::nullopt if it can.
std::optional<resolution_result> refusal(const resolution &r) {
    const auto *const p = std::get_if<problem>(&r.result);
    if (std::holds_alternative<tombstone>(r.result)) return tombstone{};
    if (p != nullptr && p->type != problem_type::no_output) return *p;
    if (r.name.is(resolver::name_state::active)) return std::nullopt;
    if (p != nullptr) return *p;
    // By suffix passthrough: there is no such name.
    if (!r.name.record && std::holds_alternative<redirect>(r.result))
        return resolver::name_does_not_exist(r.name.requested.key);
    const auto *const d = std::get_if<delegated>(&r.result);
    return delegated_problem(d != nullptr ? d->location : std::string{});
}

} // namespace

void carry_out(resolver::named_service s, store::reading &reading, const own_url &own, resolution &r) {
    r.service = s.service;
    if (s.of_locator && s.service == resolver::service::i2ns && r.name.record) {
        // RFC 2169 3.7: the operand is a URL of the name at a resolver, so the name itself is the first.
        name_list all{agreed_names(reading, r.name)};
        all.urns.insert(all.urns.begin(), r.name.urn());
        r.result = std::move(all);
        return;
    }
    const auto *const found = std::ranges::find(rows, s.service, &row::service);
    if (found == rows.end() || found->give == nullptr) return;
    if (auto why_not = refusal(r)) {
        r.result = std::move(*why_not);
    } else {
        r.result = found->give(reading, own, r);
    }
}

std::vector<std::string> agreed_names(store::reading &r, const name_lookup &n) {
    std::vector<std::string> out;
    if (!n.record) return out;
    for (const std::string &urn : n.record->other_names) {
        const auto key = service::key_of(r, urn);
        const auto row = key ? r.name(*key) : std::nullopt;
        const auto other = row ? resolver::decode(row->record) : std::nullopt;
        if (other && resolver::agreed(n.requested.key, *n.record, *key, *other))
            out.push_back(resolver::urn_of(*key, *other));
    }
    return out;
}

std::vector<description_list::link> exported_forms(std::string_view key, const resolver::name_record &record,
                                                   const resolver::own_urls &at) {
    std::vector<description_list::link> out;
    if (record.metadata.empty()) return out;
    for (std::size_t i = 0; i < representation_count; ++i) {
        const auto form = static_cast<representation>(i);
        if (!is_exported(form)) continue;
        if (form == representation::datacite &&
            !missing_for(catalogue_format::datacite, name_description{key, record}).empty()) {
            continue;
        }
        out.push_back({at.page + "?format=" + std::string(word_of(form)), media_type_of(form)});
    }
    return out;
}

resolver::own_urls own_urls_of(const own_url &own, const name_lookup &n) {
    const std::string base = own.base();
    const auto at = own_paths_of(n);
    return {.page = base + at.page, .record = base + at.record, .linkset = base + at.linkset};
}

resolver::own_urls own_paths_of(const name_lookup &n) {
    auto at = own_paths_of(n.urn_with_components());
    at.record = own_paths_of(n.urn()).record;
    return at;
}

resolver::own_urls own_paths_of(std::string_view urn) {
    const std::string segment = encode_segment(urn);
    return {.page = "/about/" + segment, .record = "/api/v1/names/" + segment, .linkset = "/api/v1/linkset/" + segment};
}

std::optional<std::expected<std::vector<std::string>, problem>>
names_of_locator(store::reading &r, resolver::named_service s, std::string_view uri) {
    const bool asks_for_names = s.service == resolver::service::i2n || s.service == resolver::service::i2ns;
    if (!s.of_locator || !asks_for_names || !parse_uri(uri) || operand(s, uri)) return std::nullopt;
    auto urns = service::names_at(r, uri);
    if (urns && urns->empty()) {
        urns = refuse(problem_type::no_output, "no name has this locator");
    } else if (!urns && urns.error().type == problem_type::not_found) {
        urns.error().type = problem_type::no_output;
    }
    if (!urns) {
        urns.error().rule = "RFC 2169 section 3.7";
    } else if (s.service == resolver::service::i2n) {
        urns->resize(1);
    }
    return urns;
}

std::expected<bool, problem> are_equal(const sources &s, store::reading &r, std::string_view a, std::string_view b) {
    const auto u = parse_uri(a);
    const auto v = parse_uri(b);
    if (!u) return std::unexpected{resolver::malformed(u.error(), a)};
    if (!v) return std::unexpected{resolver::malformed(v.error(), b)};
    const auto x = as_urn(*u);
    const auto y = as_urn(*v);
    if (!x || !y) {
        // A name is not its locator; of two locators only the text is known.
        if (x.has_value() != y.has_value()) return false;
        return equivalent(*u, *v, {.level = comparison_level::scheme});
    }
    if (namespace_equivalent(*x, *y)) return true;
    auto one = read_urn(x->assigned_name());
    auto other = read_urn(y->assigned_name());
    UNIFORM_CHECK(one);
    UNIFORM_CHECK(other);
    const name_lookup n = look_up(s, r, std::move(*one));
    const name_lookup m = look_up(s, r, std::move(*other));
    if (n.requested.key == m.requested.key) return true; // by the rules of a namespace that is managed here
    if (!n.record && !m.record) {
        return refuse(problem_type::unknown_name, "neither of the two names has been assigned here",
                      "RFC 2483 section 4.9: syntactically valid but do not exist");
    }
    return n.record && m.record && resolver::agreed(n.requested.key, *n.record, m.requested.key, *m.record);
}

std::expected<requested_name, problem> operand(resolver::named_service s, std::string_view uri) {
    // For a locator, the name in it is the subject of the request, not a correction.
    auto n = read_name(uri, s.of_locator ? resolver::correction_rules{} : uncorrected);
    if (!s.of_locator && n) return n;
    const auto u = parse_uri(uri);
    if (!u) return std::unexpected{n ? resolver::malformed(u.error(), uri) : n.error()};
    if (!n && has_urn_scheme(*u)) return n;
    if (s.of_locator) {
        // RFC 2169 3.7 to 3.9 ask about a locator. The URL of a resolver contains the name; names_of_locator() finds
        // those of others.
        if (n && !has_urn_scheme(*u)) return n;
        return refuse(problem_type::no_output,
                      "of a locator that is not the URL of a name at a resolver, only its "
                      "names are known (L2Ns)",
                      "RFC 2169 section 3.7");
    }
    return refuse(problem_type::unknown_name, "the URI is not a URN, and nothing is known about it here",
                  std::string(resolver::valid_but_nonexistent));
}

} // namespace uniform::http
