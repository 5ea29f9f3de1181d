#include "resolver/schema_classes.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <uniform/base/ascii.hpp>

namespace uniform::resolver {

namespace {

// In the order of the words: lower case, without spaces, hyphens and underscores.
constexpr auto table = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"article", "https://schema.org/ScholarlyArticle"},
    {"audio", "https://schema.org/AudioObject"},
    {"audiobook", "https://schema.org/Audiobook"},
    {"blogposting", "https://schema.org/BlogPosting"},
    {"book", "https://schema.org/Book"},
    {"bookchapter", "https://schema.org/Chapter"},
    {"chapter", "https://schema.org/Chapter"},
    {"collection", "https://schema.org/Collection"},
    {"course", "https://schema.org/Course"},
    {"dataset", "https://schema.org/Dataset"},
    {"document", "https://schema.org/DigitalDocument"},
    {"event", "https://schema.org/Event"},
    {"film", "https://schema.org/Movie"},
    {"image", "https://schema.org/ImageObject"},
    {"issue", "https://schema.org/PublicationIssue"},
    {"journal", "https://schema.org/Periodical"},
    {"journalarticle", "https://schema.org/ScholarlyArticle"},
    {"journalissue", "https://schema.org/PublicationIssue"},
    {"legislation", "https://schema.org/Legislation"},
    {"manuscript", "https://schema.org/Manuscript"},
    {"map", "https://schema.org/Map"},
    {"movie", "https://schema.org/Movie"},
    {"movingimage", "https://schema.org/VideoObject"},
    {"newspaper", "https://schema.org/Newspaper"},
    {"newspaperarticle", "https://schema.org/NewsArticle"},
    {"painting", "https://schema.org/Painting"},
    {"periodical", "https://schema.org/Periodical"},
    {"photograph", "https://schema.org/Photograph"},
    {"poster", "https://schema.org/Poster"},
    {"preprint", "https://schema.org/ScholarlyArticle"},
    {"presentation", "https://schema.org/PresentationDigitalDocument"},
    {"report", "https://schema.org/Report"},
    {"review", "https://schema.org/Review"},
    {"sculpture", "https://schema.org/Sculpture"},
    {"service", "https://schema.org/Service"},
    {"sheetmusic", "https://schema.org/SheetMusic"},
    {"software", "https://schema.org/SoftwareApplication"},
    {"sound", "https://schema.org/AudioObject"},
    {"sourcecode", "https://schema.org/SoftwareSourceCode"},
    {"stillimage", "https://schema.org/ImageObject"},
    {"text", "https://schema.org/DigitalDocument"},
    {"thesis", "https://schema.org/Thesis"},
    {"video", "https://schema.org/VideoObject"},
    {"volume", "https://schema.org/PublicationVolume"},
    {"webpage", "https://schema.org/WebPage"},
    {"website", "https://schema.org/WebSite"},
});
constexpr std::size_t longest = 32;
static_assert(std::ranges::is_sorted(table, {}, [](const auto &row) { return row.first; }));

} // namespace

std::string_view schema_class_of(std::string_view type) {
    if (type.size() > longest) return {};
    std::string word;
    for (const char c : type) {
        if (c == ' ' || c == '-' || c == '_') continue;
        word += ascii::to_lower(c);
    }
    const auto at = std::ranges::lower_bound(table, word, {}, [](const auto &row) { return row.first; });
    return at != table.end() && at->first == word ? at->second : std::string_view{};
}

} // namespace uniform::resolver
