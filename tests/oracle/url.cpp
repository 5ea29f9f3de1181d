#include "oracle/url.hpp"

#include <algorithm>

namespace oracle {

namespace {

// The text without its escapes; they are well-formed, because a grammar has accepted them.
std::string decoded(std::string_view text) {
    const auto hex = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            bytes += static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2]));
            i += 2;
        } else {
            bytes += text[i];
        }
    }
    return bytes;
}

std::vector<url_reading> all_readings() {
    std::vector<url_reading> all;
    for (const auto &[document, file] :
         {std::pair<std::string_view, std::string_view>{"url-06", "url_06.abnf"}, {"rfc1738", "rfc1738.abnf"}}) {
        const bool draft = document == "url-06";
        all.push_back({document, "ftp", file, "ftpurl", "ftpurl", ""});
        all.push_back({document, "http", file, "httpurl", "httpurl", ""});
        all.push_back({document, "gopher", file, "gopherurl", "gopherurl", ""});
        all.push_back({document, "mailto", file, "mailtourl", "mailtourl", ""});
        all.push_back({document, "news", file, "newsurl", "newsurl", ""});
        all.push_back({document, "nntp", file, "nntpurl", "nntpurl", ""});
        all.push_back({document, "telnet", file, "telneturl", "telneturl", ""});
        all.push_back({document, "wais", file, "waisurl", "waisurl", ""});
        all.push_back({document, "file", file, "fileurl", draft ? "fileurl-of-3-10" : "fileurl",
                       draft ? "draft-ietf-uri-url-06 3.10: the host of a file may be empty" : ""});
        all.push_back({document, "prospero", file, "prosperourl", "prosperourl", ""});
        all.push_back({document, "", file, "otherurl", "otherurl", ""});
    }
    all.push_back({"rfc8089", "file", "rfc8089.abnf", "file-URI", "file-URI", ""});
    all.push_back({"rfc6068", "mailto", "rfc6068.abnf", "mailtoURI", "mailtoURI",
                   "RFC 6068 2: an addr-spec is one once it is decoded"});
    all.push_back({"rfc5538", "news", "rfc5538.abnf", "newsURL", "newsURL",
                   "RFC 5538 4: an article is a msg-id-core once it is decoded"});
    all.push_back({"rfc5538", "snews", "rfc5538.abnf", "snewsURL", "snewsURL",
                   "RFC 5538 4: an article is a msg-id-core once it is decoded"});
    all.push_back({"rfc5538", "nntp", "rfc5538.abnf", "nntpURL", "nntpURL-asked",
                   "RFC 5538 3: a server without a name can be asked nothing"});
    all.push_back({"rfc3986", "ftp", "rfc2005.abnf", "ftpurl", "ftpurl", ""});
    all.push_back({"rfc4248", "telnet", "rfc2005.abnf", "telneturl", "telneturl", ""});
    all.push_back({"rfc4266", "gopher", "rfc2005.abnf", "gopherurl", "gopherurl", ""});
    all.push_back({"rfc4156", "wais", "rfc2005.abnf", "waisurl", "waisurl", ""});
    all.push_back({"rfc4157", "prospero", "rfc2005.abnf", "prosperourl", "prosperourl", ""});
    all.push_back({"rfc9110", "http", "rfc9110.abnf", "http-URI", "origin-http",
                   "RFC 9110 4.2.1, 4.2.4: an empty host and a userinfo are refused"});
    all.push_back({"rfc9110", "https", "rfc9110.abnf", "https-URI", "origin-https",
                   "RFC 9110 4.2.2, 4.2.4: an empty host and a userinfo are refused"});
    all.push_back({"rfc6455", "ws", "rfc6455.abnf", "ws-URI", "ws-connected",
                   "RFC 6455 4.1: a host without a name cannot be connected to"});
    all.push_back({"rfc6455", "wss", "rfc6455.abnf", "wss-URI", "wss-connected",
                   "RFC 6455 4.1: a host without a name cannot be connected to"});
    all.push_back({"rfc2397", "data", "rfc2397.abnf", "dataurl", "dataurl-decodable",
                   "RFC 2397 3: what \";base64\" announces is base64"});
    all.push_back({"rfc4516", "ldap", "rfc4516.abnf", "ldapurl", "ldapurl", ""});
    all.push_back({"rfc4516", "ldaps", "rfc4516.abnf", "ldapsurl", "ldapsurl", ""});
    return all;
}

} // namespace

const std::vector<url_reading> &url_readings() {
    static const std::vector<url_reading> all = all_readings();
    return all;
}

url_oracle::url_oracle() {
    const std::string folder = UNIFORM_ORACLE_GRAMMARS "/";
    const auto grammar_of = [&](std::string_view file) {
        const bool alone = file == "url_06.abnf" || file == "rfc1738.abnf";
        return alone ? grammar::from_file(folder + std::string(file))
                     : grammar::from_files(folder + "rfc3986.abnf", folder + std::string(file));
    };
    std::string_view last;
    std::unique_ptr<grammar> g;
    for (const url_reading &r : url_readings()) {
        if (r.grammar != last) g = std::make_unique<grammar>(grammar_of(r.grammar));
        last = r.grammar;
        engines_.push_back(
            {std::make_unique<automaton>(*g, std::vector<std::string>{std::string(r.printed), std::string(r.meant)})});
    }
    addr_spec_ = std::make_unique<automaton>(grammar_of("rfc6068.abnf"), std::vector<std::string>{"addr-spec"});
    msg_id_core_ = std::make_unique<automaton>(grammar_of("rfc5538.abnf"), std::vector<std::string>{"msg-id-core"});
}

url_verdict url_oracle::judge(std::size_t reading, std::string_view text) {
    const url_reading &r = url_readings()[reading];
    const std::uint32_t accepted = engines_[reading].rules->accepts(text);
    url_verdict verdict{(accepted & 1U) != 0, (accepted & 2U) != 0};
    if (verdict.meant && r.document == "rfc6068") verdict.meant = addresses(text);
    if (verdict.meant && r.grammar == "rfc5538.abnf" && r.scheme != "nntp") verdict.meant = article(text);
    return verdict;
}

// RFC 6068 2: to = addr-spec *( "," addr-spec ), each decoded after they were taken apart. A quoted-string may hold a
// ",", so whether there is a way to take them apart is what counts.
bool url_oracle::addresses(std::string_view url) {
    std::string_view to = url.substr(url.find(':') + 1);
    to = to.substr(0, to.find('?'));
    if (to.empty()) return true;
    // good[i]: the text from i on is a list
    std::vector<bool> good(to.size() + 1, false);
    for (std::size_t i = to.size(); i-- > 0;) {
        if (i != 0 && to[i - 1] != ',') continue;
        for (std::size_t end = i + 1; end <= to.size() && !good[i]; ++end) {
            if (end != to.size() && (to[end] != ',' || !good[end + 1])) continue;
            good[i] = addr_spec_->matches(decoded(to.substr(i, end - i)));
        }
    }
    return good[0];
}

// RFC 5538 4: what has an "@" is an article.
bool url_oracle::article(std::string_view url) {
    std::string_view rest = url.substr(url.find(':') + 1);
    if (rest.starts_with("//")) rest.remove_prefix(std::min(rest.find('/', 2), rest.size() - 1) + 1);
    return rest.find('@') == std::string_view::npos || msg_id_core_->matches(decoded(rest));
}

} // namespace oracle
