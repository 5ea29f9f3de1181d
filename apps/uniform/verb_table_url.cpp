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
     "uniform url make mailto to=a@example.org to=b@example.org subject='Tea & cake' headers=cc=c@example.org"},
    {"A search", "uniform url make gopher host=h.x gophertype=7 selector=sel search='two words'"},
};

constexpr opt plan_options_list[]{file,        null, url_edition, max_length, insist,  mail_address,
                                  news_server, json, color,       on_error,   threads, no_progress};
constexpr example plan_examples[]{
    {"The commands of FTP", "uniform url plan 'ftp://host.dom/a/b/c;type=i'"},
    {"What would be sent, however unwise", "uniform url plan --insist 'gopher://h.x:25/0%0D%0AHELO'"},
};

constexpr verb_spec verbs[]{
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
     "A URL is refused where CR, LF or NUL would be inside an argument, and for a port below 1024 that is not the "
     "scheme's own (draft-ietf-uri-url-06 section 6); --insist makes notes of that.",
     plan_options_list, plan_examples, ""},
};

} // namespace

std::span<const verb_spec> url_verb_table() noexcept { return verbs; }

} // namespace uniform::command
