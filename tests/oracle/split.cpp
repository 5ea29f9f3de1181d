#include "oracle/split.hpp"

#include <algorithm>

namespace oracle {

namespace {

bool starts(const std::string &text, std::string_view prefix) { return text.starts_with(prefix); }

} // namespace

// ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
//  12            3  4          5       6  7        8 9
//
// Each group is a run of a class followed by a byte that is not in the class (or by the end), so the longest run is the
// only one that can be followed by what must follow, and matching from left to right without ever going back gives what
// POSIX matching gives. abnf_test.cpp compares it with std::regex.
component_views split_views(std::string_view reference) {
    component_views result;
    std::size_t at = 0;
    const auto run = [&](std::string_view stop) {
        const std::size_t end = std::min(reference.find_first_of(stop, at), reference.size());
        const std::string_view text = reference.substr(at, end - at);
        at = end;
        return text;
    };
    // (([^:/?#]+):)?
    const std::string_view first = run(":/?#");
    if (!first.empty() && at < reference.size() && reference[at] == ':') {
        result.scheme = first;
        ++at;
    } else {
        at = 0;
    }
    // (//([^/?#]*))?
    if (reference.substr(at).starts_with("//")) {
        at += 2;
        result.authority = run("/?#");
    }
    // ([^?#]*)
    result.path = run("?#");
    // (\?([^#]*))?
    if (at < reference.size() && reference[at] == '?') {
        ++at;
        result.query = run("#");
    }
    // (#(.*))?
    if (at < reference.size() && reference[at] == '#') {
        ++at;
        result.fragment = reference.substr(at);
    }
    return result;
}

components split(std::string_view reference) {
    const component_views views = split_views(reference);
    const auto copy = [](std::optional<std::string_view> part) {
        return part ? std::optional<std::string>(*part) : std::nullopt;
    };
    return {copy(views.scheme), copy(views.authority), std::string(views.path), copy(views.query),
            copy(views.fragment)};
}

// Neither userinfo nor host nor port contains "@", so there is one at most and it ends the userinfo. Of the hosts only
// an IP-literal contains ":", and it ends with the only "]"; a port contains none.
authority_parts split_authority(std::string_view authority) {
    authority_parts result;
    if (const std::size_t at = authority.find('@'); at != std::string_view::npos) {
        result.userinfo = authority.substr(0, at);
        authority.remove_prefix(at + 1);
    }
    const std::size_t bracket = authority.find(']');
    const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
    result.host = authority.substr(0, colon);
    if (colon != std::string_view::npos) result.port = authority.substr(colon + 1);
    return result;
}

bool same_scheme(const std::optional<std::string> &a, const std::optional<std::string> &b) {
    if (!a || !b) return !a && !b;
    return std::equal(a->begin(), a->end(), b->begin(), b->end(), [](char x, char y) {
        const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
        return lower(x) == lower(y);
    });
}

std::string recompose(const components &parts) {
    std::string result;
    if (parts.scheme) {
        result += *parts.scheme;
        result += ":";
    }
    if (parts.authority) {
        result += "//";
        result += *parts.authority;
    }
    result += parts.path;
    if (parts.query) {
        result += "?";
        result += *parts.query;
    }
    if (parts.fragment) {
        result += "#";
        result += *parts.fragment;
    }
    return result;
}

std::string remove_dot_segments(std::string_view path) {
    // 1.
    std::string input(path);
    std::string output;
    // 2.
    while (!input.empty()) {
        // A.
        if (starts(input, "../")) {
            input.erase(0, 3);
        } else if (starts(input, "./")) {
            input.erase(0, 2);
        }
        // B.
        else if (starts(input, "/./")) {
            input.replace(0, 3, "/");
        } else if (input == "/.") {
            input = "/";
        }
        // C. "and remove the last segment and its preceding "/" (if any) from the output buffer"
        else if (starts(input, "/../") || input == "/..") {
            input.replace(0, input == "/.." ? 3 : 4, "/");
            const std::size_t slash = output.rfind('/');
            output.erase(slash == std::string::npos ? 0 : slash);
        }
        // D.
        else if (input == "." || input == "..") {
            input.clear();
        }
        // E. "the first path segment in the input buffer [...] including the initial "/" character (if any) and any
        // subsequent characters up to, but not including, the next "/" character or the end of the input buffer"
        else {
            const std::size_t end = input.find('/', 1);
            output += input.substr(0, end);
            input.erase(0, end);
        }
    }
    // 3.
    return output;
}

std::string merge(const components &base, std::string_view reference_path) {
    if (base.authority && base.path.empty()) return "/" + std::string(reference_path);
    const std::size_t slash = base.path.rfind('/');
    const std::string kept = slash == std::string::npos ? std::string() : base.path.substr(0, slash + 1);
    return kept + std::string(reference_path);
}

components transform(const components &base, components reference, bool strict) {
    components target;
    components &r = reference;
    if (!strict && same_scheme(r.scheme, base.scheme)) r.scheme.reset();
    if (r.scheme) {
        target.scheme = r.scheme;
        target.authority = r.authority;
        target.path = remove_dot_segments(r.path);
        target.query = r.query;
    } else {
        if (r.authority) {
            target.authority = r.authority;
            target.path = remove_dot_segments(r.path);
            target.query = r.query;
        } else {
            if (r.path.empty()) {
                target.path = base.path;
                if (r.query) {
                    target.query = r.query;
                } else {
                    target.query = base.query;
                }
            } else {
                if (starts(r.path, "/")) {
                    target.path = remove_dot_segments(r.path);
                } else {
                    target.path = merge(base, r.path);
                    target.path = remove_dot_segments(target.path);
                }
                target.query = r.query;
            }
            target.authority = base.authority;
        }
        target.scheme = base.scheme;
    }
    target.fragment = r.fragment;
    return target;
}

std::string resolve(std::string_view base, std::string_view reference, bool strict) {
    return recompose(transform(split(base), split(reference), strict));
}

} // namespace oracle
