#include <uniform/base/enum_names.hpp>
#include <uniform/html/encoding.hpp>
#include <uniform/html/references.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "html/collect.hpp"
#include "html/lists.hpp"
#include "html/recode.hpp"
#include "html/tree.hpp"

namespace uniform::html {

namespace {

// Resolves references against one base.
class resolver {
public:
    resolver(std::optional<std::string> base, const reference_options &o) : text_{std::move(base)}, options_{o} {
        if (text_) base_ = parse_uri(*text_, o.parse).value();
        if (!o.around.retrieval.empty()) {
            if (const auto r = parse_uri_reference(o.around.retrieval.back(), o.parse)) {
                retrieved_ = r->without_fragment();
            }
        }
    }
    resolver(const resolver &) = delete;
    resolver &operator=(const resolver &) = delete;

    void resolve(reference &r) {
        const auto parsed = parse_uri_reference(r.value, options_.parse);
        if (!parsed) return fail(r, parsed.error());
        if (!base_ && !parsed->has_scheme()) {
            return fail(r, {0, error_code::no_base, rule::none, generic(options_.parse.edition)});
        }
        resolve_options how = options_.resolve;
        if (!base_)
            how.strict = true; // a reference with a scheme needs no base, unless it can be read as one without
                               // a scheme
        const uri_view base = base_ ? *base_ : parse_uri("about:", options_.parse).value();
        const std::size_t room = base.text().size() + r.value.size() + resolve_slack;
        if (room_.size() < room) room_.resize(room);
        const auto target = resolve_to(room_, base, *parsed, how);
        if (!target) return fail(r, target.error());
        // 2003 draft 4.2: for what is always a new request, an empty reference "represents the base URI"
        const bool of_base = target->current_document && r.value.empty() && base_ && is_request(r);
        if (of_base) {
            r.same_document = true;
            r.same_retrieved = retrieved_ == *text_;
            r.target = *text_;
            return;
        }
        const std::string_view document = target->reference.without_fragment();
        r.same_document = target->current_document || (base_ && document == *text_);
        r.same_retrieved = target->current_document ? retrieved_.has_value() : retrieved_ && document == *retrieved_;
        r.target = to_string(*target);
    }

    // The base, if there is one.
    [[nodiscard]] const std::optional<std::string> &text() const noexcept { return text_; }

private:
    // Whether a form is sent to the reference.
    static bool is_request(const reference &r) {
        return r.attribute == "formaction" || (r.element == "form" && r.attribute == "action");
    }
    static void fail(reference &r, const error &why) { r.target = std::unexpected{why}; }

    std::optional<std::string> text_;
    std::optional<uri_view> base_;
    std::optional<std::string_view> retrieved_;
    const reference_options &options_;
    std::string room_;
};

document_base::problem problem_of(const base_failure &f) { return {f.error, f.source, std::string{f.text}}; }

// The base of the document, from its base element inwards to the application's default.
class base_finder {
public:
    base_finder(std::string_view document, std::string_view encoding, const reference_options &o)
        : document_{document}, encoding_{encoding}, options_{o} {}

    [[nodiscard]] document_base outer() const {
        base_sources around = options_.around;
        around.content.reset();
        document_base result;
        result.encoding = encoding_;
        auto base = establish_base(around, options_.parse, options_.resolve);
        if (base) {
            take(result, *std::move(base));
        } else {
            result.failure = problem_of(base.error());
            result.source = base.error().source;
        }
        return result;
    }

