#include "service/minter.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <uniform/service/keys.hpp>
#include <uniform/urn_name.hpp>

#include "service/outcomes.hpp"

namespace uniform::service {

namespace {

using resolver::minting_method;
using resolver::problem_type;
using failed = std::unexpected<problem>;

// So many taken names in a row, and the request is cut in pieces: other writers wait meanwhile.
constexpr std::size_t most_skipped = 20000;
// Numbers in a row whose names belong to longer prefixes.
constexpr std::size_t most_elsewhere = 1'000'000;
// A random name that is taken is drawn again so often; then the next free one from there on is looked for.
constexpr int draws = 32;
constexpr std::string_view uuid_lead = "urn:uuid:";

failed refuse(problem_type type, std::string detail) {
    return failed(problem{.type = type, .detail = std::move(detail)});
}

} // namespace

std::expected<void, problem> mints_within_policy(const resolver::delegation &d, const namespace_registry &registry) {
    if (d.mint.method == minting_method::none || d.naming.empty()) return {};
    const auto pattern = resolver::mint_pattern::compile(d.mint, d.prefix, registry);
    if (!pattern) return failed(pattern.error());
    std::string last;
    const auto fits = [&](const std::optional<std::string> &name) {
        if (!name) return false;
        const auto key = resolver::key_of("urn:" + *name, registry);
        if (!key) return false;
        last = *key;
        return resolver::allows(d, *key, {}).has_value();
    };
    if (d.mint.method == minting_method::uuid) {
        for (int i = 0; i < draws; ++i) {
            const auto urn = make_uuid_urn(d.mint.uuid_version == 7 ? uuid_version::time : uuid_version::random);
            if (!urn || fits(d.prefix + std::string(urn->text().substr(uuid_lead.size())))) return {};
        }
    } else {
        // From both ends and in between, and of each length of a pattern that grows.
        const std::uint64_t end = pattern->capacity().value_or(std::numeric_limits<std::int64_t>::max());
        for (std::uint64_t i = 0; i < std::min<std::uint64_t>(end, 64); ++i) {
            if (fits(pattern->make(i)) || fits(pattern->make(end / 64 * i)) || fits(pattern->make(end - 1 - i)) ||
                fits(pattern->make((std::uint64_t{1} << i) % end)))
                return {};
        }
    }
    return refuse(problem_type::out_of_policy, "no name of the minting rule fits the naming policy \"" + d.naming +
                                                   "\" of the prefix: not \"urn:" + last + "\", for example");
}

problem passed_over() {
    return {.type = problem_type::exhausted,
            .detail =
                std::to_string(most_steps * most_skipped) +
                " numbers in a row are of names that are taken or under longer prefixes; the counter has moved on "
                "past them, so the same request may be made again"};
}

std::expected<minter, problem> minter::open(store::writing &w, const principal &who, std::string_view text) {
    const auto prefix = prefix_of_keys(w, text);
    if (!prefix) return failed(prefix.error());
    ground g = ground_of(w, *prefix);
    if (auto may = may_assign(g, who, *prefix); !may) return failed(std::move(may.error()));
    if (!g.delegation || g.delegation->prefix != *prefix) {
        return refuse(problem_type::not_found,
                      "there is no delegation of the prefix \"urn:" + *prefix + "\", and so no minting rule" +
                          (g.delegation ? "; \"urn:" + g.delegation->prefix + "\" has one" : std::string{}));
    }
    auto pattern = resolver::mint_pattern::compile(g.delegation->mint, *prefix, g.space->rules.registry());
    if (!pattern) return failed(std::move(pattern.error()));
    if (auto some = mints_within_policy(*g.delegation, g.space->rules.registry()); !some)
        return failed(std::move(some.error()));
    minter m(std::move(g), std::move(*pattern));
    m.prefixes_inside_ = !w.list("delegation", *prefix, *prefix, 1).empty();
    return m;
}

// Whether the name is one that may be given: its form, its own ground (a longer prefix may be somebody else's), and the
// policies. That it is free shows when it is added.
minter::taking minter::take(store::writing &w, const principal &who, const resolver::name_record &r, std::string name) {
    auto read = read_new_name("urn:" + name, where_.space->rules);
    if (!read || !read->key.starts_with(prefix())) return taking::unfit;
    if (keys_.contains(read->key)) return taking::elsewhere;
    if (prefixes_inside_) {
        const ground g = ground_of(w, read->key);
        if (g.delegation != where_.delegation && !may_assign(g, who, read->key)) return taking::elsewhere;
        if (!in_policy(g, read->key, r)) return g.delegation == where_.delegation ? taking::unfit : taking::elsewhere;
    } else if (!in_policy(where_, read->key, r)) {
        return taking::unfit;
    }
    keys_.insert(read->key);
    found_.push_back(std::move(*read));
    return taking::found;
}

std::string minter::policy_says() const {
    const std::string &naming = where_.delegation->naming;
    return naming.empty() ? "" : "; names that do not fit the naming policy \"" + naming + "\" are passed over";
}

std::expected<void, problem> minter::draw_sequential(store::writing &w, const principal &who,
                                                     const resolver::name_record &r, std::size_t count) {
    const resolver::minting &rule = where_.delegation->mint;
    const std::string counter = "mint " + prefix() + " " + rule.pattern + " " + std::string(to_string(rule.check));
    std::size_t unfit = 0;
    std::size_t elsewhere = 0;
    while (found_.size() < count) {
        // Exactly as many numbers as are wanted, so that none is left over.
        const std::size_t wanted = count - found_.size();
        const std::uint64_t first = w.next(counter, wanted) - 1;
        for (std::size_t i = 0; i < wanted; ++i) {
            if (pattern_.capacity() && first + i >= *pattern_.capacity()) {
                return refuse(problem_type::exhausted,
                              "\"urn:" + prefix() + "\" has " + std::to_string(*pattern_.capacity()) +
                                  " names by the pattern \"" + rule.pattern + "\"; " + std::to_string(found_.size()) +
                                  " of the " + std::to_string(count) + " that were asked for are left" + policy_says());
            }
            auto name = pattern_.make(first + i);
            const taking t = name ? take(w, who, r, std::move(*name)) : taking::unfit;
            if (t != taking::found) ++skipped_;
            if (t == taking::found) unfit = elsewhere = 0;
            if (t == taking::unfit) ++unfit;
            if (t == taking::elsewhere) ++elsewhere;
            // A pattern without end may have no name left that fits, or none that is not under another prefix.
            if (unfit == most_skipped || elsewhere == most_elsewhere) {
                return refuse(problem_type::exhausted,
                              "none of " + std::to_string(unfit + elsewhere) +
                                  " numbers in a row gives a name of \"urn:" + prefix() + "\" by the pattern \"" +
                                  rule.pattern + "\" that fits and is under no longer prefix; " +
                                  std::to_string(found_.size()) + " of the " + std::to_string(count) +
                                  " that were asked for are left" + policy_says());
            }
        }
        if (found_.empty() && skipped_ >= most_skipped) return {};
    }
    return {};
}

// Asked first only where names come in no order: a sequence meets few names that are taken.
bool minter::is_free(store::writing &w, const std::string &name) const {
    const auto key = resolver::key_of("urn:" + name, registry());
    return key && !w.name(*key);
}

std::expected<void, problem> minter::draw_random(store::writing &w, const principal &who,
                                                 const resolver::name_record &r, std::size_t count) {
    const std::uint64_t end = pattern_.capacity().value_or(std::numeric_limits<std::int64_t>::max());
    while (found_.size() < count) {
        bool found = false;
        std::uint64_t n = 0;
        for (int i = 0; i < draws && !found; ++i) {
            const auto drawn = resolver::random_below(end);
            if (!drawn) return refuse(problem_type::unavailable, "the system has no random numbers to give");
            n = *drawn;
            auto name = pattern_.make(n);
            found = name && is_free(w, *name) && take(w, who, r, std::move(*name)) == taking::found;
        }
        // Nearly full: the next free one behind the last draw.
        const std::uint64_t steps = std::min<std::uint64_t>(end, most_skipped);
        for (std::uint64_t i = 1; i <= steps && !found; ++i) {
            auto name = pattern_.make((n + i) % end);
            found = name && is_free(w, *name) && take(w, who, r, std::move(*name)) == taking::found;
        }
        if (!found) {
            return refuse(problem_type::exhausted,
                          "\"urn:" + prefix() + "\" has no free names left by the pattern \"" +
                              where_.delegation->mint.pattern + "\"" +
                              (steps == end ? "" : ", or so few that none was found among 20000 behind a random one") +
                              policy_says());
        }
    }
    return {};
}

std::expected<void, problem> minter::draw_uuids(store::writing &w, const principal &who, const resolver::name_record &r,
                                                std::size_t count) {
    const auto version = where_.delegation->mint.uuid_version == 7 ? uuid_version::time : uuid_version::random;
    // 122 (or 74) random bits: more than a few in a row that cannot be taken means that the policy takes none.
    int refused = 0;
    while (found_.size() < count) {
        const auto urn = make_uuid_urn(version);
        if (!urn) return refuse(problem_type::unavailable, "the system has no random numbers to give");
        if (take(w, who, r, prefix() + std::string(urn->text().substr(uuid_lead.size()))) != taking::found &&
            ++refused == draws) {
            return refuse(problem_type::out_of_policy, "no UUID under \"urn:" + prefix() +
                                                           "\" fits its namespace or the naming policy \"" +
                                                           where_.delegation->naming + "\" of the prefix");
        }
    }
    return {};
}

std::expected<std::vector<read_name>, problem> minter::draw(store::writing &w, const principal &who,
                                                            const resolver::name_record &r, std::size_t count) {
    found_.clear();
    keys_.clear();
    std::expected<void, problem> done;
    switch (where_.delegation->mint.method) {
    case minting_method::sequential:
        done = draw_sequential(w, who, r, count);
        break;
    case minting_method::random:
        done = draw_random(w, who, r, count);
        break;
    default:
        done = draw_uuids(w, who, r, count);
        break;
    }
    if (!done) return failed(std::move(done.error()));
    return std::move(found_);
}

bool minter::gives_up(std::size_t taken) noexcept {
    skipped_ += taken;
    return skipped_ >= most_skipped;
}

} // namespace uniform::service
