// Resolution, dot segments, normalization and comparison against the documents' algorithms.
#include "differential/judge.hpp"

#include "oracle/normalize.hpp"
#include "oracle/scheme_equivalence.hpp"
#include "oracle/scheme_rules.hpp"
#include "oracle/split.hpp"

#include <uniform/uri/compare.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/relativize.hpp>
#include <uniform/uri/resolve.hpp>

#include "syntax/kernels.hpp"

namespace differential {

namespace {

using uniform::edition;
using uniform::excess_dots;

oracle::excess policy_of(excess_dots e) {
    switch (e) {
    case excess_dots::drop:
        return oracle::excess::remove;
    case excess_dots::refuse:
        return oracle::excess::refuse;
    default:
        return oracle::excess::keep;
    }
}

oracle::document document_of(edition e) {
    switch (e) {
    case edition::rfc3986:
        return oracle::document::rfc3986;
    case edition::rfc3987:
        return oracle::document::rfc3987;
    case edition::rfc2396bis_01:
        return oracle::document::draft2003;
    default:
        return oracle::document::rfc2396;
    }
}

bool rooted(std::string_view path) { return path.starts_with('/'); }

} // namespace

void judge::resolve(std::string_view base_text, std::string_view reference_text) {
    const std::string pair = std::string(base_text) + " + " + std::string(reference_text);
    for (const edition e : uniform::editions) {
        const auto base = uniform::parse_uri(base_text, {e});
        const auto reference = uniform::parse_uri_reference(reference_text, {e});
        if (!base || !reference) continue;
        const oracle::components b = oracle::split(base_text);
        oracle::components r = oracle::split(reference_text);
        const bool older = uniform::is_older_edition(e);
        for (const bool strict : {true, false}) {
            for (const excess_dots excess : {excess_dots::by_edition, excess_dots::drop, excess_dots::refuse}) {
                // RFC 3986 knows one way.
                if (!older && excess != excess_dots::by_edition) continue;
                uniform::resolve_options options;
                options.strict = strict;
                options.excess = excess;
                const auto got = uniform::resolve(*base, *reference, options);
                ++counts_[older ? older_resolutions : resolutions];
                const std::string what = std::string("resolve, ") + std::string(uniform::to_string(e)) +
                                         (strict ? "" : ", not strict") +
                                         (excess == excess_dots::by_edition ? ""
                                          : excess == excess_dots::drop     ? ", dropping"
                                                                            : ", refusing");

                const bool relative = !r.scheme || (!strict && oracle::same_scheme(r.scheme, b.scheme));
                std::string expected;
                bool refused = false;
                bool current = false;
                if (!older) {
                    expected = oracle::resolve(base_text, reference_text, strict);
                } else {
                    const oracle::old_answer answer =
                        e == edition::rfc2396
                            ? oracle::resolve_1998(base_text, reference_text, strict, policy_of(excess))
                            : oracle::resolve_2003(base_text, reference_text, strict, policy_of(excess));
                    expected = answer.target;
                    refused = answer.refused;
                    current = answer.current_document;
                }
                const bool same = refused ? !got && got.error().code == uniform::error_code::excess_dot_segments
                                          : got && *got == expected;
                if (same) {
                    // The target's view is what a parse of its text gives.
                    if (current || refused) continue;
                    std::string buffer(base_text.size() + reference_text.size() + uniform::resolve_slack, '\0');
                    const auto target = uniform::resolve_to(buffer, *base, *reference, options);
                    const auto parsed = uniform::parse_uri(*got, {e});
                    if (!target || !parsed || target->text() != *got ||
                        uniform::detail::access::where(target->reference) != uniform::detail::access::where(*parsed))
                        report(what + ", the view of the target", pair, escaped(*got));
                    else
                        ++counts_[literal_targets];
                    continue;
                }

                // The documents' algorithms leave these open, or give a text that reads as something else.
                const auto explained = [&](const char *reason) { ++tally_.explained[reason]; };
                const oracle::components t = oracle::split(expected);
                if (older && relative && !current && !b.authority && !rooted(b.path) &&
                    (!b.path.empty() || e == edition::rfc2396 ||
                     base_text.find_first_of("[]") != std::string_view::npos) &&
                    !got && got.error().code == uniform::error_code::opaque_base) {
                    explained("2003 draft 5: a relative URI cannot be used with an opaque base; the algorithm of 5.2 "
                              "does not ask");
                    continue;
                }
                if (older && !strict && reference->has_scheme() && !reference->has_authority() &&
                    reference->without_fragment().find_first_of("[]") != std::string_view::npos && got &&
                    *got == reference_text) {
                    explained(
                        "2003 draft 3: only an opaque part has brackets, and it is no misformed relative reference");
                    continue;
                }
                // The path that the algorithm names, where no authority keeps it apart from "//".
                oracle::components wanted;
                if (!older) {
                    wanted = oracle::transform(b, r, strict);
                    if (!wanted.authority && wanted.path.starts_with("//")) {
                        wanted.path = "/." + wanted.path;
                        if (got && *got == oracle::recompose(wanted)) {
                            explained(
                                "RFC 3986 3.3: a path without authority cannot begin with \"//\": \"/.\" before it");
                            continue;
                        }
                    }
                } else if (!refused && !current && !b.authority && t.authority && got) {
                    // The draft's text of a target whose path begins with "//".
                    const std::size_t colon = expected.find(':');
                    if (*got == expected.substr(0, colon + 1) + "/." + expected.substr(colon + 1)) {
                        explained("2003 draft 3: a path without authority cannot begin with \"//\": \"/.\" before it");
                        continue;
                    }
                }
                if (e == edition::rfc2396 && b.authority && b.path.empty() && !r.authority && relative &&
                    !rooted(r.path)) {
                    // 2003 draft G.2: "step 6a failed to account for a base URI with no path". As its successor does
                    // it:
                    const std::string corrected =
                        std::string(base_text.substr(0, base->without_fragment().size() -
                                                            (base->query() ? base->query()->size() + 1 : 0))) +
                        "/";
                    const oracle::old_answer answer =
                        oracle::resolve_1998(corrected, reference_text, strict, policy_of(excess));
                    if (answer.refused ? !got && got.error().code == uniform::error_code::excess_dot_segments
                                       : got && *got == answer.target) {
                        explained("2003 draft G.2: RFC 2396 5.2 step 6a did not account for a base without path");
                        continue;
                    }
                }
                report(what, pair,
                       "oracle " + (refused ? std::string("refuses") : escaped(expected)) + ", library " +
                           (got ? escaped(*got)
                                : "an error: " + std::string(uniform::to_string(got.error().code)) + " at " +
                                      std::to_string(got.error().offset)));
            }
        }
    }
}

void judge::relativize(std::string_view base_text, std::string_view target_text) {
    for (const edition e : uniform::editions) {
        const auto base = uniform::parse_uri(base_text, {e});
        const auto target = uniform::parse_uri(target_text, {e});
        if (!base || !target) continue;
        const auto reference = uniform::relativize(*base, *target);
        const std::string pair = std::string(base_text) + " to " + std::string(target_text);
        const std::string what = "relativize, " + std::string(uniform::to_string(e));
        if (!reference) {
            const oracle::components t = oracle::split(target_text);
            // A path that 5.2.4 would change, or that it guards.
            if (uniform::is_older_edition(e) || (oracle::remove_dot_segments(t.path) == t.path))
                report(what + ", fails", pair, std::string(uniform::to_string(reference.error().code)));
            continue;
        }
        const std::string back = !uniform::is_older_edition(e) ? oracle::resolve(base_text, *reference, true)
                                 : e == edition::rfc2396
                                     ? oracle::resolve_1998(base_text, *reference, true, oracle::excess::keep).target
                                     : oracle::resolve_2003(base_text, *reference, true, oracle::excess::keep).target;
        ++counts_[relativized];
        if (back == target_text) continue;
        // If the documents' text is not what their algorithm names (see resolve), the library's own answer counts.
        const auto parsed = uniform::parse_uri_reference(*reference, {e});
        const auto again = parsed ? uniform::resolve(*base, *parsed) : std::unexpected{parsed.error()};
        const oracle::components b = oracle::split(base_text);
        if (again && *again == target_text &&
            (target_text.find(":/.//") != std::string_view::npos || (e == edition::rfc2396 && b.path.empty()))) {
            ++tally_.explained
                  ["a target with \"/.\" before \"//\", or the base without path of RFC 2396, as in resolution"];
            continue;
        }
        report(what, pair, "reference " + escaped(*reference) + " leads to " + escaped(back));
    }
}

void judge::dots(std::string_view path) {
    ++counts_[dot_paths];
    const std::string expected = oracle::remove_dot_segments(path);
    std::string out(path.size() + 1, '\0');
    char *end = uniform::detail::remove_dot_segments(path.data(), path.data() + path.size(), out.data());
    if (std::string_view(out.data(), static_cast<std::size_t>(end - out.data())) != expected)
        report("dot segments", path, "oracle " + escaped(expected) + ", library " + escaped(out));
    std::string place(path);
    end = uniform::detail::remove_dot_segments(place.data(), place.data() + place.size(), place.data());
    if (std::string_view(place.data(), static_cast<std::size_t>(end - place.data())) != expected)
        report("dot segments in place", path, "oracle " + escaped(expected) + ", library " + escaped(place));
    // "." or ".." between "/", the begin and the end.
    bool has = false;
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t slash = std::min(path.find('/', at), path.size());
        has = has || path.substr(at, slash - at) == "." || path.substr(at, slash - at) == "..";
        at = slash + 1;
    }
    if (uniform::has_dot_segments(path) != has) report("has_dot_segments", path, has ? "it has" : "it has not");
}

