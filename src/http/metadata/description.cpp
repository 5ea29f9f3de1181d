#include "http/metadata/description.hpp"

#include <algorithm>
#include <array>

#include <uniform/base/ascii.hpp>

#include "resolver/schema_classes.hpp"

namespace uniform::http {

namespace {

// The first row is of everything else. DataCite: the controlled list of resourceTypeGeneral, schema 4.4. MODS: the
// values of typeOfResource, schema 3.7. CSL: the types of the schema 1.0.2.
constexpr std::array<resource_kind, 29> kinds{{
    {"CreativeWork", "misc", "GEN", "document", "Other", ""},
    {"ScholarlyArticle", "article", "JOUR", "article-journal", "JournalArticle", "text"},
    {"NewsArticle", "article", "NEWS", "article-newspaper", "Text", "text"},
    {"BlogPosting", "misc", "BLOG", "post-weblog", "Text", "text"},
    {"Book", "book", "BOOK", "book", "Book", "text"},
    {"Audiobook", "misc", "SOUND", "book", "Sound", "sound recording"},
    {"Chapter", "incollection", "CHAP", "chapter", "BookChapter", "text"},
    {"Thesis", "phdthesis", "THES", "thesis", "Dissertation", "text"},
    {"Report", "techreport", "RPRT", "report", "Report", "text"},
    {"Dataset", "misc", "DATA", "dataset", "Dataset", "software, multimedia"},
    {"SoftwareApplication", "misc", "COMP", "software", "Software", "software, multimedia"},
    {"SoftwareSourceCode", "misc", "COMP", "software", "Software", "software, multimedia"},
    {"AudioObject", "misc", "SOUND", "song", "Sound", "sound recording"},
    {"ImageObject", "misc", "FIGURE", "graphic", "Image", "still image"},
    {"Photograph", "misc", "FIGURE", "graphic", "Image", "still image"},
    {"Painting", "misc", "ART", "graphic", "Image", "still image"},
    {"VideoObject", "misc", "VIDEO", "motion_picture", "Audiovisual", "moving image"},
    {"Movie", "misc", "MPCT", "motion_picture", "Audiovisual", "moving image"},
    {"Map", "misc", "MAP", "map", "Image", "cartographic"},
    {"Periodical", "misc", "JFULL", "periodical", "Journal", "text"},
    {"Newspaper", "misc", "NEWS", "periodical", "Journal", "text"},
    {"Manuscript", "unpublished", "UNPB", "manuscript", "Text", "text"},
    {"WebPage", "misc", "ELEC", "webpage", "Text", "text"},
    {"WebSite", "misc", "ELEC", "webpage", "Text", "text"},
    {"SheetMusic", "misc", "MUSIC", "musical_score", "Other", "notated music"},
    {"PresentationDigitalDocument", "misc", "SLIDE", "speech", "Text", "text"},
    {"DigitalDocument", "misc", "GEN", "document", "Text", "text"},
    {"Collection", "misc", "GEN", "collection", "Collection", ""},
    {"Event", "misc", "GEN", "event", "Event", ""},
}};

bool is_doi(std::string_view text) noexcept {
    // ISO 26324: "10.", the code of the registrant, "/", a suffix
    const std::size_t slash = text.find('/');
    return text.starts_with("10.") && slash != std::string_view::npos && slash > 6 && slash + 1 < text.size() &&
           std::ranges::all_of(text.substr(3, slash - 3), [](char c) { return ascii::is_digit(c) || c == '.'; });
}

std::string_view doi_in(std::string_view text) noexcept {
    for (const std::string_view beginning :
         {"doi:", "https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/", "urn:doi:"}) {
        if (!ascii::starts_with_ignoring_case(text, beginning)) continue;
        text.remove_prefix(beginning.size());
        break;
    }
    return is_doi(text) ? text : std::string_view{};
}

bool digits(std::string_view text) noexcept { return !text.empty() && std::ranges::all_of(text, ascii::is_digit); }

} // namespace

std::string partial_date::text() const {
    std::string out{year};
    if (!month.empty()) out.append("-").append(month);
    if (!day.empty()) out.append("-").append(day);
    return out;
}

agent_name parts_of(std::string_view name) noexcept {
    const std::size_t comma = name.find(',');
    if (comma == std::string_view::npos || name.find(',', comma + 1) != std::string_view::npos) return {};
    const std::string_view family = ascii::trim(name.substr(0, comma));
    const std::string_view given = ascii::trim(name.substr(comma + 1));
    return family.empty() || given.empty() ? agent_name{} : agent_name{family, given};
}

std::vector<std::string_view> name_description::texts(std::string_view member) const {
    std::vector<std::string_view> out;
    const json::value *const value = record_->metadata.value().find(member);
    if (value == nullptr) return out;
    const auto add = [&](const json::value &v) {
        const std::string *const text = v.if_string();
        const std::string_view t = text != nullptr ? std::string_view{*text} : v.string_of("name");
        if (!t.empty()) out.push_back(t);
    };
    add(*value);
    for (const json::value &each : value->elements()) add(each);
    return out;
}

std::string_view name_description::text(std::string_view member) const {
    const auto all = texts(member);
    return all.empty() ? std::string_view{} : all.front();
}

std::optional<partial_date> name_description::date() const {
    for (const std::string_view member : {"date", "issued", "year"}) {
        const std::string_view t = text(member);
        if (t.size() < 4 || !digits(t.substr(0, 4)) || (t.size() > 4 && t[4] != '-')) continue;
        partial_date d{.year = t.substr(0, 4), .month = {}, .day = {}};
        if (t.size() >= 7 && digits(t.substr(5, 2))) d.month = t.substr(5, 2);
        if (!d.month.empty() && t.size() >= 10 && t[7] == '-' && digits(t.substr(8, 2))) d.day = t.substr(8, 2);
        return d;
    }
    return std::nullopt;
}

const resource_kind &name_description::kind() const {
    for (const std::string_view type : texts("type")) {
        std::string_view meant = resolver::schema_class_of(type);
        if (meant.empty()) meant = type; // perhaps it is the class itself
        for (const std::string_view beginning : {"https://schema.org/", "http://schema.org/"}) {
            if (!meant.starts_with(beginning)) continue;
            meant.remove_prefix(beginning.size());
            const auto *const found = std::ranges::find(kinds, meant, &resource_kind::schema);
            if (found != kinds.end()) return *found;
        }
    }
    return kinds.front();
}

std::string_view name_description::doi() const {
    for (const std::string_view member : {"doi", "identifier"}) {
        for (const std::string_view text : texts(member)) {
            if (const std::string_view d = doi_in(text); !d.empty()) return d;
        }
    }
    for (const std::string &other : record_->other_names) {
        if (const std::string_view d = doi_in(other); !d.empty()) return d;
    }
    for (const resolver::locator &l : record_->locators) {
        if (const std::string_view d = doi_in(l.url); l.url.contains("doi.org/") && !d.empty()) return d;
    }
    return {};
}

std::string on_one_line(std::string_view text) {
    std::string out;
    bool space = false;
    for (const char c : text) {
        const bool is_space = static_cast<unsigned char>(c) <= 0x20 || c == '\x7f';
        if (!is_space) {
            if (space && !out.empty()) out += ' ';
            out += c;
        }
        space = is_space;
    }
    return out;
}

} // namespace uniform::http