    // `outer` itself where the element gives no base.
    [[nodiscard]] document_base with_element(const document_base &outer, const GumboAttribute *href) const {
        if (href == nullptr) return outer;
        const cleaned_text href_text = clean(value_of(document_, *href));
        const std::string &value = href_text.value.text;
        const auto parsed = parse_uri_reference(value, options_.parse);
        if (!parsed) return outer;
        if (const auto scheme = parsed->scheme();
            scheme && (is_word(*scheme, "data") || is_word(*scheme, "javascript"))) {
            return outer;
        }
        base_sources sources;
        sources.content = value;
        const std::optional<std::string_view> around = outer.uri;
        sources.application = around;
        auto base = establish_base(sources, options_.parse, options_.resolve);
        if (!base) return outer;
        document_base result;
        result.encoding = encoding_;
        take(result, *std::move(base));
        if (result.source != base_source::content) return outer; // the current document (older editions)
        line_counter lines{document_};
        result.element = lines.at(href_text.value.begin);
        result.element_value = value;
        return result;
    }

private:
    void take(document_base &result, established_base base) const {
        result.source = base.source;
        if (base.uri.size() <= options_.max_base) {
            result.uri = std::move(base.uri);
            return;
        }
        result.failure = {{options_.max_base, error_code::too_long, rule::none, generic(options_.parse.edition)},
                          base.source,
                          std::move(base.uri)};
    }

    std::string_view document_;
    std::string_view encoding_;
    const reference_options &options_;
};

class visitor {
public:
    visitor(std::string_view document, std::string_view encoding, const reference_options &o,
            const reference_callback &callback)
        : document_{document}, encoding_{encoding}, options_{o}, callback_{callback}, lines_{document} {}

    document_base visit(std::span<const GumboNode *const> roots) {
        const places found = collect(document_, roots, options_.styles);
        const base_finder bases{document_, encoding_, options_};
        const document_base outer = bases.outer();
        const document_base base = bases.with_element(outer, found.base);
        resolver by_base{base.uri, options_};
        resolver by_outer{outer.uri, options_};
        xml_bases_ = found.xml_bases;
        for (const place &p : found.all) {
            // A base element's own href is relative to the layer outside of the document.
            const bool of_base = p.attribute != nullptr && p.form == form::one && name_of(*p.element) == "base";
            one(p, of_base ? outer : base, of_base ? by_outer : by_xml_base(p.xml_base, by_base));
        }
        return base;
    }

private:
    // XML Base 3: the value is resolved against the base of the element around. One that gives no base is left out.
    // Places come in the order of the document, so that those around the last one are kept.
    resolver &by_xml_base(std::size_t number, resolver &by_base) {
        std::vector<std::size_t> missing;
        if (number == 0) return by_base;
        for (std::size_t i = number;; i = xml_bases_[i - 1].outer) {
            while (!around_.empty() && around_.back().number > i) around_.pop_back(); // all of them if i is 0
            if (i == 0 || (!around_.empty() && around_.back().number == i)) break;
            missing.push_back(i);
        }
        for (const std::size_t i : std::views::reverse(missing)) {
            resolver &outer = around_.empty() ? by_base : *around_.back().by;
            reference b;
            b.value = clean(value_of(document_, *xml_bases_[i - 1].attribute)).value.text;
            outer.resolve(b);
            const auto uri = b.target && b.target->size() <= options_.max_base ? parse_uri(*b.target, options_.parse)
                                                                               : std::unexpected{error{}};
            opened_base opened{i, nullptr, &outer};
            if (uri) {
                opened.own = std::make_unique<resolver>(std::string{uri->without_fragment()}, options_);
                opened.by = opened.own.get();
            }
            around_.push_back(std::move(opened));
        }
        return *around_.back().by;
    }

    void one(const place &p, const document_base &base, resolver &by) {
        const auto offset = static_cast<std::uint64_t>(p.written.data() - document_.data());
        reference r;
        r.element = name_of(*p.element);
        if (p.attribute != nullptr) r.attribute = name_of(*p.attribute);
        if (p.xml_base != 0 && by.text() != base.uri) {
            r.codebase = by.text();
            r.by_xml_base = true;
        }
        const source_text value =
            p.attribute != nullptr ? value_of(document_, *p.attribute) : as_written(p.written, offset);
        if (p.form == form::style) {
            for (const source_text &found : references_of_style(value)) report(r, found, base, by);
            return;
        }
        std::optional<resolver> by_codebase;
        if (p.relative_to == relative_to::codebase) use_codebase(p, r, by, by_codebase);
        for (const span_of_text s : references_of(value.text, p.form)) {
            report(r, value.part(s.first, s.last), base, by_codebase ? *by_codebase : by);
        }
    }

