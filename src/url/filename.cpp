// Names of files by the rules of their systems: draft-ietf-uri-url-06 3.10; RFC 8089 appendices C, D and E.

#include <uniform/base/ascii.hpp>
#include <uniform/url/file.hpp>

#include <algorithm>

#include "url/make_file.hpp"
#include "url/reader.hpp"
#include "url/schemes/file_path.hpp"
#include "url/url_edition.hpp"

namespace uniform {

namespace {

constexpr char_set nul = char_set{}.add('\0');

std::string upper(std::string s) {
    for (char &c : s) c = ascii::to_upper(c);
    return s;
}

// RFC 8089 E.2, E.2.2: drive-letter = ALPHA ":" / ALPHA "|"
bool is_drive(std::string_view segment) noexcept {
    return segment.size() == 2 && characters::alpha.contains(segment[0]) && (segment[1] == ':' || segment[1] == '|');
}

// The segments of a URL's path, decoded one by one.
class path_reader {
public:
    explicit path_reader(const fileurl_view &url) : url_{url} {
        if (!url.fpath) {
            fail(url.text.size(), error_code::missing_part, rule::fpath);
        } else {
            segments_ = detail::segments_of(*url.fpath);
        }
    }

    [[nodiscard]] bool good() const noexcept { return !error_; }
    [[nodiscard]] std::unexpected<error> why() const noexcept { return std::unexpected{*error_}; }
    [[nodiscard]] std::size_t size() const noexcept { return segments_.size(); }
    [[nodiscard]] bool is_empty(std::size_t i) const noexcept { return i < segments_.size() && segments_[i].empty(); }

    // The segment, unless it holds one of `separators` or NUL.
    std::string operator()(std::size_t i, char_set separators) {
        if (error_) return {};
        const auto at = detail::find_decoded(segments_[i], separators | nul);
        if (at != std::string_view::npos) fail_in(i, at);
        return detail::decoded_part(segments_[i]);
    }
    void fail_in(std::size_t i, std::size_t at, error_code code = error_code::invalid_character) {
        fail(offset_of(segments_[i]) + at, code, rule::fsegment);
    }
    void fail_at_host(error_code code) { fail(offset_of(*url_.host), code, detail::file_host(url_.edition)); }

private:
    [[nodiscard]] std::size_t offset_of(std::string_view part) const noexcept {
        return static_cast<std::size_t>(part.data() - url_.text.data());
    }
    void fail(std::size_t at, error_code code, rule r) {
        if (!error_) error_ = error{at, code, r, url_.edition};
    }

