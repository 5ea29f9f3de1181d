#include "differential/judge_urn.hpp"

#include <iterator>

#include <uniform/uri/parse.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/urn/equivalence.hpp>

#include "syntax/kernels.hpp"

namespace differential {

namespace {

using oracle::urn_parts;
using uniform::detail::urn_offsets;

std::string show(std::optional<std::string_view> part) { return part ? "\"" + escaped(*part) + "\"" : "absent"; }

std::string show(const urn_parts &p) {
    return "NID " + show(p.nid) + " NSS " + show(p.nss) + " r " + show(p.r) + " q " + show(p.q) + " f " + show(p.f);
}

std::string show(const urn_offsets &o) {
    std::string text;
    for (const std::uint32_t n : {o.nid_end, o.nss_end, o.r_begin, o.r_end, o.q_begin, o.q_end, o.f_begin})
        text += std::to_string(n) + " ";
    return text;
}

std::string show(const uniform::error &e) {
    return std::string(uniform::to_string(e.code)) + " at " + std::to_string(e.offset);
}

urn_parts parts_of_view(const uniform::urn_view &u) {
    return {u.nid(), u.nss(), u.r_component(), u.q_component(), u.f_component()};
}

// The splitter's components as the library's offsets (detail/parse_urn.hpp).
urn_offsets offsets_of(std::string_view text, const urn_parts &p) {
    const auto begin = [&](std::string_view part) { return static_cast<std::uint32_t>(part.data() - text.data()); };
    const auto end = [&](std::string_view part) { return begin(part) + static_cast<std::uint32_t>(part.size()); };
    urn_offsets o;
    o.nid_end = end(p.nid);
    o.nss_end = end(p.nss);
    if (p.r) o.r_begin = begin(*p.r);
    if (p.r) o.r_end = end(*p.r);
    if (p.q) o.q_begin = begin(*p.q);
    if (p.q) o.q_end = end(*p.q);
    if (p.f) o.f_begin = begin(*p.f);
    return o;
}

constexpr const char *counter_names[] = {"references asked whether they are URNs",
                                         "URNs read as URIs",
                                         "places of errors compared",
                                         "pairs of URNs compared",
                                         "pairs of different URNs that are equivalent",
                                         "normalized assigned-names",
                                         "conversions",
                                         "conversions refused",
                                         "conversions that changed the text",
                                         "edits",
                                         "edits refused",
                                         "references resolved against a URN",
                                         "references refused against a URN"};

} // namespace

urn_judge::urn_judge() {
    using enum oracle::urn_document;
    constexpr oracle::urn_document documents[] = {rfc8141, urnbis_16, urnbis_14, rfc2141};
    static_assert(std::size(documents) == uniform::urn_editions.size());
    for (std::size_t i = 0; i < uniform::urn_editions.size(); ++i) {
        const oracle::grammar g = oracle::urn_prose_grammar(documents[i]);
        const std::vector<std::string> rules{oracle::urn_rule(documents[i])};
        editions_.push_back(
            {uniform::urn_editions[i], documents[i], std::make_unique<oracle::automaton>(g, rules), 0, 0});
    }
    kernel_accepted_.resize(uniform::detail::available_kernels().size());
}

tally urn_judge::result() const {
    tally t = tally_;
    for (std::size_t i = 0; i < urn_counters; ++i) t.counts[counter_names[i]] = counts_[i];
    for (const checked_edition &e : editions_) {
        const std::string name(uniform::to_string(e.edition));
        t.counts["accepted: " + name] = e.accepted;
        if (e.edition != uniform::edition::rfc2141) t.counts["with r- and q-component: " + name] = e.with_both;
    }
    const auto kernels = uniform::detail::available_kernels();
    for (std::size_t k = 1; k < kernels.size(); ++k)
        t.counts[std::string("accepted by the kernel ") + kernels[k].name] = kernel_accepted_[k];
    return t;
}

void urn_judge::report(const char *what, const checked_edition &e, std::string_view text, std::string detail) {
    tally_.add(
        {std::string(what) + ", " + std::string(uniform::to_string(e.edition)), escaped(text), std::move(detail)});
}

std::optional<urn_parts> urn_judge::parts_of(checked_edition &e, std::string_view text) {
    if (!e.prose->matches(text)) return std::nullopt;
    return oracle::split_urn(text, e.document);
}

std::optional<std::string> urn_judge::text_with(checked_edition &e, const urn_parts &parts) {
    if (e.document == oracle::urn_document::rfc2141 && (parts.r || parts.q || parts.f)) return std::nullopt;
    std::string text = oracle::recompose_urn(parts, e.document);
    if (parts_of(e, text) == parts) return text;
    if (e.document == oracle::urn_document::urnbis_16 && parts.r && parts.q) {
        // the other order
        text = "urn:" + std::string(parts.nid) + ":" + std::string(parts.nss) + "?=" + std::string(*parts.q) + "?+" +
               std::string(*parts.r) + (parts.f ? "#" + std::string(*parts.f) : "");
        if (parts_of(e, text) == parts) return text;
    }
    return std::nullopt;
}

void urn_judge::parse(std::string_view original) {
    ++tally_.texts;
    tally_.bytes += original.size();
    const std::string_view text = guarded_.at_turn(original, tally_.texts);
    const auto size = static_cast<std::uint32_t>(text.size());
    const auto kernels = uniform::detail::available_kernels();
    for (checked_edition &e : editions_) {
        const auto parts = parts_of(e, text);
        if (e.prose->matches(text) != parts.has_value())
            report("the oracle's grammar and its splitter", e, text, parts ? show(*parts) : "no components");
        urn_offsets at;
        uniform::error why{};
        const bool scalar = uniform::detail::parse_namestring(text, e.edition, at, why);
        if (scalar != parts.has_value())
            report("validity", e, text, parts ? "oracle " + show(*parts) + ", parser " + show(why) : "parser accepts");
        if (!scalar || !parts) at = {};
        if (scalar && parts) {
            ++e.accepted;
            if (parts->r && parts->q) ++e.with_both;
            if (at != offsets_of(text, *parts))
                report("offsets", e, text, "oracle " + show(offsets_of(text, *parts)) + ", parser " + show(at));
        }
        for (std::size_t k = 1; k < kernels.size(); ++k) {
            // the steps of parse_urn() after a kernel's answer
            urn_offsets found;
            if (!kernels[k].urn(text.data(), size, uniform::detail::urn_syntax_of(e.edition), found) ||
                !uniform::detail::finish_urn(text.data(), size, e.edition, found))
                continue;
            ++kernel_accepted_[k];
            if (!scalar)
                report("a kernel accepts", e, text, kernels[k].name);
            else if (found != at)
                report("a kernel", e, text, std::string(kernels[k].name) + " " + show(found) + ", scalar " + show(at));
        }
        const auto parsed = uniform::parse_urn(text, {e.edition});
        if (parsed.has_value() != scalar || (!parsed && parsed.error() != why))
            report("parse_urn", e, text, parsed ? "accepted" : show(parsed.error()));
        if (parsed && parts) views(e, text, *parsed, *parts);
        if (!parsed) place_of_error(e, text, parsed.error());
        references_and_uris(e, text, parsed);
    }
}

void urn_judge::views(const checked_edition &e, std::string_view text, const uniform::urn_view &u,
                      const urn_parts &parts) {
    using uniform::rule;
    const auto at = [&](rule r) -> std::optional<std::string_view> {
        const auto place = u.where(r);
        if (!place) return std::nullopt;
        return text.substr(place->begin, place->end - place->begin);
    };
    const std::string_view assigned = text.substr(0, 4 + parts.nid.size() + 1 + parts.nss.size());
    const bool same = parts_of_view(u) == parts && u.text() == text && u.edition() == e.edition &&
                      u.scheme() == text.substr(0, 3) && u.assigned_name() == assigned &&
                      at(rule::scheme) == u.scheme() && at(rule::assigned_name) == assigned &&
                      at(rule::nid) == parts.nid && at(rule::nss) == parts.nss && at(rule::r_component) == parts.r &&
                      at(rule::q_component) == parts.q && at(rule::f_component) == parts.f;
    if (!same) report("view", e, text, "oracle " + show(parts) + "; view " + show(parts_of_view(u)));
}

// A URN is a URI (RFC 8141 4.1), and reading the URI's view must find what reading the text finds.
void urn_judge::references_and_uris(checked_edition &e, std::string_view text,
                                    const std::expected<uniform::urn_view, uniform::error> &parsed) {
    using uniform::detail::access;
    using uniform::detail::urn_access;
    for (const uniform::edition generic : uniform::editions) {
        const auto reference = uniform::parse_uri_reference(text, {generic});
        if (!reference) {
            if (generic == uniform::edition::rfc3986 && parsed) report("a URN that is no URI", e, text, "");
            continue;
        }
        ++counts_[urn_references];
        const auto urn = uniform::as_urn(*reference, e.edition);
        if (urn.has_value() != parsed.has_value() || (!urn && urn.error() != parsed.error()))
            report("as_urn", e, text, urn ? "accepts" : show(urn.error()));
        else if (urn && (urn->text() != text || urn->edition() != e.edition ||
                         urn_access::where(*urn) != urn_access::where(*parsed)))
            report("as_urn, components", e, text, show(parts_of_view(*urn)));
    }
    if (!parsed) return;
    ++counts_[urn_uris];
    const auto uri = uniform::parse_uri(text);
    const uniform::uri_view seen = parsed->uri();
    if (!uri || seen.text() != text || access::where(seen) != access::where(*uri) || seen.edition() != uri->edition())
        report("the view as a URI", e, text, std::string(seen.path()));
}

// An error stands where the text stops being the beginning of a URN, or at the start of what is broken there: a
// triplet, a NID, a "?" and what it should open.
void urn_judge::place_of_error(checked_edition &e, std::string_view text, const uniform::error &why) {
    ++counts_[urn_places_of_errors];
    using enum uniform::error_code;
    const std::size_t viable = e.prose->viable(text);
    const bool exact = why.code == not_a_urn || why.code == invalid_character || why.code == missing_nss ||
                       why.code == empty_component || why.code == reserved_character;
    if (why.edition != e.edition || why.section().empty() || why.document().empty())
        report("an error without its document", e, text, show(why));
    if (why.offset == viable || (!exact && why.offset < viable)) return;
    // A "-" as the 32nd character of a NID: it could not stand there, but the length, or the ":", is what is missing.
    if (why.offset == 36 && viable == 35 && text[35] == '-') return;
    report("place of the error", e, text, "oracle " + std::to_string(viable) + ", parser " + show(why));
}

void urn_judge::equivalence(std::string_view a_text, std::string_view b_text) {
    for (checked_edition &e : editions_) {
        const auto a_parts = parts_of(e, a_text);
        if (!a_parts) continue;
        const auto a = uniform::parse_urn(a_text, {e.edition});
        if (!a) continue; // parse() has reported it
        const std::string normal = oracle::normalize_urn(*a_parts);
        ++counts_[urn_normal_forms];
        if (uniform::normalized_assigned_name(*a) != normal)
            report("normalized assigned-name", e, a_text, uniform::normalized_assigned_name(*a));
        if (uniform::is_normal(*a) != (a->assigned_name() == normal)) report("is_normal", e, a_text, normal);
        const auto again = uniform::parse_urn(normal, {e.edition});
        if (!again || uniform::normalized_assigned_name(*again) != normal || !uniform::is_normal(*again) ||
            !uniform::urn_equivalent(*a, *again) || uniform::urn_hash(*a) != uniform::urn_hash(*again))
            report("the normalized assigned-name again", e, a_text, normal);
        for (checked_edition &other : editions_) {
            const auto b_parts = parts_of(other, b_text);
            const auto b = uniform::parse_urn(b_text, {other.edition});
            if (!b_parts || !b) continue;
            ++counts_[urn_pairs];
            const bool expected = oracle::normalize_urn(*b_parts) == normal;
            if (expected && a_text != b_text) ++counts_[urn_equivalent_pairs];
            const std::string pair = std::string(a_text) + " | " + std::string(b_text);
            if (uniform::urn_equivalent(*a, *b) != expected || uniform::urn_equivalent(*b, *a) != expected)
                report("equivalence", e, pair, expected ? "equivalent by the oracle" : "different by the oracle");
            if (expected && uniform::urn_hash(*a) != uniform::urn_hash(*b)) report("hash", e, pair, "they differ");
        }
    }
}

void urn_judge::convert(std::string_view text) {
    for (checked_edition &from : editions_) {
        const auto parts = parts_of(from, text);
        const auto u = uniform::parse_urn(text, {from.edition});
        if (!parts || !u) continue;
        for (checked_edition &to : editions_) {
            const auto converted = uniform::convert(*u, to.edition);
            const bool possible = parts_of(to, text) == parts || text_with(to, *parts).has_value();
            if (converted.has_value() != possible) {
                report("conversion", from, text,
                       std::string("to ") + std::string(uniform::to_string(to.edition)) +
                           (converted ? ": " + converted->text() : " refused: " + show(converted.error())));
                continue;
            }
            if (!converted) {
                ++counts_[urn_refused_conversions];
                if (converted.error().offset > text.size() || converted.error().edition != to.edition)
                    report("the reason of a refusal", from, text, show(converted.error()));
                continue;
            }
            ++counts_[urn_conversions];
            if (converted->text() != text) ++counts_[urn_rewritten_conversions];
            if (parts_of(to, converted->text()) != parts || parts_of_view(converted->view()) != parts ||
                converted->edition() != to.edition)
                report("components of a conversion", from, text, converted->text());
            const auto back = uniform::convert(converted->view(), from.edition);
            if (!back || parts_of_view(back->view()) != parts)
                report("a conversion and back", from, text, converted->text());
        }
    }
}

void urn_judge::edit(std::string_view text, unsigned component, std::optional<std::string_view> value) {
    for (checked_edition &e : editions_) {
        const auto before = parts_of(e, text);
        auto u = uniform::urn::parse(text, {e.edition});
        if (!before || !u) continue;
        urn_parts wanted = *before;
        std::expected<void, uniform::error> done;
        switch (component % 5) {
        case 0:
            wanted.nid = value.value_or("");
            done = u->set_nid(wanted.nid);
            break;
        case 1:
            wanted.nss = value.value_or("");
            done = u->set_nss(wanted.nss);
            break;
        case 2:
            wanted.r = value;
            done = u->set_r_component(value);
            break;
        case 3:
            wanted.q = value;
            done = u->set_q_component(value);
            break;
        default:
            wanted.f = value;
            done = u->set_f_component(value);
        }
        const std::string what = std::string(text) + " | " + std::to_string(component % 5) + " " + show(value);
        const auto expected = text_with(e, wanted);
        if (done.has_value() != expected.has_value()) {
            report("edit", e, what, done ? "done: " + u->text() : "refused: " + show(done.error()));
            continue;
        }
        const auto built = uniform::urn::build({wanted.nid, wanted.nss, wanted.r, wanted.q, wanted.f}, {e.edition});
        if (built.has_value() != done.has_value() || (built && built->text() != u->text()))
            report("build", e, what, built ? built->text() : show(built.error()));
        if (!done) {
            ++counts_[urn_refused_edits];
            const std::size_t limit = value ? std::max(value->size(), text.size()) : text.size();
            if (u->text() != text || parts_of_view(u->view()) != *before) report("a failed edit", e, what, u->text());
            if (done.error().offset > limit) report("offset of an edit's error", e, what, show(done.error()));
            continue;
        }
        ++counts_[urn_edits];
        if (parts_of(e, u->text()) != wanted || parts_of_view(u->view()) != wanted)
            report("components of an edit", e, what, u->text());
    }
}

void urn_judge::resolve(std::string_view base_text, std::string_view reference_text, std::string_view other_text) {
    const auto reference = uniform::parse_uri_reference(reference_text);
    if (!reference) return;
    const auto other = uniform::parse_uri(other_text);
    for (const checked_edition &e : editions_) {
        const auto base = uniform::parse_urn(base_text, {e.edition});
        if (!base) continue;
        const bool draft = e.edition == uniform::edition::urnbis_16 || e.edition == uniform::edition::urnbis_14;
        const auto plain = uniform::parse_uri(base_text);
        if (!plain) continue;
        for (const bool given : {false, true}) {
            if (given && !other) continue;
            const auto target =
                given ? uniform::resolve(*base, *reference, *other) : uniform::resolve(*base, *reference);
            const std::string_view scheme = given ? other->scheme() : std::string_view{};
            const bool useless = !given || (scheme.size() == 3 && oracle::same_scheme(std::string(scheme), "urn"));
            std::expected<std::string, uniform::error> expected{std::string(reference_text)};
            if (!reference->has_scheme()) {
                if (draft && useless)
                    expected = std::unexpected{
                        uniform::error{0, uniform::error_code::urn_base, uniform::rule::none, e.edition}};
                else
                    expected = uniform::resolve(given ? *other : *plain, *reference);
            }
            ++counts_[expected ? urn_resolutions : urn_refused_resolutions];
            if (target != expected)
                report("resolution", e, std::string(base_text) + " + " + std::string(reference_text),
                       target ? *target : show(target.error()));
        }
    }
}

} // namespace differential
