// The access plans for documents: ftp, http, gopher, file.

#include "url/planner.hpp"
#include "url/schemes/file_path.hpp"

namespace uniform::detail {

namespace {

// RFC 3986 6.2.2.3, also for those with an encoded dot (6.2.2.2): what remains are slices of the text.
void drop_dot_segments(std::vector<std::string_view> &segments) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const std::string name = decoded_part(segments[i]);
        const bool up = name == "..";
        if (!up && name != ".") {
            segments[kept++] = segments[i];
            continue;
        }
        if (up && kept > 0) --kept;
        if (i + 1 == segments.size()) segments[kept++] = segments[i].substr(0, 0); // "a/.." is "/"
    }
    segments.resize(kept);
}

// A path without its first "/" as `e` reads it: the documents of 1994 have no dot segments
// (draft-ietf-uri-url-06 3.2.2).
std::string path_for(std::string_view written, edition e) {
    if (is_edition_of_1994(e)) return std::string{written};
    std::vector<std::string_view> segments = segments_of(written);
    drop_dot_segments(segments);
    std::string path;
    for (const std::string_view &segment : segments) {
        if (&segment != segments.data()) path += '/';
        path += segment;
    }
    return path;
}

// RFC 3986 6.2.2: the host in lower case, without escapes that it does not need.
std::string normal_host(std::string_view written) {
    std::string decoded = decoded_part(written);
    ascii::make_lower(decoded);
    if (decoded.starts_with('[')) return decoded;
    std::string host;
    encode_append(host, decoded, allowed(rule::reg_name, edition::rfc3986));
    return host;
}

} // namespace

// draft-ietf-uri-url-06 3.2.1, 3.2.2: "." and ".." are names as any other; RFC 3986 5.2.4 removes them.
void plan_for(planner &p, const ftpurl_view &url) {
    p.contact(url.login);
    p.log_in(url.login);
    if (!url.login.user) { // "the conventions for "anonymous" FTP are to be used"
        p.plan().login = credentials::anonymous;
        p.plan().user = "anonymous";
        p.check_option(p.options().mail_address);
        p.plan().password = p.options().mail_address;
    }
    // RFC 959 5.4: USER, then PASS if the server answers 331
    p.step("USER", *p.plan().user);
    p.plan().password ? p.step("PASS", *p.plan().password) : p.step("PASS");
    std::vector<std::string_view> segments = segments_of(url.fpath.value_or(p.text().substr(p.text().size())));
    if (!is_edition_of_1994(url.edition)) drop_dot_segments(segments);
    const std::string_view name = segments.back();
    segments.pop_back();
    for (const std::string_view cwd : segments) p.decoded_step("CWD", cwd);
    const bool directory = url.ftptype == 'd' || url.ftptype == 'D';
    // RETR takes a name (RFC 959 5.3.1), so without a name there is only the directory. A list is text: "the user must
    // ensure that the TYPE is appropriately ASCII" (RFC 959 4.1.3).
    if (name.empty() || directory) {
        p.step("TYPE", "A");
        name.empty() ? p.step("NLST") : p.decoded_step("NLST", name);
        return;
    }
    // 3.2.3: without a typecode, "the client program interpreting the URL must guess": bytes that are not changed.
    p.step("TYPE", url.ftptype == 'a' || url.ftptype == 'A' ? "A" : "I"); // RFC 959 5.3: in any case
    p.decoded_step("RETR", name);
}

// 3.3; RFC 9110 7.1, 7.2: the target is sent as it is written, so that no escape is decoded, but without dot segments;
// Host in its normal form (RFC 3986 6.2.2).
void plan_for(planner &p, const httpurl_view &url) {
    p.contact(url.login);
    std::string target = "/";
    if (url.hpath) target += path_for(*url.hpath, url.edition);
    if (url.search) target.append("?").append(*url.search);
    p.step("GET", std::move(target));
    std::string host = normal_host(url.login.host);
    // RFC 9110 4.2.3, 7.2: the default port is left out.
    if (p.plan().port != p.own_port()) host.append(":").append(std::to_string(p.plan().port.value_or(0)));
    p.step("Host", std::move(host));
}

// 3.4
void plan_for(planner &p, const gopherurl_view &url) {
    p.contact(url.login);
    p.check(url.selector);
    p.check(url.search);
    const gopherurl_parts parts = parts_of(url);
    // 3.4.9: the line ends of form data belong to it.
    const bool form =
        parts.gopher_plus && read_gopher_plus(*parts.gopher_plus).what == gopher_plus::kind::form_response;
    if (parts.gopher_plus == "?") {
        // 3.4.5: "require the client to fetch the item's +ASK attribute to get the form definition, and then ask the
        // user to fill out the form and return the user's responses along with the selector string"
        gopherurl_parts definition = parts;
        definition.gopher_plus = "!+ASK";
        p.step("send", gopher_request(definition, url.edition));
        p.step("answer");
        return;
    }
    p.check(url.gopher_plus_string, form ? nul : controls);
    // On another port than Gopher's they would be commands of another service (section 6); contact() refuses those
    // below 1024.
    if (form && p.plan().unusual_port && p.plan().port >= 1024) {
        p.refuse(p.offset_of(*url.login.port), error_code::foreign_port, rule::security_considerations);
    }
    p.step("send", gopher_request(parts, url.edition));
}

// 3.10
void plan_for(planner &p, const fileurl_view &url) {
    // 3.10: the host is "the fully qualified domain name of the system on which the <path> is accessible"
    p.plan().local = url.local || std::ranges::any_of(p.options().this_host, [&](const std::string &name) {
                         return ascii::equal_ignoring_case(name, host_part(*url.host));
                     });
    if (!p.plan().local) { // "it does not specify an Internet protocol or access method for such files"
        p.plan().host = host_part(*url.host);
        p.refuse(p.offset_of(*url.host), error_code::no_access, file_host(url.edition));
    }
    p.check(url.fpath, char_set{"\r\n"}); // a filename never contains NUL, even with insist
    fileurl_view there = url;
    there.local = true; // the name on its own host
    auto name = filename(there, file_system::posix);
    if (!name) return p.fail(name.error());
    std::string path;
    if (url.fpath && !is_edition_of_1994(url.edition)) { // as for http: RFC 3986 6.2.2.3, 5.2.4
        path = path_for(*url.fpath, url.edition);
        if (path.starts_with('/')) path.insert(0, "."); // path-absolute: as normalization leaves it
        there.fpath = path;
        name = filename(there, file_system::posix);
        if (!name) return p.fail(name.error());
    }
    p.step("path", *std::move(name));
}

} // namespace uniform::detail
