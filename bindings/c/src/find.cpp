#include <uniform/text/find.hpp>

#include "boundary.hpp"

struct uniform_found_list {
    std::vector<uniform::found> all;
};

struct uniform_finder {
    uniform::uri_finder finder;
};

namespace uniform::c {

namespace {

// In the order of the constants of find.h.
constexpr std::array schemes{found_schemes::likely, found_schemes::registered, found_schemes::any};

find_options find_options_of(const uniform_find_options *given) {
    const auto o = options_of(given);
    find_options how;
    how.edition = edition_of(o.edition, edition_use::find);
    how.schemes = enumerator(schemes, o.schemes);
    how.abbreviated = truth(o.abbreviated);
    how.completion.edition = how.edition;
    if (truth(o.https)) how.completion.default_scheme = "https";
    how.join_lines = truth(o.join_lines);
    if (o.max_length != 0) how.max_length = o.max_length;
    return how;
}

uniform_found given_found(const found &f) {
    uniform_found all{};
    all.struct_size = sizeof all;
    all.guess = f.guess ? 1 : 0;
    all.begin = f.begin;
    all.end = f.end;
    all.text = given(std::string_view{f.text});
    all.uri = given(std::string_view{f.uri()});
    all.how = given(to_string(f.how));
    all.cut_before = given(std::string_view{f.cut_before});
    all.doubtful_hyphens = static_cast<std::uint32_t>(f.doubtful_hyphens.size());
    all.cleaned = f.cleaned ? 1 : 0;
    return all;
}

// Passes what is found on.
auto passing(uniform_found_callback callback, void *context) {
    checked(callback);
    return [callback, context](const found &f) {
        const uniform_found one = given_found(f);
        callback(context, &one);
    };
}

} // namespace

} // namespace uniform::c

using namespace uniform::c;

uniform_status uniform_find(const char *text, size_t size, const uniform_find_options *options,
                            uniform_found_list **list) {
    return guarded(nullptr, [&] -> uniform_status {
        const auto how = find_options_of(options);
        auto made = std::make_unique<uniform_found_list>();
        made->all = uniform::find_uris(text_of(text, size), how);
        hand_over(list, std::move(made));
        return UNIFORM_OK;
    });
}

size_t uniform_found_list_size(const uniform_found_list *list) { return list == nullptr ? 0 : list->all.size(); }

uniform_status uniform_found_list_get(const uniform_found_list *list, size_t index, uniform_found *found) {
    return guarded(nullptr, [&] -> uniform_status {
        if (index >= checked(list).all.size()) return UNIFORM_NONE;
        give(found, given_found(list->all[index]));
        return UNIFORM_OK;
    });
}

void uniform_found_list_free(uniform_found_list *list) { delete list; }

uniform_status uniform_finder_new(const uniform_find_options *options, uniform_finder **finder) {
    return guarded(nullptr, [&] -> uniform_status {
        hand_over(finder,
                  std::unique_ptr<uniform_finder>{new uniform_finder{uniform::uri_finder{find_options_of(options)}}});
        return UNIFORM_OK;
    });
}

uniform_status uniform_finder_feed(uniform_finder *finder, const char *piece, size_t size,
                                   uniform_found_callback callback, void *context) {
    return guarded(nullptr, [&] -> uniform_status {
        const auto pass = passing(callback, context);
        checked(finder).finder.feed(text_of(piece, size), pass);
        return UNIFORM_OK;
    });
}

uniform_status uniform_finder_finish(uniform_finder *finder, uniform_found_callback callback, void *context) {
    return guarded(nullptr, [&] -> uniform_status {
        const auto pass = passing(callback, context);
        checked(finder).finder.finish(pass);
        return UNIFORM_OK;
    });
}

void uniform_finder_free(uniform_finder *finder) { delete finder; }
