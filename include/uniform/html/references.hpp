// References in HTML: every URI-reference of a document, its position, and its target with the base URI of
// RFC 3986 5.1 and the 2003 draft's appendix D. The target is uniform::html; the parser is Gumbo.
//
//     <base href="http://a/b/c"> <img src=" ../g&amp;h ">
//                                          ^^^^^^^^^         where: offset, line and column; end
//                                          ../g&h           value: decoded, white space around it removed
//                                          http://a/g&h     target
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/html/document_position.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/uri/base.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/resolve.hpp>

namespace uniform UNIFORM_API {
namespace html {

/// One URI-reference of a document.
struct reference {
    std::string element;        ///< "img"; in foreign content "svg:image", "math:mi"
    std::string attribute;      ///< "src", "xlink:href"; "" for the text of a style element
    position where;             ///< the first byte of the reference as it is written, quotes and white space omitted
    std::uint64_t end = 0;      ///< the offset after its last byte
    std::string_view written{}; ///< the bytes between; part of the document, so they live as long as that

    /// The text that is resolved: character references decoded, ASCII white space around it removed, and tab, LF and CR
    /// inside it removed (HTML 2.4.1, "valid URL potentially surrounded by spaces", and what its URL parsing removes).
    std::string value;
    bool decoded = false; ///< the value differs from what is written by more than white space
    bool trimmed = false; ///< white space around it was removed
    bool joined = false;  ///< tab, LF or CR inside it was removed

    /// The URI it refers to (RFC 3986 5.2), or why there is none. The offset of an error is into `value`;
    /// error_code::no_base for a relative reference of a document without a base.
    std::expected<std::string, error> target;
    std::uint64_t error_offset = 0; ///< the same place in the document

    /// RFC 3986 4.4: the target is, aside from the fragment, the base URI. Then it is not fetched again.
    bool same_document = false;
    /// The target is, aside from the fragment, the URI the document was retrieved by, the last of options.retrieval.
    bool same_retrieved = false;
    /// The base URI of this reference where it is not the document's: the codebase of object and applet
    /// (HTML 4.01 13.3, 13.4), or an xml:base around it.
    std::optional<std::string> codebase{};
    bool by_xml_base = false; ///< `codebase` is that of an xml:base
};

/// The base URI that the references of a document were resolved against.
struct document_base {
    std::optional<std::string> uri;                ///< an absolute-URI; std::nullopt if none could be established
    base_source source = base_source::application; ///< the layer of 5.1 that determined it
    std::optional<position> element{};             ///< where source is content: its base element's href
    std::optional<std::string> element_value{};    ///< and its value

    /// The encoding of the document (encoding_of()).
    std::string_view encoding = "UTF-8";

    /// Why there is no base. Its offset is into `text`, which is in the layer `source`.
    struct problem {
        uniform::error error;
        base_source source = base_source::application;
        std::string text;
    };
    std::optional<problem> failure{};
};

/// Why a document was not read at all.
enum class refusal : std::uint8_t {
    too_large,  ///< larger than options.max_size
    too_costly, ///< the parser would take more memory or time than its size allows
    encoding,   ///< UTF-32, an encoding that the system does not have, or one that is never decoded
};
/// A stable identifier for programs.
[[nodiscard]] std::string_view to_string(refusal r) noexcept;
/// One sentence for a person.
[[nodiscard]] std::string_view message(refusal r) noexcept;

/// Options of visit_references() and find_references().
struct reference_options {
    /// The layers around the document (5.1.2 to 5.1.4). `content` is not read: it is the document's own base element.
    base_sources around{};
    parse_options parse{};
    resolve_options resolve{};
    std::string_view charset{}; ///< the charset parameter of the Content-Type around the document
    bool styles = true;         ///< also `url(...)` and `@import` in style attributes and style elements
    std::size_t max_size = std::size_t{1} << 28;   ///< 256 MiB; 4 GiB - 1 at most
    std::size_t max_memory = std::size_t{1} << 32; ///< the limit of the parser's memory
    /// A longer base is refused (too_long), since every relative reference would copy it.
    std::size_t max_base = 8192;
};

/// Called for one reference after the other, in the order in which they are written, with what it was resolved against:
/// the document's base, or for the href of a base element itself the next layer.
using reference_callback = std::function<void(const document_base &, const reference &)>;

/// Finds every URI-reference in the attributes of attributes.hpp, several in one attribute where it is a list, and in
/// style sheets; all are resolved against the one base, also those before the base element. None is dropped: an invalid
/// one is reported with its error.
///
/// The base element is the first one with a href in the document's tree (HTML 4.2.3), wherever it stands, but not in a
/// template or in foreign content. Its href may be relative to the next layer. Where it is not a URI-reference, or
/// names no absolute-URI, or has the scheme data or javascript, the next layer is the base, as HTML 4.2.3 says.
///
/// A document in another encoding than UTF-8 (encoding_of()) is decoded: values and targets are UTF-8, positions and
/// `written` are those of the document as it is.
///
/// The document may hold any bytes. Time and memory are linear in its size, or the document is refused.
[[nodiscard]] std::expected<document_base, refusal>
visit_references(std::string_view document, const reference_options &options, const reference_callback &callback);

/// All references of a document, and its base.
struct document_references {
    document_base base;
    std::vector<reference> references;
};

/// The same as a list.
[[nodiscard]] std::expected<document_references, refusal>
find_references(std::string_view document UNIFORM_LIFETIMEBOUND, const reference_options &options = {});
void find_references(temporary_owner auto &&, const reference_options & = {}) = delete;

/// Whether a text begins like an HTML document: after white space and comments "<!doctype html", "<html", "<head",
/// "<body", "<svg", or the tag of another element of HTML. Looks at the first 4096 bytes.
[[nodiscard]] bool looks_like_html(std::string_view text) noexcept;

} // namespace html
} // namespace uniform
