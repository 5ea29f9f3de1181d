#include "http/api/route_table.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace uniform::http {

namespace {

// The rest of a path, segment by segment.
class segments {
public:
    explicit segments(std::string_view path) : rest_{path}, more_{path.starts_with('/')} {
        if (more_) rest_.remove_prefix(1);
    }
    [[nodiscard]] bool more() const noexcept { return more_; }
    [[nodiscard]] std::string_view rest() const noexcept { return rest_; }
    std::string_view next() noexcept {
        const auto slash = rest_.find('/');
        const std::string_view segment = rest_.substr(0, slash);
        more_ = slash != std::string_view::npos;
        rest_.remove_prefix(more_ ? slash + 1 : rest_.size());
        return segment;
    }

private:
    std::string_view rest_;
    bool more_;
};

// The beginning of all templates of the API.
constexpr std::string_view version_of_api = "/api/v1/";

bool is_parameter(std::string_view segment) noexcept { return segment.starts_with('{') && segment.ends_with('}'); }
bool is_tail(std::string_view segment) noexcept { return is_parameter(segment) && segment.ends_with("*}"); }

// Pages for readers, whose URLs stand in texts: a "/" that was added to the last segment belongs to its value, which is
// corrected.
bool takes_added_slash(std::string_view path) noexcept {
    return path.ends_with('/') && (path.starts_with("/about/") || path.starts_with("/namespaces/"));
}

// Hands each parameter's name, value (as sent) and whether it is a tail to `each`.
template <class F>
bool path_matches(std::string_view path_template, std::string_view path, F each) {
    segments wanted{path_template};
    segments given{path};
    if (wanted.more() != given.more()) return false;
    while (wanted.more()) {
        if (!given.more()) return false;
        const std::string_view w = wanted.next();
        if (is_tail(w)) {
            if (path.starts_with(root_of_api) && !path_template.starts_with(root_of_api)) return false;
            each(w.substr(1, w.size() - 3), given.rest(), true);
            // The folder itself, which has an index.
            return !given.rest().empty() || path == "/docs/";
        }
        const std::string_view g = given.next();
        if (is_parameter(w)) {
            if (g.empty()) return false;
            if (!wanted.more() && given.more() && given.rest().empty() && takes_added_slash(path)) {
                each(w.substr(1, w.size() - 2), std::string_view{g.data(), g.size() + 1}, false);
                return true;
            }
            each(w.substr(1, w.size() - 2), g, false);
        } else if (w != g) {
            return false;
        }
    }
    return !given.more();
}
bool path_matches(std::string_view path_template, std::string_view path) {
    return path_matches(path_template, path, [](auto, auto, bool) {});
}

// Segment by segment: fixed text, by the text, before parameters, and those before tails; then by the text, so that the
// order is total.
bool comes_first(const route *a, const route *b) {
    const auto rank = [](std::string_view segment) { return is_tail(segment) ? 2 : is_parameter(segment) ? 1 : 0; };
    segments x{a->path};
    segments y{b->path};
    while (x.more() && y.more()) {
        const std::string_view left = x.next();
        const std::string_view right = y.next();
        if (rank(left) != rank(right)) return rank(left) < rank(right);
        if (rank(left) == 0 && left != right) return left < right;
    }
    if (x.more() != y.more()) return y.more();
    return std::pair{a->path, a->method} < std::pair{b->path, b->method};
}

// The segment by which templates are found: the first one, of the API the one after "/api/v1/".
std::string_view telling_segment(std::string_view path) noexcept {
    if (path.starts_with(version_of_api)) {
        path.remove_prefix(version_of_api.size());
    } else if (path.starts_with('/')) {
        path.remove_prefix(1);
    }
    return path.substr(0, path.find('/'));
}

// Whether paths that match the template may have another telling segment: it has a parameter there or before.
bool may_begin_otherwise(std::string_view path_template) noexcept {
    if (is_parameter(telling_segment(path_template))) return true;
    return path_template.starts_with(root_of_api) && !path_template.starts_with(version_of_api);
}

} // namespace

std::string_view served_as(std::string_view method) noexcept { return method == "HEAD" ? "GET" : method; }

std::vector<path_value> path_values(std::string_view path_template, std::string_view path) {
    std::vector<path_value> out;
    (void)path_matches(path_template, path, [&out](std::string_view name, std::string_view value, bool is_the_rest) {
        out.push_back({name, value, is_the_rest});
    });
    return out;
}

const route *resource::find(std::string_view method) const noexcept {
    const auto at = std::ranges::find(methods, served_as(method), &route::method);
    return at == methods.end() ? nullptr : *at;
}

route_table::route_table(std::span<const table_of_routes> tables) {
    std::unordered_map<const route *, void (*)(response &)> complete;
    for (const table_of_routes &t : tables) {
        for (const route &r : t.routes) {
            routes_.push_back(&r);
            complete.emplace(&r, t.complete);
        }
    }
    std::ranges::sort(routes_, comes_first);
    for (const route *const r : routes_) {
        auto at = std::ranges::find(resources_, r->path, &resource::path);
        if (at == resources_.end()) {
            resources_.push_back({.path = r->path, .complete = complete.at(r)});
            at = std::prev(resources_.end());
        }
        at->methods.push_back(r);
        at->is_open = at->is_open || (r->method == "GET" && r->may_be_open());
    }
    for (const resource &r : resources_) {
        (may_begin_otherwise(r.path) ? others_ : by_segment_[telling_segment(r.path)]).push_back(&r);
    }
}

// A template with fixed text in the telling segment comes before those that have a parameter there.
const resource *route_table::match(std::string_view path) const noexcept {
    const auto matches = [path](const resource *r) { return path_matches(r->path, path); };
    if (const auto named = by_segment_.find(telling_segment(path)); named != by_segment_.end()) {
        if (const auto at = std::ranges::find_if(named->second, matches); at != named->second.end()) return *at;
    }
    const auto at = std::ranges::find_if(others_, matches);
    return at == others_.end() ? nullptr : *at;
}

found_route route_table::find(std::string_view method, std::string_view path) const noexcept {
    const resource *const there = match(path);
    return {.there = there, .chosen = there == nullptr ? nullptr : there->find(method)};
}

} // namespace uniform::http
