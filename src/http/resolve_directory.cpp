#include "http/resolve_directory.hpp"

#include <algorithm>

#include <uniform/resolver/delegation.hpp>

namespace uniform::http {

namespace {

constexpr std::size_t at_once = 1000;

template <class F>
void each_document(store::reading &r, std::string_view kind, F f) {
    std::string after;
    for (;;) {
        const auto documents = r.list(kind, "", after, at_once);
        for (const store::document &d : documents) f(d);
        if (documents.size() < at_once) return;
        after = documents.back().id;
    }
}

} // namespace

std::shared_ptr<const directory> directory::read(store::reading &r) {
    auto d = std::make_shared<directory>();
    each_document(r, "namespace", [&](const store::document &document) {
        auto s = resolver::namespace_settings_from_json(document.body);
        if (!s) throw store::failure(store::failure_kind::damaged, "the namespace " + document.id);
        s->title.clear();
        s->request.clear();
        d->namespaces_.emplace(document.id, std::move(*s));
    });
    each_document(r, "delegation", [&](const store::document &document) {
        const auto one = resolver::delegation_from_json(document.body);
        if (!one) throw store::failure(store::failure_kind::damaged, "the delegation " + document.id);
        if (one->state == "active") d->prefixes_.push_back(document.id);
    });
    std::ranges::sort(d->prefixes_);
    d->enclosing_.resize(d->prefixes_.size());
    std::vector<std::size_t> open; // the prefixes in which the one before lies, the shortest first
    for (std::size_t i = 0; i < d->prefixes_.size(); ++i) {
        while (!open.empty() && !d->prefixes_[i].starts_with(d->prefixes_[open.back()])) open.pop_back();
        d->enclosing_[i] = open.empty() ? i : open.back();
        open.push_back(i);
    }
    return d;
}

const resolver::namespace_settings *directory::find(std::string_view nid) const noexcept {
    const auto at = namespaces_.find(nid);
    return at == namespaces_.end() ? nullptr : &at->second;
}

std::string_view directory::prefix_of(std::string_view key) const noexcept {
    // Any prefix of the key lies at or before it, and encloses the last that does.
    const auto after = std::ranges::upper_bound(prefixes_, key, std::less<>{});
    if (after == prefixes_.begin()) return {};
    for (auto i = static_cast<std::size_t>(after - prefixes_.begin()) - 1;;) {
        if (key.starts_with(prefixes_[i])) return prefixes_[i];
        if (enclosing_[i] == i) return {};
        i = enclosing_[i];
    }
}

} // namespace uniform::http
