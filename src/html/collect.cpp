#include "html/collect.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>

#include <uniform/base/ascii.hpp>

namespace uniform::html {

namespace {

bool within(std::string_view document, const char *p) noexcept {
    const std::less_equal<const char *> le;
    return p != nullptr && le(document.data(), p) && le(p, document.data() + document.size());
}

// meta's content and param's value contain a reference if another attribute determines it.
std::optional<form> form_by_other(const GumboElement &element, std::string_view name, std::string_view attribute) {
    if (name == "meta" && attribute == "content") {
        const GumboAttribute *field = attribute_of(element, "http-equiv");
        if (field == nullptr) return std::nullopt;
        if (is_word(field->value, "refresh")) return form::refresh; // HTML 4.2.5.3
        // HTML 4.01 7.4.4.2: as if the server had sent that field.
        if (is_word(field->value, "content-location") || is_word(field->value, "content-base")) return form::one;
    }
    if (name == "param" && attribute == "value") { // HTML 4.01 13.3.2
        const GumboAttribute *type = attribute_of(element, "valuetype");
        if (type != nullptr && is_word(type->value, "ref")) return form::one;
    }
    return std::nullopt;
}

class collector {
public:
    collector(std::string_view document, bool styles) : document_{document}, styles_{styles} {}

    places collect(std::span<const GumboNode *const> roots) {
        for (const GumboNode *const root : roots) read(root);
        std::ranges::sort(found_.all, std::less<const char *>{}, [](const place &p) { return p.written.data(); });
        return std::move(found_);
    }

private:
    void read(const GumboNode *root) {
        struct level {
            const GumboNode *node;
            unsigned next;
            bool in_template;
            std::size_t xml_base;
        };
        std::vector<level> stack{{root, 0, false, 0}};
        while (!stack.empty()) {
            level &top = stack.back();
            const GumboVector &children =
                top.node->type == GUMBO_NODE_DOCUMENT ? top.node->v.document.children : top.node->v.element.children;
            if (top.next == children.length) {
                stack.pop_back();
                continue;
            }
            const auto *const child = static_cast<const GumboNode *>(children.data[top.next++]);
            if (child->type != GUMBO_NODE_ELEMENT && child->type != GUMBO_NODE_TEMPLATE) continue;
            const bool in_template = top.in_template;
            const std::size_t xml_base = one(*child, in_template, top.xml_base);
            stack.push_back({child, 0, in_template || child->type == GUMBO_NODE_TEMPLATE, xml_base});
        }
    }

    // XML Base 4.2: the base of an element is also that of its other attributes. Returns it.
    std::size_t one(const GumboNode &node, bool in_template, std::size_t outer) {
        // A copy which the parser made of a formatting element has its attributes once more.
        constexpr unsigned copies =
            GUMBO_INSERTION_RECONSTRUCTED_FORMATTING_ELEMENT | GUMBO_INSERTION_ADOPTION_AGENCY_CLONED;
        if ((static_cast<unsigned>(node.parse_flags) & copies) != 0) return outer;
        const GumboElement &element = node.v.element;
        const std::string name = name_of(element);
        const std::size_t inner = xml_base_of(element, outer);
        for (unsigned i = 0; i < element.attributes.length; ++i) {
            const auto &attribute = *static_cast<const GumboAttribute *>(element.attributes.data[i]);
            if (!within(document_, attribute.original_name.data)) continue;
            const std::string attribute_name = name_of(attribute);
            place p{&element, &attribute, form::one, relative_to::document, written_value(document_, attribute)};
            if (const url_attribute *row = find_url_attribute(name, attribute_name)) {
                if (row->form == form::style && !styles_) continue;
                p.form = row->form;
                p.relative_to = row->relative_to;
            } else if (const auto f = form_by_other(element, name, attribute_name)) {
                p.form = *f;
            } else {
                continue;
            }
            p.xml_base = attribute_name == "xml:base" ? outer : inner;
            found_.all.push_back(p);
            if (name == "base" && attribute_name == "href" && found_.base == nullptr && !in_template)
                found_.base = &attribute;
        }
        if (styles_ && (name == "style" || name == "svg:style")) style(element, inner);
        return inner;
    }

