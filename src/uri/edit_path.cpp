// Edits of the path and its segments (RFC 3986 3.3).
#include <uniform/uri/path.hpp>

#include "uri/edit.hpp"

namespace uniform {

namespace {

struct place {
    std::size_t begin;
    std::size_t end;
};

std::optional<place> find_segment(std::string_view path, std::size_t index) noexcept {
    const auto segment = path_segments{path}.at(index);
    if (!segment) return std::nullopt;
    const auto begin = static_cast<std::size_t>(segment->data() - path.data());
    return place{begin, begin + segment->size()};
}

// Whether the new path has that many segments and did not turn from relative to absolute, or the other way.
bool keeps_shape(std::string_view path, std::size_t count, bool absolute) noexcept {
    const path_segments segments{path};
    return segments.is_absolute() == absolute && segments.count() == count;
}

} // namespace

std::expected<void, error> editable::set_path(std::string_view path) {
    components wanted = components_of(seen());
    wanted.path = path;
    return apply(wanted, {path, rule::path});
}

std::expected<void, error> editable::set_path(decoded path) {
    const reference_view now = seen();
    std::string text;
    std::string_view rest = path.data;
    if (!now.has_scheme() && !now.has_authority()) {
        // RFC 3986 4.2: a ":" in the first segment of a relative-path reference would end a scheme.
        const std::string_view first = rest.substr(0, rest.find('/'));
        encode_append(text, first, allowed(rule::segment_nz_nc, edition()));
        rest.remove_prefix(first.size());
    }
    encode_append(text, rest, allowed(rule::path, edition()));
    return set_path(text);
}

std::size_t editable::index_to_append() const noexcept {
    const path_segments segments{path()};
    const std::size_t count = segments.count();
    return count > 0 && segments.back().empty() ? count - 1 : count;
}

std::expected<std::string, error> editable::encoded_segment(std::size_t index, decoded segment) const {
    // RFC 3986 3.3: "." and ".." cannot be data, and encoding them would not change that (6.2.2.2).
    if (segment.data == "." || segment.data == "..") {
        return std::unexpected{error{0, error_code::changes_components, rule::segment, edition()}};
    }
    const reference_view now = seen();
    const bool first = index == 0 && !now.has_scheme() && !now.has_authority() && !now.path().starts_with('/');
    std::string text;
    encode_append(text, segment.data, allowed(first ? rule::segment_nz_nc : rule::segment, edition()));
    return text;
}

std::expected<void, error> editable::write_segment(std::size_t index, std::string_view segment, bool insert) {
    if (const auto slash = segment.find('/'); slash != std::string_view::npos) {
        return std::unexpected{error{slash, error_code::invalid_character, rule::segment, edition()}};
    }
    components wanted = components_of(seen());
    const std::string_view old = wanted.path;
    const std::size_t count = path_segments{old}.count();
    const bool absolute = old.empty() ? seen().has_authority() : old.starts_with('/');
    std::string path;
    path.reserve(old.size() + segment.size() + 1);
    if (const auto here = find_segment(old, index)) {
        path.append(old.substr(0, here->begin)).append(segment);
        if (insert) {
            (path += '/').append(old.substr(here->begin));
        } else {
            path.append(old.substr(here->end));
        }
    } else if (insert && index == count) {
        path.append(old);
        if (count > 0 || absolute) path += '/';
        path.append(segment);
    } else {
        return std::unexpected{not_found(rule::segment)};
    }
    if (!keeps_shape(path, count + static_cast<std::size_t>(insert), absolute)) {
        return std::unexpected{error{0, error_code::changes_components, rule::path, edition()}};
    }
    wanted.path = path;
    return apply(wanted, {segment, rule::path});
}

std::expected<void, error> editable::append_segment(std::string_view segment) {
    const std::size_t index = index_to_append();
    return write_segment(index, segment, index == path_segments{path()}.count());
}

std::expected<void, error> editable::append_segment(decoded segment) {
    const auto text = encoded_segment(index_to_append(), segment);
    if (!text) return std::unexpected{text.error()};
    return append_segment(*text);
}

std::expected<void, error> editable::insert_segment(std::size_t index, std::string_view segment) {
    return write_segment(index, segment, true);
}

std::expected<void, error> editable::insert_segment(std::size_t index, decoded segment) {
    const auto text = encoded_segment(index, segment);
    if (!text) return std::unexpected{text.error()};
    return write_segment(index, *text, true);
}

std::expected<void, error> editable::replace_segment(std::size_t index, std::string_view segment) {
    return write_segment(index, segment, false);
}

std::expected<void, error> editable::replace_segment(std::size_t index, decoded segment) {
    const auto text = encoded_segment(index, segment);
    if (!text) return std::unexpected{text.error()};
    return write_segment(index, *text, false);
}

std::expected<void, error> editable::erase_segment(std::size_t index) {
    components wanted = components_of(seen());
    const std::string_view old = wanted.path;
    const auto here = find_segment(old, index);
    if (!here) return std::unexpected{not_found(rule::segment)};
    const std::size_t count = path_segments{old}.count();
    const bool absolute = old.starts_with('/');
    if (count == 1) {
        wanted.path = absolute ? "/" : "";
        return apply(wanted, {});
    }
    // One slash goes with the segment: the one after it, or for the last segment the one before it.
    std::string path;
    if (here->end < old.size()) {
        path.append(old.substr(0, here->begin)).append(old.substr(here->end + 1));
    } else {
        path.append(old.substr(0, here->begin - 1));
    }
    if (!keeps_shape(path, count - 1, absolute)) {
        return std::unexpected{error{0, error_code::changes_components, rule::path, edition()}};
    }
    wanted.path = path;
    return apply(wanted, {});
}

std::expected<void, error> editable::pop_segment() {
    const std::size_t count = path_segments{path()}.count();
    if (count == 0) return std::unexpected{not_found(rule::segment)};
    return erase_segment(count - 1);
}

} // namespace uniform
