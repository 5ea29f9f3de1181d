// The verbs for URLs by their schemes, and for what they lead to.

#include "verb_table.hpp"

namespace uniform::command {

namespace {

using enum opt;

constexpr opt parse_options_list[]{file, null, url_edition, max_length, json, color, on_error, threads, no_progress};
constexpr example parse_examples[]{
    {"The parts of a URL", "uniform url parse 'ftp://myname@host.dom/%2Fetc/motd;type=a'"},
    {"As the draft of 1994 reads it", "uniform url parse -e url-06 'wais://h.x/db/TEXT/p%2F1'"},
    {"A list, for programs", "uniform url parse --json -f urls.txt"},
};

constexpr opt make_options_list[]{null, url_edition, json};
constexpr example make_examples[]{
    {"A file behind an absolute path", "uniform url make ftp host=host.dom cwd=/etc name=motd"},
    {"A message to two people",
     "uniform url make mailto to=a@example.org to=b@example.org subject='Tea & cake' headers=cc=c@x.org"},
    {"A search", "uniform url make gopher host=h.x gophertype=7 selector=sel search='two words'"},
};

constexpr opt plan_options_list[]{file,        null, url_edition, max_length, insist,  mail_address,
                                  news_server, json, color,       on_error,   threads, no_progress};
constexpr example plan_examples[]{
    {"The commands of FTP", "uniform url plan 'ftp://host.dom/a/b/c;type=i'"},
    {"What would be sent, however unwise", "uniform url plan --insist 'gopher://h.x:25/0%0D%0AHELO'"},
};

constexpr opt get_options_list[]{url_edition, insist, mail_address, news_server, opt::gateway, output_file,
                                 quiet,       color,  no_progress,  max_size,    opt::timeout, max_redirects};
constexpr example get_examples[]{
    {"Into a file that is there only when it is whole", "uniform get -o tide.txt ftp://ftp.example.org/pub/tide.txt"},
    {"Several, into a directory", "uniform get -o . http://www.example.org/a.txt gopher://gopher.example.org/0b.txt"},
    {"An article of a news server", "uniform get --news-server news.example.org news:tide1@example.org"},
    {"Is it there?", "uniform get -q --max-size 10M http://www.example.org/ && echo yes"},
};

constexpr verb_spec verbs[]{
    {"get", "get what URLs lead to", "URL...",
     "Carries out the plan of each URL (`uniform url plan` shows it) and writes what comes to standard output, one "
     "after "
     "the other, as it was sent: line ends stay CRLF where the server sends CRLF. With --output, a file gets its name "
     "only when everything was received and lies on the disk; until then it has a temporary name beside it, and is "
     "removed when something goes wrong. Where --output is a directory, each file is named by the last segment of its "
     "URL, and one of that name is replaced.\n\n"
     "--gateway names where URLs of a scheme are got from instead of directly, as section 4 of draft-ietf-uri-url-06 "
     "recommends: for wais, say, that no server speaks any more.\n\n"
     "ftp, http, https, gopher, file, data, nntp, news and snews are carried out. telnet prints how to connect; "
     "mailto, "
     "wais and prospero print the plan.\n\n"
     "Redirects lead to http and https alone, and each one is checked as a URL given here would be; --insist is not "
     "for "
     "them. Where a URL has a user and no password, it is asked for on the terminal. An anonymous login sends an empty "
     "password, or --mail-address. No .netrc is read. Of the environment count NNTPSERVER, SSL_CERT_FILE (certificates "
     "to trust), and for http and https http_proxy, https_proxy, all_proxy and no_proxy.\n\n"
     "The exit code is 1 when a URL is not valid, is refused, or what it leads to could not be had; 3 when that could "
     "not be written.",
     get_options_list, get_examples, ""},
    {"url parse", "show the parts that its scheme gives each URL", "[URL...]",
     "Reads each URL by the document of its scheme and prints its parts by name, decoded, with defaults filled in: the "
     "port, the user \"anonymous\" of ftp (user_given says whether it is in the URL), the type \"1\" of gopher. Parts "
     "that are not there are left out; with --json they are null.\n\n"
     "The schemes are data file ftp gopher http https ldap ldaps mailto news nntp prospero snews telnet wais ws wss. "
     "Of "
     "others, schemepart is all that is known. An edition that does not have a scheme is passed over for it.",
     parse_options_list, parse_examples, ""},
    {"url make", "make a URL of its parts", "SCHEME FIELD=VALUE...",
     "Prints the URL of that scheme with these parts, encoded as its document demands. The values are data and not "
     "encoded yet, except those that `uniform url parse` shows as they are written: path, query, searchpart, "
     "resource_name, wpath, schemepart. A field that is a list is given once for each item, and one of pairs as "
     "FIELD=NAME=VALUE.\n\n"
     "  data              media_type base64 (true or false) data\n"
     "  file              host path filename (of POSIX, instead of a path)\n"
     "  ftp               user password host port cwd... name typecode\n"
     "  gopher            host port gophertype selector search gopher_plus\n"
     "  http, https       host port path query (before RFC 9110: searchpart)\n"
     "  ldap, ldaps       host port dn attributes... scope filter extensions...\n"
     "  mailto            to... subject body headers... (1994: addr_spec)\n"
     "  news, snews       user password host port group message_id\n"
     "  nntp              user password host port group article\n"
     "  prospero          host port hsoname fields...\n"
     "  telnet            user password host port\n"
     "  wais              host port database search wtype wpath\n"
     "  ws, wss           host port resource_name\n"
     "  others            schemepart\n\n"
     "The exit code is 1 when no URL of the scheme has such parts.",
     make_options_list, make_examples, ""},
    {"url plan", "tell the steps by which a client accesses each URL", "[URL...]",
     "Prints what the document of the scheme has a client do: the host and port, where user and password come from, "
     "and "
     "each step by number. Nothing is contacted. A password in the URL is not shown, except with --json.\n\n"
     "A fragment is no part of the URL and is left out.\n\n"
     "A URL is refused where CR, LF or NUL would be inside an argument, where a space or another control would be "
     "inside one of news or nntp, and for a port below 1024 that is not the scheme's own (draft-ietf-uri-url-06 "
     "section 6); --insist makes notes of that.",
     plan_options_list, plan_examples, ""},
};

} // namespace

std::span<const verb_spec> url_verb_table() noexcept { return verbs; }

} // namespace uniform::command