void judge::normalize(std::string_view original) {
    const std::string_view text = guarded_.at_turn(original, counts_[normal_forms] / uniform::comparison_levels.size());
    const auto kernels = uniform::detail::available_kernels();
    for (checked_edition &e : editions_) {
        if (e.zone_ids) continue;
        const auto view = uniform::parse_uri_reference(text, {e.edition});
        if (!view) continue;
        const auto &where = uniform::detail::access::where(*view);
        const auto size = static_cast<std::uint32_t>(text.size());
        const bool suspicious = kernels[0].may_change(text.data(), size, where);
        for (std::size_t k = 1; k < kernels.size(); ++k)
            if (suspicious && !kernels[k].may_change(text.data(), size, where))
                report(std::string("may_change of the kernel ") + kernels[k].name + ", " + e.name, text,
                       "the scalar one finds a change");

        const bool server = view->host().has_value();
        for (const uniform::comparison_level level : uniform::comparison_levels) {
            uniform::normalize_options options;
            options.level = level;
            const std::string normal = uniform::normalize(*view, options);
            const std::string what =
                std::string("normalize, ") + e.name + ", level " + std::string(uniform::to_string(level));
            ++counts_[normal_forms];

            // All normal forms parse, and are normal.
            const auto again = uniform::parse_uri_reference(normal, {e.edition});
            if (!again) {
                report(what + ", does not parse", text, escaped(normal));
                continue;
            }
            if (uniform::normalize(*again, options) != normal)
                report(what + ", twice", text,
                       escaped(normal) + " becomes " + escaped(uniform::normalize(*again, options)));
            if (again->has_scheme() != view->has_scheme() || again->has_authority() != view->has_authority())
                report(what + ", scheme or authority", text, escaped(normal));
            if (uniform::is_normal(*view, options) != (normal == text) || !uniform::is_normal(*again, options))
                report(what + ", is_normal", text, escaped(normal));
            if (uniform::would_change(*view, options).any() != (normal != text))
                report(what + ", would_change", text, escaped(normal));
            if (!uniform::equivalent(*view, *again, options) ||
                uniform::hash(*view, options) != uniform::hash(*again, options))
                report(what + ", is not equivalent to its normal form", text, escaped(normal));

            // The sections, literally.
            const oracle::components parts = oracle::split(text);
            if (!parts.scheme && !parts.authority && !rooted(parts.path)) continue;
            oracle::normalize_steps steps;
            steps.percent = level == uniform::comparison_level::percent || level >= uniform::comparison_level::syntax;
            steps.letter_case =
                level == uniform::comparison_level::letter_case || level >= uniform::comparison_level::syntax;
            steps.dots = level == uniform::comparison_level::path || level >= uniform::comparison_level::syntax;
            steps.scheme = level >= uniform::comparison_level::scheme;
            if (steps.scheme && parts.authority && parts.scheme && !oracle::knows_scheme(*parts.scheme)) continue;
            bool guarded = false;
            const std::string expected = oracle::normalize(text, steps, document_of(e.edition), server, guarded);
            ++counts_[literal_normal_forms];
            if (normal != expected)
                report(what, text, "oracle " + escaped(expected) + ", library " + escaped(normal));
            else if (guarded)
                ++counts_[guarded_normal_forms];
        }

        // A reference and its normal form refer to the same: resolved, they have one normal form.
        if (e.older) continue;
        const auto normal = uniform::normalize(*view);
        const auto again = uniform::parse_uri_reference(normal, {e.edition});
        for (const char *base_text : {"http://a/b/c/d;p?q", "http://h", "a:/x//y"}) {
            const auto base = uniform::parse_uri(base_text, {e.edition});
            const auto first = uniform::resolve(*base, *view);
            const auto second = uniform::resolve(*base, *again);
            if (!first || !second) {
                report("resolve of a normal form", text, escaped(normal));
                continue;
            }
            ++counts_[resolved_normal_forms];
            const auto a = uniform::parse_uri(*first, {e.edition});
            const auto b = uniform::parse_uri(*second, {e.edition});
            if (a && b && uniform::normalize(*a) == uniform::normalize(*b)) continue;
            // 5.2.4 of the URI as it is, 6.2.2.2 before 6.2.2.3 for its normal form.
            if (view->has_scheme() && (text.contains("%2e") || text.contains("%2E"))) {
                ++tally_.explained
                      ["in a URI, a segment with \"%2E\" for \".\" is an ordinary one to 5.2.4, and a dot segment "
                       "after 6.2.2.2"];
                continue;
            }
            report("a normal form refers to something else", text,
                   "normal form " + escaped(normal) + ", against " + base_text + ": " + escaped(*first) + " and " +
                       escaped(*second));
        }
    }
}