    void use_codebase(const place &p, reference &r, resolver &by, std::optional<resolver> &by_codebase) const {
        const GumboAttribute *codebase = attribute_of(*p.element, "codebase");
        if (codebase == nullptr) return;
        reference c;
        c.value = clean(value_of(document_, *codebase)).value.text;
        by.resolve(c);
        if (!c.target || c.target->size() > options_.max_base) return;
        const auto uri = parse_uri(*c.target, options_.parse);
        if (!uri) return; // the older editions' current document
        r.codebase = uri->without_fragment();
        r.by_xml_base = false;
        by_codebase.emplace(r.codebase, options_);
    }

    void report(reference r, const source_text &text, const document_base &base, resolver &by) {
        cleaned_text cleaned = clean(text);
        r.where = lines_.at(cleaned.value.begin);
        r.end = cleaned.value.end;
        r.written = document_.substr(static_cast<std::size_t>(r.where.offset),
                                     static_cast<std::size_t>(r.end - r.where.offset));
        r.value = std::move(cleaned.value.text);
        r.trimmed = cleaned.trimmed;
        r.joined = cleaned.joined;
        r.decoded = is_decoded(r);
        by.resolve(r);
        if (!r.target) {
            const auto i = static_cast<std::size_t>(std::min<std::uint64_t>(r.target.error().offset, r.value.size()));
            cleaned.value.text.resize(r.value.size()); // offset() asks for its size alone
            r.error_offset = cleaned.value.offset(i);
        }
        callback_(base, r);
    }

    // Whether the value is other characters than those written.
    [[nodiscard]] static bool is_decoded(const reference &r) {
        if (!r.joined) return r.written != r.value;
        std::size_t i = 0;
        for (const char c : r.written) {
            if (c == '\t' || c == '\n' || c == '\r') continue;
            if (i == r.value.size() || c != r.value[i]) return true;
            ++i;
        }
        return i != r.value.size();
    }

    std::string_view document_;
    std::string_view encoding_;
    const reference_options &options_;
    const reference_callback &callback_;
    line_counter lines_;

