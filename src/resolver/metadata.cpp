#include <uniform/resolver/metadata.hpp>

#include <algorithm>
#include <mutex>
#include <utility>

#include <uniform/json/read.hpp>

namespace uniform::resolver {

struct metadata::content {
    explicit content(std::string t) noexcept : text(std::move(t)) {}
    std::string text;
    mutable std::once_flag parsed = {};
    mutable json::value value = {};
};

metadata::metadata(std::string text) {
    if (!text.empty()) content_ = std::make_shared<const content>(std::move(text));
}

metadata::metadata(std::string_view text) : metadata(std::string(text)) {}

metadata::metadata(const char *text) : metadata(std::string(text)) {}

const std::string &metadata::text() const & noexcept {
    static const std::string none;
    return content_ == nullptr ? none : content_->text;
}

const json::value &metadata::value() const & {
    static const json::value none;
    if (content_ == nullptr) return none;
    std::call_once(content_->parsed, [&] {
        if (auto read = json::read(content_->text)) content_->value = std::move(*read);
    });
    return content_->value;
}

namespace {

json::value sorted(const json::value &v) {
    if (const json::array *const all = v.if_array()) {
        json::array out;
        for (const json::value &one : *all) out.push_back(sorted(one));
        return out;
    }
    if (const json::object *const all = v.if_object()) {
        json::object out;
        for (const auto &[name, one] : *all) out.push_back({name, sorted(one)});
        std::ranges::sort(out, {}, &json::member::name);
        return out;
    }
    return v;
}

} // namespace

bool have_same_members(const metadata &a, const metadata &b) {
    if (a == b) return true;
    // One writer wrote both, so that the same members have the same length.
    return a.text().size() == b.text().size() && sorted(a.value()) == sorted(b.value());
}

} // namespace uniform::resolver
