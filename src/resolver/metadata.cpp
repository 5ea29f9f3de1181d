#include <uniform/resolver/metadata.hpp>

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

const std::string &metadata::text() const noexcept {
    static const std::string none;
    return content_ == nullptr ? none : content_->text;
}

const json::value &metadata::value() const {
    static const json::value none;
    if (content_ == nullptr) return none;
    std::call_once(content_->parsed, [&] {
        if (auto read = json::read(content_->text)) content_->value = std::move(*read);
    });
    return content_->value;
}

} // namespace uniform::resolver
