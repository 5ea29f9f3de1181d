// Any bytes as an HTML document and as a message: every reference lies where it says, and is what it says.
#include <uniform/html/message.hpp>
#include <uniform/html/references.hpp>

#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

namespace {

using namespace uniform;

void must(bool holds) {
    if (!holds) std::abort();
}

// `document` is what the positions are into.
class checker {
public:
    explicit checker(std::string_view document) : document_{document} {}

    void look(const html::reference &r) {
        must(r.where.offset <= r.end && r.end <= document_.size());
        must(document_.substr(r.where.offset, r.end - r.where.offset) == r.written);
        must(r.where.offset >= last_.offset && r.where.line >= last_.line);
        must(r.where.line > last_.line || r.where.column >= last_.column);
        last_ = r.where;
        must(r.value.find_first_of("\t\n\r") == std::string::npos);
        must(r.value.empty() || (r.value.front() != ' ' && r.value.back() != ' '));
        must(r.value.size() <= 2 * r.written.size() + 2); // nothing grows but what "&fjlig" and its like stand for
        must(!r.element.empty());
        must(r.decoded || r.joined || r.value == r.written);
        if (r.target) {
            must(parse_uri(*r.target).has_value());
        } else {
            must(r.target.error().offset <= r.value.size());
            must(r.where.offset <= r.error_offset && r.error_offset <= r.end);
        }
    }

private:
    std::string_view document_;
    html::position last_;
};

void as_document(std::string_view text, const html::reference_options &o) {
    checker check{text};
    const auto base =
        html::visit_references(text, o, [&](const html::document_base &, const html::reference &r) { check.look(r); });
    if (!base) return;
    must(base->uri.has_value() != base->failure.has_value());
    must(!base->uri || parse_absolute_uri(*base->uri).has_value());
}

void as_message(std::string_view text, const html::reference_options &o) {
    checker check{text};
    const auto parts =
        html::visit_message(text, {.html = o, .max_depth = 4, .max_parts = 50},
                            [&](const html::message_part &p, const html::document_base &, const html::reference &r) {
                                if (!p.encoded) check.look(r);
                            });
    must(!parts.empty() && parts.size() <= 50);
    for (const html::message_part &p : parts) must(p.begin <= p.end && p.end <= text.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char *>(data), size};
    const std::vector<std::string_view> retrieval{"http://asked/", "http://retrieved/a/b?c#d"};
    html::reference_options o;
    as_document(text, o);
    o.around.retrieval = retrieval;
    as_document(text, o);
    as_message(text, o);
    (void)html::looks_like_html(text);
    (void)html::looks_like_message(text);
    return 0;
}