    const fileurl_view &url_;
    std::vector<std::string_view> segments_{};
    std::optional<error> error_{};
};

std::string posix_name(const fileurl_view &url, path_reader &segment) {
    if (!url.local) segment.fail_at_host(error_code::no_access);
    std::string name;
    for (std::size_t i = 0; i < segment.size() && segment.good(); ++i) name += '/' + segment(i, char_set{"/"});
    return name;
}

std::string windows_name(const fileurl_view &url, path_reader &segment) {
    constexpr char_set separators{"/\\"};
    std::string name;
    std::size_t i = 0;
    if (!url.local) { // E.3.1
        const std::string host = detail::decoded_part(*url.host);
        const bool literal = host.starts_with('[');
        if (literal || char_set{host} != char_set{host} - (separators | nul)) {
            segment.fail_at_host(literal ? error_code::no_access : error_code::invalid_character);
        }
        name = "\\\\" + host;
    } else if (segment.size() > 1 && segment.is_empty(0)) { // E.3.2: 2*3"/" file-host
        i = segment.is_empty(1) ? 2 : 1;
        if (segment.is_empty(i) || i == segment.size()) {
            segment.fail_in(0, 0, error_code::empty_component);
            return {};
        }
        name = "\\\\" + segment(i++, separators);
    } else if (const std::string drive = segment(0, separators); is_drive(drive)) { // D.2, E.2
        name = {drive[0], ':'};
        if (segment.size() == 1) return name + '\\';
        i = 1;
    }
    for (; i < segment.size() && segment.good(); ++i) name += '\\' + segment(i, separators);
    return name;
}

// DEVICE:[DIRECTORY.DIRECTORY]NAME. The directory of a whole device is "[000000]".
std::string vms_name(path_reader &segment) {
    constexpr char_set separators{":[]<>/"};
    std::string name = segment(0, separators | char_set{".;"});
    if (name.empty() && segment.good()) segment.fail_in(0, 0, error_code::missing_part);
    name += ':';
    const std::size_t last = segment.size() - 1;
    if (last == 0) return upper(std::move(name));
    name += '[';
    for (std::size_t i = 1; i < last && segment.good(); ++i) {
        if (segment.is_empty(i)) segment.fail_in(i, 0, error_code::empty_component);
        if (i > 1) name += '.';
        name += segment(i, separators | char_set{".;"});
    }
    if (last == 1) name += "000000";
    name += ']';
    const std::string file = segment(last, separators);
    if (file == "." || file == "..") segment.fail_in(last, 0); // not names, and not their meaning in a URL
    return upper(std::move(name) + file);
}

std::vector<std::string> pieces_of(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (auto at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
        parts.emplace_back(text.substr(0, at));
        text.remove_prefix(at + 1);
    }
    parts.emplace_back(text);
    return parts;
}

// An absolute name taken apart, and the name that the URL must lead back to.
struct named_file {
    fileurl_parts parts;
    std::string name;
};

std::optional<named_file> read_posix_name(std::string_view name) {
    if (!name.starts_with('/')) return std::nullopt;
    named_file file{{.host = ""}, std::string{name}};
    if (name.size() > 1) file.parts.segments = pieces_of(name.substr(1), '/');
    return file;
}

std::optional<named_file> read_windows_name(std::string_view name) {
    named_file file{{.host = ""}, std::string{name}};
    std::ranges::replace(file.name, '/', '\\');
    name = file.name;
    if (name.starts_with("\\\\")) { // \\host\share...
        name.remove_prefix(2);
        const auto end = name.find('\\');
        // RFC 8089 appendix C: what "\\?\" and "\\.\" name is no file by that host.
        if (end == std::string_view::npos || end == 0 || name[0] == '?' || name[0] == '.') return std::nullopt;
        file.parts.host = name.substr(0, end);
        name.remove_prefix(end + 1);
    } else if (name.starts_with('\\')) {
        name.remove_prefix(1);
    } else if (name.size() < 3 || !is_drive(name.substr(0, 2)) || name[1] != ':' || name[2] != '\\') {
        return std::nullopt;
    }
    if (!name.empty()) file.parts.segments = pieces_of(name, '\\');
    return file;
}

std::optional<named_file> read_vms_name(std::string_view name) {
    named_file file{{.host = ""}, {}};
    if (const auto node = name.find("::"); node != std::string_view::npos) {
        file.parts.host = ascii::lower_copy(std::string{name.substr(0, node)});
        // Letters, digits and a few signs: '"' would begin an access control string, and ":[" is no node any more.
        constexpr char_set node_name = characters::alpha | characters::digit | char_set{"-_$."};
        const auto is_of_name = [&](char c) { return node_name.contains(c); };
        if (node == 0 || !std::ranges::all_of(*file.parts.host, is_of_name)) return std::nullopt;
        name.remove_prefix(node + 2);
    }
    const auto device = name.find(':');
    if (device == std::string_view::npos || device == 0) return std::nullopt;
    file.name = upper(std::string{name});
    file.parts.segments.push_back(ascii::lower_copy(std::string{name.substr(0, device)}));
    name.remove_prefix(device + 1);
    if (name.empty()) return file;
    const auto end = name.find(']');
    if (!name.starts_with('[') || end == std::string_view::npos) return std::nullopt; // of the default directory
    const std::string_view directories = name.substr(1, end - 1);
    if (directories != "000000") {
        for (const std::string &directory : pieces_of(directories, '.')) {
            file.parts.segments.push_back(ascii::lower_copy(directory));
        }
    }
    file.parts.segments.push_back(ascii::lower_copy(std::string{name.substr(end + 1)}));
    return file;
}

} // namespace

std::expected<std::string, error> filename(const fileurl_view &url, file_system system) {
    path_reader segment{url};
    if (!segment.good()) return segment.why();
    std::string name;
    switch (system) {
    case file_system::posix:
        name = posix_name(url, segment);
        break;
    case file_system::windows:
        name = windows_name(url, segment);
        break;
    case file_system::vms:
        name = vms_name(segment);
        break;
    }
    if (!segment.good()) return segment.why();
    return name;
}

std::expected<std::string, error> make_fileurl(std::string_view name, file_system system, url_options o) {
    const edition e = detail::url_edition(o, "file");
    const std::unexpected no_name{error{0, error_code::invalid_name, rule::fpath, e}};
    std::optional<named_file> file;
    switch (system) {
    case file_system::posix:
        file = read_posix_name(name);
        break;
    case file_system::windows:
        file = read_windows_name(name);
        break;
    case file_system::vms:
        file = read_vms_name(name);
        break;
    }
    if (!file) return no_name;
    // RFC 8089 D.4: "$" "should be percent-encoded if present in the device name"; 3.10 prints it as it is.
    const bool dollar = system == file_system::vms && e == edition::rfc8089;
    auto url = detail::make_fileurl(file->parts, o, dollar ? char_set{"$"} : char_set{});
    if (!url) return url;
    // A name that the URL does not lead back to is none that a URL can hold: "\\localhost\a" would be "\a".
    o.max_length = url_options{}.max_length;
    const auto read = parse_fileurl(*url, o);
    const auto again = read ? filename(*read, system) : std::unexpected{read.error()};
    if (!again || *again != file->name) return no_name;
    return url;
}

} // namespace uniform
