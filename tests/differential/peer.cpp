// uriparser, the C library, as a second opinion on RFC 3986's URI-reference.
#include "differential/judge.hpp"

#include <uniform/uri/parse.hpp>

#include <uriparser/Uri.h>

#include <optional>

namespace differential {

namespace {

std::optional<std::string> part(const UriTextRangeA &range) {
    if (range.first == nullptr) return std::nullopt;
    return std::string(range.first, range.afterLast);
}

std::string path_of(const UriUriA &uri) {
    std::string path;
    const bool rooted = uri.absolutePath != URI_FALSE || (uri.hostText.first != nullptr && uri.pathHead != nullptr);
    for (const UriPathSegmentA *s = uri.pathHead; s != nullptr; s = s->next) {
        if (s != uri.pathHead || rooted) path += '/';
        path.append(s->text.first, s->text.afterLast);
    }
    if (uri.pathHead == nullptr && rooted) path = "/";
    return path;
}

std::string show(const std::optional<std::string> &text) { return text ? "\"" + escaped(*text) + "\"" : "absent"; }

} // namespace

void judge::peer(std::string_view text) {
    ++counts_[peer_texts];
    const auto ours = uniform::parse_uri_reference(text);
    UriUriA uri;
    const char *error = nullptr;
    const std::string copy(text);
    const bool theirs = uriParseSingleUriExA(&uri, copy.data(), copy.data() + copy.size(), &error) == URI_SUCCESS;
    if (theirs != ours.has_value()) {
        report("uriparser, validity", text, theirs ? "uriparser accepts" : "uriparser rejects");
    } else if (theirs) {
        ++counts_[peer_accepted];
        const auto scheme = part(uri.scheme);
        const auto userinfo = part(uri.userInfo);
        auto host = part(uri.hostText);
        // uriparser leaves out the brackets of an IP-literal.
        if (host && (uri.hostData.ip6 != nullptr || uri.hostData.ipFuture.first != nullptr)) host = "[" + *host + "]";
        const auto port = part(uri.portText);
        const auto query = part(uri.query);
        const auto fragment = part(uri.fragment);
        const std::string path = path_of(uri);
        if (scheme != ours->scheme() || userinfo != ours->userinfo() || host != ours->host() || port != ours->port() ||
            path != ours->path() || query != ours->query() || fragment != ours->fragment())
            report("uriparser, components", text,
                   "uriparser: scheme " + show(scheme) + " userinfo " + show(userinfo) + " host " + show(host) +
                       " port " + show(port) + " path " + show(path) + " query " + show(query) + " fragment " +
                       show(fragment));
    }
    // After a failure too: 0.9.7 leaves what it had found so far.
    uriFreeUriMembersA(&uri);
}

} // namespace differential
