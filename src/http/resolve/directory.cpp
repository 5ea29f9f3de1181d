#include "http/resolve/directory.hpp"

#include <algorithm>
#include <utility>

#include <uniform/resolver/delegation.hpp>

namespace uniform::http {

namespace {

constexpr std::size_t page = 1000;

template <class F>
void each_document(store::reading &r, std::string_view kind, F f) {
    std::string after;
    for (;;) {
        const auto documents = r.list(kind, "", after, page);
        for (const store::document &d : documents) f(d);
        if (documents.size() < page) return;
        after = documents.back().id;
    }
}

} // namespace

std::shared_ptr<const directory> directory::read(store::reading &r) {
    auto d = std::make_shared<directory>();
    each_document(r, "namespace", [&](const store::document &document) {
        auto s = resolver::read_json(document.body, resolver::namespace_settings_from_json);
        if (!s) throw store::failure(store::failure_kind::damaged, "the namespace " + document.id);
        s->title.clear();
        s->request.clear();
        d->namespaces_.emplace(document.id, std::move(*s));
    });
    each_document(r, "delegation", [&](const store::document &document) {
        auto one = resolver::read_json<resolver::delegation>(document.body, resolver::delegation_from_json);
        if (!one) throw store::failure(store::failure_kind::damaged, "the delegation " + document.id);
        if (one->state == resolver::delegation_state::active)
            d->prefixes_.push_back({document.id, std::move(one->registrar), std::move(one->resolver),
                                    std::move(one->passthrough), std::move(one->locator_template)});
    });
    std::ranges::sort(d->prefixes_, {}, &delegated_prefix::prefix);
    d->enclosing_.resize(d->prefixes_.size());
    std::vector<std::size_t> open; // the prefixes of the one before, the shortest first
    for (std::size_t i = 0; i < d->prefixes_.size(); ++i) {
        const auto encloses = [&](std::size_t j) { return d->prefixes_[i].prefix.starts_with(d->prefixes_[j].prefix); };
        while (!open.empty() && !encloses(open.back())) open.pop_back();
        d->enclosing_[i] = open.empty() ? i : open.back();
        open.push_back(i);
    }
    return d;
}

const resolver::namespace_settings *directory::find(std::string_view nid) const noexcept {
    const auto at = namespaces_.find(nid);
    return at == namespaces_.end() ? nullptr : &at->second;
}

const delegated_prefix *directory::delegation_of(std::string_view key) const noexcept {
    // Every prefix of the key sorts at or before it, and encloses the last one that does.
    const auto by_prefix = [](const delegated_prefix &d) -> std::string_view { return d.prefix; };
    const auto after = std::ranges::upper_bound(prefixes_, key, std::less<>{}, by_prefix);
    if (after == prefixes_.begin()) return nullptr;
    for (auto i = static_cast<std::size_t>(after - prefixes_.begin()) - 1;;) {
        if (key.starts_with(prefixes_[i].prefix)) return &prefixes_[i];
        if (enclosing_[i] == i) return nullptr;
        i = enclosing_[i];
    }
}

} // namespace uniform::http