    std::size_t xml_base_of(const GumboElement &element, std::size_t outer) {
        for (unsigned i = 0; i < element.attributes.length; ++i) {
            const auto &attribute = *static_cast<const GumboAttribute *>(element.attributes.data[i]);
            if (!within(document_, attribute.original_name.data) || name_of(attribute) != "xml:base") continue;
            found_.xml_bases.push_back({&attribute, outer});
            return found_.xml_bases.size();
        }
        return outer;
    }

    void style(const GumboElement &element, std::size_t xml_base) {
        for (unsigned i = 0; i < element.children.length; ++i) {
            const auto &text = *static_cast<const GumboNode *>(element.children.data[i]);
            if (text.type != GUMBO_NODE_TEXT && text.type != GUMBO_NODE_CDATA) continue;
            const GumboStringPiece &piece = text.v.text.original_text;
            if (!within(document_, piece.data) || !within(document_, piece.data + piece.length)) continue;
            found_.all.push_back(
                {&element, nullptr, form::style, relative_to::document, {piece.data, piece.length}, xml_base});
        }
    }

    std::string_view document_;
    bool styles_;
    places found_;
};

} // namespace

places collect(std::string_view document, std::span<const GumboNode *const> roots, bool styles) {
    return collector{document, styles}.collect(roots);
}

std::string name_of(const GumboElement &element) {
    std::string result;
    if (element.tag_namespace == GUMBO_NAMESPACE_SVG) result = "svg:";
    if (element.tag_namespace == GUMBO_NAMESPACE_MATHML) result = "math:";
    if (element.tag != GUMBO_TAG_UNKNOWN) return result + gumbo_normalized_tagname(element.tag);
    GumboStringPiece name = element.original_tag;
    gumbo_tag_from_original_text(&name);
    return result + ascii::lower_copy({name.data, name.length});
}

std::string name_of(const GumboAttribute &attribute) {
    std::string name = ascii::lower_copy(attribute.name);
    switch (attribute.attr_namespace) {
    case GUMBO_ATTR_NAMESPACE_XLINK:
        return "xlink:" + name;
    case GUMBO_ATTR_NAMESPACE_XML:
        return "xml:" + name;
    case GUMBO_ATTR_NAMESPACE_XMLNS:
        return name == "xmlns" ? name : "xmlns:" + name;
    case GUMBO_ATTR_NAMESPACE_NONE:
        break;
    }
    return name;
}

const GumboAttribute *attribute_of(const GumboElement &element, std::string_view name) {
    for (unsigned i = 0; i < element.attributes.length; ++i) {
        const auto *const attribute = static_cast<const GumboAttribute *>(element.attributes.data[i]);
        if (is_word(attribute->name, name) && attribute->attr_namespace == GUMBO_ATTR_NAMESPACE_NONE) return attribute;
    }
    return nullptr;
}

std::string_view written_value(std::string_view document, const GumboAttribute &attribute) {
    std::string_view written{attribute.original_value.data, attribute.original_value.length};
    const bool quoted = !written.empty() && (written.front() == '"' || written.front() == '\'');
    if (!within(document, written.data()) || (*attribute.value == '\0' && !quoted)) {
        // No value: the parser returns the position of the name; the value is empty, after the name.
        return std::string_view{attribute.original_name.data, attribute.original_name.length}.substr(
            attribute.original_name.length);
    }
    if (!quoted) return written;
    const char quote = written.front();
    written.remove_prefix(1);
    if (!written.empty() && written.back() == quote) written.remove_suffix(1);
    return written;
}

source_text value_of(std::string_view document, const GumboAttribute &attribute) {
    const std::string_view written = written_value(document, attribute);
    return decode_attribute(written, attribute.value, static_cast<std::uint64_t>(written.data() - document.data()));
}

} // namespace uniform::html