void judge::compare(std::string_view a_text, std::string_view b_text) {
    for (const checked_edition &e : editions_) {
        if (e.zone_ids) continue;
        const auto a = uniform::parse_uri_reference(a_text, {e.edition});
        const auto b = uniform::parse_uri_reference(b_text, {e.edition});
        if (!a || !b) continue;
        std::optional<uniform::comparison_level> lowest;
        for (const uniform::comparison_level level : uniform::comparison_levels) {
            uniform::normalize_options options;
            options.level = level;
            const std::string x = uniform::normalize(*a, options);
            const std::string y = uniform::normalize(*b, options);
            // RFC 3261 19.1.4 is not transitive, so that no normal form can express it, and RFC 4975 6.1 and RFC 6920 2
            // do not compare what a normal form keeps. Hashes of what the first calls different may be the same.
            const bool by_scheme = options.level >= uniform::comparison_level::scheme;
            const bool sip = by_scheme && oracle::is_sip(x);
            const bool servers = a->host().has_value() && b->host().has_value();
            const bool expected = x == y || (sip && oracle::sip_equivalent(x, y)) ||
                                  (by_scheme && oracle::equal_where_compared(x, y, servers));
            ++counts_[pairs];
            if (expected && a_text != b_text) ++counts_[equivalent_pairs];
            if (expected && x != y) ++counts_[sip_pairs];
            if (expected && !lowest) lowest = level;
            const bool hashes = uniform::hash(*a, options) == uniform::hash(*b, options);
            if (uniform::equivalent(*a, *b, options) != expected || uniform::equivalent(*b, *a, options) != expected ||
                (hashes != expected && (expected || !sip)))
                report(std::string("equivalent, ") + e.name + ", level " + std::string(uniform::to_string(level)),
                       std::string(a_text) + " and " + std::string(b_text),
                       std::string("they are ") + (expected ? "equivalent" : "different") + ", the hashes " +
                           (hashes ? "equal" : "different"));
        }
        if (uniform::lowest_equivalent_level(*a, *b) != lowest)
            report(std::string("lowest_equivalent_level, ") + e.name,
                   std::string(a_text) + " and " + std::string(b_text),
                   lowest ? "expected " + std::string(uniform::to_string(*lowest)) : "expected none");
    }
}

} // namespace differential
