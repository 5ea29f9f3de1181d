#include <uniform/html/references.hpp>

#include "boundary.hpp"

struct uniform_html {
    uniform::html::document_references document;
};

using namespace uniform::c;

uniform_status uniform_html_find(const char *document, size_t size, const char *retrieved_from,
                                 size_t retrieved_from_size, uniform_html **html, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const auto from = optional_text(retrieved_from, retrieved_from_size);
        uniform::html::reference_options how;
        if (from) how.around.retrieval = {&*from, 1};
        auto found = uniform::html::find_references(text_of(document, size), how);
        if (!found) {
            const auto why = found.error();
            return refuse(error, {.code = to_string(why), .message = message(why)});
        }
        for (auto &r : found->references) r.written = {}; // the document is the caller's
        hand_over(html, std::unique_ptr<uniform_html>{new uniform_html{*std::move(found)}});
        return UNIFORM_OK;
    });
}

uniform_status uniform_html_base(const uniform_html *html, uniform_text *base) {
    return guarded(nullptr, [&] -> uniform_status {
        const auto &uri = checked(html).document.base.uri;
        checked(base);
        if (!uri) return UNIFORM_NONE;
        *base = given(std::string_view{*uri});
        return UNIFORM_OK;
    });
}

size_t uniform_html_size(const uniform_html *html) { return html == nullptr ? 0 : html->document.references.size(); }

uniform_status uniform_html_get(const uniform_html *html, size_t index, uniform_html_reference *reference) {
    return guarded(nullptr, [&] -> uniform_status {
        if (index >= checked(html).document.references.size()) return UNIFORM_NONE;
        const auto &r = html->document.references[index];
        uniform_html_reference all{};
        all.same_document = r.same_document ? 1 : 0;
        all.begin = r.where.offset;
        all.end = r.end;
        all.line = r.where.line;
        all.column = r.where.column;
        all.element = given(std::string_view{r.element});
        all.attribute = given(std::string_view{r.attribute});
        all.value = given(std::string_view{r.value});
        if (r.target) {
            all.target = given(std::string_view{*r.target});
        } else {
            all.problem = given(r.target.error().message());
        }
        give(reference, all);
        return UNIFORM_OK;
    });
}

void uniform_html_free(uniform_html *html) { delete html; }
