// References in HTML and in MIME messages.
#include <uniform/html/attributes.hpp>
#include <uniform/html/document_position.hpp>
#include <uniform/html/encoding.hpp>
#include <uniform/html/encoding_label.hpp>
#include <uniform/html/message.hpp>
#include <uniform/html/references.hpp>

#include "../check.hpp"

using namespace uniform;

namespace {

void references_of_a_page() {
    const html::document_references page = html::find_references("<base href=http://a/b/>\n<img src=' ../g '>").value();
    const html::document_base &base = page.base;
    CHECK(base.uri == "http://a/b/" && base.source == base_source::content);
    const html::reference &image = page.references.back();
    CHECK(image.element == "img" && image.value == "../g" && image.target == "http://a/g");
    CHECK((image.where == html::position{.offset = 35, .line = 2, .column = 12}));
}

void one_after_the_other() {
    html::reference_options options;
    options.around.application = "http://a/";
    std::size_t count = 0;
    const html::reference_callback counts = [&](const html::document_base &, const html::reference &) { ++count; };
    CHECK(html::visit_references("<a href=b><a href=c>", options, counts) && count == 2);
    options.max_size = 10;
    const html::refusal why = html::visit_references("<a href=b><a href=c>", options, counts).error();
    CHECK(why == html::refusal::too_large && to_string(why) == "too_large" && !message(why).empty());
    CHECK(html::looks_like_html("<!DOCTYPE html><p>") && !html::looks_like_html("plain"));
}

void attributes() {
    const html::url_attribute *srcset = html::find_url_attribute("img", "srcset");
    CHECK(srcset != nullptr && srcset->form == html::form::srcset &&
          srcset->relative_to == html::relative_to::document);
    for (const html::url_attribute &a : html::url_attributes()) CHECK(!a.source.empty());
}

void encodings() {
    CHECK(html::encoding_of_label(" Latin1 ") == "windows-1252");
    CHECK(html::encoding_of("<meta charset=latin1>") == "windows-1252");
    CHECK(html::with_encoded_query("/\u00E4?q=\u00E4", "windows-1252") == "/\u00E4?q=%E4");
}

void messages() {
    const std::string_view mail = "Content-Type: multipart/related; boundary=x\r\n\r\n"
                                  "--x\r\nContent-Type: text/html\r\nContent-Location: http://a/b\r\n\r\n<a href=c>\r\n"
                                  "--x\r\nContent-Type: text/plain\r\n\r\nsee c\r\n--x--\r\n";
    CHECK(html::looks_like_message(mail));
    std::string target;
    const html::part_callback keep = [&](const html::message_part &, const html::document_base &,
                                         const html::reference &r) { target = r.target.value(); };
    html::message_options options;
    std::string text;
    const html::text_callback keep_text = [&](const html::message_part &, std::string_view body) { text = body; };
    options.text = keep_text;
    const std::vector<html::message_part> parts = html::visit_message(mail, options, keep);
    CHECK(target == "http://a/c" && text == "see c");
    CHECK(parts[1].number == "1" && parts[1].problem == html::part_problem::none);
    CHECK(!message(html::part_problem::no_boundary).empty());
}

} // namespace

int main() {
    references_of_a_page();
    one_after_the_other();
    attributes();
    encodings();
    messages();
    return 0;
}