    // An xml:base around the place that was read last.
    struct opened_base {
        std::size_t number; // as place::xml_base
        std::unique_ptr<resolver> own;
        resolver *by; // its own, or that around it
    };
    std::span<const xml_base> xml_bases_{};
    std::vector<opened_base> around_{};
};

bool has_utf32_mark(std::string_view document) noexcept {
    return document.starts_with(std::string_view{"\xFF\xFE\0\0", 4}) ||
           document.starts_with(std::string_view{"\0\0\xFE\xFF", 4});
}

std::expected<document_base, refusal> visit(std::string_view document, std::string_view encoding,
                                            const reference_options &options, const reference_callback &callback) {
    const auto parsed = tree::parse(document, options.max_memory);
    if (!parsed) return std::unexpected{refusal::too_costly};
    return visitor{document, encoding, options, callback}.visit(parsed->documents());
}

} // namespace

std::string_view to_string(refusal r) noexcept {
    static constexpr auto names = enum_table<refusal>(
        {{refusal::too_large, "too_large"}, {refusal::too_costly, "too_costly"}, {refusal::encoding, "encoding"}});
    return names.name(r);
}

std::string_view message(refusal r) noexcept {
    switch (r) {
    case refusal::too_large:
        return "the document is larger than the limit";
    case refusal::too_costly:
        return "parsing needs more time or memory than a document of this size is allowed";
    case refusal::encoding:
        break;
    }
    return "the document is in UTF-32, or in an encoding that this system cannot decode";
}

std::expected<document_base, refusal> visit_references(std::string_view document, const reference_options &options,
                                                       const reference_callback &callback) {
    constexpr std::size_t parser_limit = std::numeric_limits<std::uint32_t>::max();
    if (document.size() > std::min(options.max_size, parser_limit)) return std::unexpected{refusal::too_large};
    if (has_utf32_mark(document)) return std::unexpected{refusal::encoding};
    const auto encoding = encoding_of(document, options.charset);
    if (encoding == "UTF-8") return visit(document, encoding, options, callback);

    const auto recoded = recoded_document::make(document, encoding, parser_limit);
    if (!recoded) return std::unexpected{refusal::encoding};
    const auto moved = [&](position p) {
        const auto line_begin = recoded->offset(p.offset - (p.column - 1));
        p.offset = recoded->offset(p.offset);
        p.column = p.offset - line_begin + 1;
        return p;
    };
    auto base = visit(recoded->text(), encoding, options, [&](const document_base &b, const reference &r) {
        reference in_document = r;
        in_document.where = moved(r.where);
        in_document.end = recoded->offset(r.end);
        if (!r.target) in_document.error_offset = recoded->offset(r.error_offset);
        in_document.written = document.substr(in_document.where.offset, in_document.end - in_document.where.offset);
        in_document.decoded = r.decoded || in_document.written != r.written;
        callback(b, in_document);
    });
    if (base && base->element) base->element = moved(*base->element);
    return base;
}

std::expected<document_references, refusal> find_references(std::string_view document,
                                                            const reference_options &options) {
    document_references result;
    auto base = visit_references(document, options,
                                 [&](const document_base &, const reference &r) { result.references.push_back(r); });
    if (!base) return std::unexpected{base.error()};
    result.base = *std::move(base);
    return result;
}

bool looks_like_html(std::string_view text) noexcept {
    text = text.substr(0, 4096);
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    for (;;) {
        while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
        // Comments, and the declaration of XML.
        const bool comment = text.starts_with("<!--");
        if (!comment && !begins_with_word(text, "<?xml")) break;
        const std::string_view closing = comment ? "-->" : "?>";
        const auto end = text.find(closing);
        if (end == std::string_view::npos) return false;
        text.remove_prefix(end + closing.size());
    }
    if (begins_with_word(text, "<!doctype")) {
        text.remove_prefix(9);
        while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
        return begins_with_word(text, "html");
    }
    if (!text.starts_with('<')) return false;
    text.remove_prefix(1);
    std::size_t size = 0;
    while (size < text.size() && !is_space(text[size]) && text[size] != '>' && text[size] != '/') ++size;
    if (size == text.size()) return false;
    // The elements that a document or a part of one without a doctype begins with; some of them as browsers see it too
    // (MIME Sniffing 7.1). Left out: elements that begin nothing (td, option), and names that XML has for other
    // elements (data, object).
    constexpr std::string_view names[] = {
        "html",    "head",   "body",  "title",    "base",   "link",    "meta",    "style",    "script",  "noscript",
        "article", "aside",  "main",  "section",  "nav",    "header",  "footer",  "hgroup",   "address", "h1",
        "h2",      "h3",     "h4",    "h5",       "h6",     "p",       "div",     "span",     "pre",     "blockquote",
        "ol",      "ul",     "li",    "dl",       "dt",     "dd",      "figure",  "table",    "form",    "fieldset",
        "a",       "b",      "i",     "em",       "strong", "small",   "font",    "center",   "br",      "hr",
        "img",     "iframe", "video", "audio",    "map",    "svg",     "button",  "template", "details", "dialog",
        "picture", "canvas", "frame", "frameset", "applet", "marquee", "noframes"};
    return std::ranges::any_of(names, [&](std::string_view name) { return is_word(text.substr(0, size), name); });
}

} // namespace uniform::html
