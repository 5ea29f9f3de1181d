#include "http/harvest/oai_sets.hpp"

#include <set>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registrars.hpp>

namespace uniform::http {

namespace {

constexpr std::string_view prefix_word = "prefix-";
constexpr std::string_view registrar_word = "registrar-";
constexpr std::size_t delegations_at_once = 1000;

std::string set_word(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (ascii::is_alnum(c) || std::string_view{"-_.!*'()"}.contains(c)) {
            out += c;
        } else {
            out += '~' + base::to_hex(static_cast<unsigned char>(c), 2);
        }
    }
    return out;
}

std::optional<std::string> text_of_set_word(std::string_view word) {
    std::string out;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] != '~') {
            out += word[i];
            continue;
        }
        if (i + 2 >= word.size()) return std::nullopt;
        const int high = base::hex_value_or(word[i + 1], -1);
        const int low = base::hex_value_or(word[i + 2], -1);
        if (high < 0 || low < 0) return std::nullopt;
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    // Each prefix has one setSpec.
    if (set_word(out) != word) return std::nullopt;
    return out;
}

// A setSpec in its parts.
struct set_place {
    std::string nid;
    std::optional<std::string> prefix = {}; // of keys, with the NID
    std::optional<std::string> registrar = {};
};
std::optional<set_place> place_of(std::string_view spec) {
    const std::size_t colon = spec.find(':');
    set_place at{.nid = std::string{spec.substr(0, colon)}};
    if (colon == std::string_view::npos) return at;
    std::string_view rest = spec.substr(colon + 1);
    if (rest.starts_with(prefix_word)) {
        const auto text = text_of_set_word(rest.substr(prefix_word.size()));
        if (!text) return std::nullopt;
        at.prefix = at.nid + ":" + *text;
    } else if (rest.starts_with(registrar_word)) {
        at.registrar = text_of_set_word(rest.substr(registrar_word.size()));
        if (!at.registrar || at.registrar->empty()) return std::nullopt;
    } else {
        return std::nullopt;
    }
    return at;
}

std::string spec_of_prefix(std::string_view prefix) {
    const std::size_t colon = prefix.find(':');
    return std::string{prefix.substr(0, colon)}.append(":").append(prefix_word) + set_word(prefix.substr(colon + 1));
}
std::string spec_of_registrar(std::string_view nid, std::string_view id) {
    return std::string{nid}.append(":").append(registrar_word) + set_word(id);
}

// The delegation of the whole namespace has the same names as the namespace.
bool is_whole(std::string_view prefix) noexcept { return prefix.find(':') + 1 == prefix.size(); }

std::set<std::string> registrars_in(store::reading &r, const std::string &nid) {
    std::set<std::string> ids;
    std::string after;
    do {
        auto [all, next] = service::list_delegations(r, nid + ":", after, delegations_at_once);
        for (auto &d : all) {
            if (!d.delegation.registrar.empty()) ids.insert(std::move(d.delegation.registrar));
        }
        after = std::move(next);
    } while (!after.empty());
    return ids;
}

// Collects a page, one more than it has tells that there are more.
class set_list {
public:
    set_list(store::reading &r, std::size_t limit) : reading_{r}, limit_{limit} {}

    [[nodiscard]] bool full() const noexcept { return page.more; }

    void add(std::string spec, std::string name) {
        if (page.sets.size() == limit_) {
            page.more = true;
        } else {
            page.sets.push_back({std::move(spec), std::move(name)});
        }
    }
    void add_prefixes(const std::string &nid, std::string after) {
        do {
            const auto [all, next] = service::list_delegations(reading_, nid + ":", after, delegations_at_once);
            for (const auto &d : all) {
                if (full()) return;
                if (d.delegation.state != resolver::delegation_state::active || is_whole(d.delegation.prefix)) continue;
                add(spec_of_prefix(d.delegation.prefix), "urn:" + d.delegation.prefix);
            }
            after = next;
        } while (!after.empty() && !full());
    }
    void add_registrars(const std::string &nid, const std::string &after) {
        for (const std::string &id : registrars_in(reading_, nid)) {
            if (full()) return;
            if (id <= after) continue;
            add(spec_of_registrar(nid, id), service::name_of_registrar(reading_, id) + " in urn:" + nid);
        }
    }

    oai_set_page page = {};

private:
    store::reading &reading_;
    std::size_t limit_;
};

} // namespace

oai_set_page list_sets(store::reading &r, std::string_view after, std::size_t limit) {
    set_list out{r, limit};
    std::string last_namespace;
    if (!after.empty()) {
        const auto at = place_of(after);
        if (!at) return {};
        last_namespace = at->nid;
        if (!at->registrar) out.add_prefixes(at->nid, at->prefix.value_or(std::string{}));
        if (!out.full()) out.add_registrars(at->nid, at->registrar.value_or(std::string{}));
    }
    while (!out.full()) {
        const auto [all, next] = service::list_namespaces(r, last_namespace, limit);
        for (const auto &[n, event, version] : all) {
            if (out.full()) break;
            out.add(n.nid, n.title.empty() ? "urn:" + n.nid : n.title);
            if (!out.full()) out.add_prefixes(n.nid, {});
            if (!out.full()) out.add_registrars(n.nid, {});
        }
        if (next.empty()) break;
        last_namespace = next;
    }
    return std::move(out.page);
}

std::optional<set_selection> selection_of_set(store::reading &r, std::string_view spec) {
    const auto at = place_of(spec);
    if (!at) return std::nullopt;
    const auto n = service::find_namespace(r, at->nid);
    if (!n) return std::nullopt;
    set_selection selected{.prefix = n->settings.nid + ":"};
    if (at->registrar) {
        if (!service::find_registrar(r, *at->registrar)) return std::nullopt;
        selected.registrar = *at->registrar;
    } else if (at->prefix) {
        const auto d = service::find_delegation(r, *at->prefix);
        if (!d || d->delegation.state != resolver::delegation_state::active || d->delegation.prefix != *at->prefix) {
            return std::nullopt;
        }
        selected.prefix = *at->prefix;
    }
    return selected;
}

std::vector<std::string> sets_of(store::reading &r, std::string_view key, const resolver::name_record &record) {
    const std::string_view nid = key.substr(0, key.find(':'));
    std::vector<std::string> all{std::string{nid}};
    if (!record.registrar.empty()) all.push_back(spec_of_registrar(nid, record.registrar));
    // The longest one; then the longest that is shorter than it.
    for (auto d = service::delegation_for(r, key); d && !is_whole(d->delegation.prefix);) {
        const std::string &prefix = d->delegation.prefix;
        all.push_back(spec_of_prefix(prefix));
        d = service::delegation_for(r, std::string_view{prefix}.substr(0, prefix.size() - 1));
    }
    return all;
}

} // namespace uniform::http
