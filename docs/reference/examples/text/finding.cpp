// Finding identifiers in text, and reading typed ones.
#include <uniform/text/abbreviated.hpp>
#include <uniform/text/find.hpp>
#include <uniform/text/git_remote.hpp>
#include <uniform/text/typed.hpp>

#include "../check.hpp"

using namespace uniform;

namespace {

void finding() {
    const std::vector<found> all = find_uris("Read <http://a/b> or foo:bar.", {.schemes = found_schemes::any});
    CHECK(all.size() == 2);
    CHECK(all[0].text == "http://a/b" && all[0].how == delimited::angle);
    CHECK(all[1].text == "foo:bar" && to_string(all[1].how) == "bare");
}

void finding_in_pieces() {
    std::vector<std::string> texts;
    const auto keep = [&](const found &f) { texts.push_back(f.text); };
    uri_finder finder{find_options{.abbreviated = true}};
    finder.feed("see http://exam", keep);
    finder.feed("ple.com/ today", keep);
    finder.finish(keep);
    CHECK(texts == std::vector<std::string>{"http://example.com/"});
}

void completing() {
    const completion c = complete("ftp.example.com/pub", complete_options{}).value();
    CHECK(c.uri == "ftp://ftp.example.com/pub" && c.rule == completion_rule::ftp_host);
    CHECK(to_string(c.rule) == "ftp-host");
}

void remote_repositories() {
    CHECK(ssh_uri_of_git_remote("git@example.org:group/project.git") == "ssh://git@example.org/group/project.git");
    CHECK(!ssh_uri_of_git_remote("https://example.org/project.git"));
}

void cleaning_typed_text() {
    const cleaned_text c = clean_typed("\"http://a/\"");
    CHECK(c.text == "http://a/");
    const cleaning first = c.actions.front();
    CHECK(first.kind == cleaning::what::quote && first.begin == 0 && to_string(first.kind) == "quote");
    CHECK(strip_typed(" <URL:http://a/ b> ") == "http://a/ b");
    CHECK(clean_typed("www.a.example, ").text == "www.a.example");
    CHECK(read_typed("http:// a.example,")->text == "http://a.example");
    const no_identifier why = read_typed("a name").error();
    CHECK(why.why == no_identifier::reason::several && why.offset == 1);
    CHECK(typed_authority("http:a.example/x") == "a.example");
    CHECK(offset_in_typed(1, clean_typed(" a:b").actions) == 2);
    CHECK(find_white_space("a:b c:d") == 3);
}

} // namespace

int main() {
    finding();
    finding_in_pieces();
    completing();
    remote_repositories();
    cleaning_typed_text();
    return 0;
}
