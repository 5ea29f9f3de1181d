// The common part of the fuzz targets of the schemes. A target names its scheme; the input is the rest of a URL, or a
// whole one that begins with the scheme already, which the corpus has from the documents.
//
// Every text is put to the judge of the differential run: each document that has the scheme reads it as the oracle
// says, its parts are slices of the text, what is made of its parts and of its fields is read as that again, no plan
// has what section 6 of draft-ietf-uri-url-06 warns of. Then come the promises that only a scheme has.
#pragma once

#include "differential/judge_url.hpp"

#include <uniform/url/access_plan.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "url/url_edition.hpp"

namespace url_fuzz {

inline void must_not_differ(const differential::url_judge &judge) {
    if (!judge.differs()) return;
    for (const differential::difference &d : judge.result().differences)
        std::fprintf(stderr, "%s\n  %s\n  %s\n", d.what.c_str(), d.text.c_str(), d.detail.c_str());
    std::abort();
}

// Ends the process when a promise does not hold.
inline void promise(bool held, const char *what, std::string_view text) {
    if (held) return;
    std::fprintf(stderr, "%s\n  %s\n", what, differential::escaped(text).c_str());
    std::abort();
}

// The scheme in one of its spellings and the rest of the input.
inline std::string url_of(std::string_view scheme, const unsigned char *data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char *>(data), size < 8192 ? size : 8192);
    const std::string_view name = input.substr(0, input.find(':'));
    const auto *known = uniform::find_url_scheme(name);
    const std::string own(scheme);
    if (name.size() < input.size() && known != nullptr &&
        (known->name == own || known->name == own + "s" || known->name == "s" + own)) {
        return std::string(input);
    }
    return std::string(scheme) + ":" + std::string(input);
}

// `scheme_promise(view)` is called with what each edition has read.
template <class View, class F>
int one_input(std::string_view scheme, const unsigned char *data, std::size_t size, F scheme_promise) {
    static differential::url_judge judge;
    const std::string url = url_of(scheme, data, size);
    judge.parse(url);
    judge.round_trip(url);
    judge.plan(url);
    must_not_differ(judge);
    for (const uniform::edition e : uniform::url_editions) {
        const auto read = uniform::parse_url(url, {.edition = e});
        if (!read) {
            promise(!uniform::print(read.error(), url, {40, false}).empty(), "an error without words", url);
            continue;
        }
        promise(!uniform::fields_of(*read).empty(), "no fields", url);
        if (const View *const view = std::get_if<View>(&*read)) {
            scheme_promise(*view);
        } else {
            // draft-ietf-uri-url-06 5: what a document of 1994 does not define is an otherurl
            const auto *const known = uniform::detail::defined_scheme(url.substr(0, url.find(':')), {.edition = e});
            promise(std::holds_alternative<uniform::otherurl_view>(*read) && known == nullptr, "another scheme", url);
        }
    }
    return 0;
}

} // namespace url_fuzz
