#include <uniform/service/history_segments.hpp>

#include <optional>

#include <uniform/base/hex.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/store/other_history.hpp>

namespace uniform::service {

namespace {

constexpr std::string_view index_format = "uniform-segments";

[[noreturn]] void throw_invalid(const std::string &why) {
    throw store::other_history("the index of the segments is invalid: " + why);
}

json::value object_in(std::string_view line, std::size_t number) {
    auto read = json::read(line);
    if (!read || !read->is_object()) throw_invalid("line " + std::to_string(number) + " is no JSON object");
    return std::move(*read);
}

history_segment segment_in(std::string_view line, std::size_t number) {
    const json::value read = object_in(line, number);
    const auto root = store::history_head_from("0:" + std::string(read.string_of("root")));
    if (!root) throw_invalid("line " + std::to_string(number) + " has no root");
    return {std::string(read.string_of("file")), root->second};
}

// The name says the hash of the last event of a segment, which is the head's in the last one.
void check_name(const segments_index &index, std::size_t at) {
    const std::string &file = index.segments[at].file;
    const std::uint64_t first = at * events_of_segment + 1;
    const std::string whole = segment_file(first, index.head.second);
    const std::size_t digits = whole.find('-') + 1;
    const bool is_last = at + 1 == index.segments.size();
    const bool is_hash = file.size() == whole.size() && file.starts_with(whole.substr(0, digits)) &&
                         file.ends_with(".ndjson") &&
                         store::history_head_from("0:" + file.substr(digits, 2 * sizeof(store::digest))).has_value();
    if (!is_hash || (is_last && file != whole)) {
        throw_invalid("the segment that begins with event " + std::to_string(first) + " has another name");
    }
}

} // namespace

std::string segment_file(std::uint64_t first, const store::digest &last) {
    constexpr std::size_t width = 12;
    const std::string digits = std::to_string(first);
    return std::string(digits.size() < width ? width - digits.size() : 0, '0') + digits + '-' + base::to_hex(last) +
           ".ndjson";
}

store::tree_head tree_of(const segments_index &index) {
    store::merkle_tree tree; // the roots are subtrees of one level, but for the last one, which is at the right end
    for (const history_segment &s : index.segments) tree.add(s.root);
    return {index.head.first, tree.root()};
}

std::string segments_index_text(const segments_index &index) {
    std::string out;
    json::writer{out}
        .begin_object()
        .member("format", index_format)
        .member("version", 1)
        .member("head", store::to_string(index.head))
        .member("tree", store::to_string(tree_of(index)))
        .end_object();
    out += '\n';
    for (const history_segment &s : index.segments) {
        json::writer{out}.begin_object().member("file", s.file).member("root", base::to_hex(s.root)).end_object();
        out += '\n';
    }
    return out;
}

segments_index read_segments_index(std::string_view text) {
    segments_index index;
    std::optional<store::tree_head> tree;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) throw_invalid("it is cut off");
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end + 1);
        if (tree) {
            index.segments.push_back(segment_in(line, number));
            continue;
        }
        const json::value first = object_in(line, number);
        const json::value *const version = first.find("version");
        if (first.string_of("format") != index_format || version == nullptr || version->if_unsigned() != 1U)
            throw_invalid("the first line is not that of version 1");
        const auto head = store::history_head_from(first.string_of("head"));
        tree = store::history_head_from(first.string_of("tree"));
        if (!head || !tree) throw_invalid("the first line lacks head or tree");
        index.head = *head;
    }
    if (!tree) throw_invalid("it is empty");
    const std::uint64_t wanted = index.complete() + (index.head.first % events_of_segment == 0 ? 0 : 1);
    if (index.segments.size() != wanted) {
        throw_invalid("it has " + std::to_string(index.segments.size()) + " segments for " +
                      std::to_string(index.head.first) + " events");
    }
    for (std::size_t at = 0; at < index.segments.size(); ++at) check_name(index, at);
    if (*tree != tree_of(index)) throw_invalid("the tree is not that of the roots");
    return index;
}

bool is_segments_index(std::string_view location) noexcept {
    if (!location.ends_with(segments_index_name)) return false;
    location.remove_suffix(segments_index_name.size());
    return location.empty() || location.ends_with('/');
}

} // namespace uniform::service
