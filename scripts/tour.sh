# The guided tour: ./run tour. Each command line below is printed, then carried out as printed, in the
# project's folder. Usage: tour.sh COMMAND, where COMMAND is the built command.
set -u
command=$1
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 1
bold= plain=
if [[ -t 1 && -z ${NO_COLOR-} ]]; then
  bold=$'\e[1m' plain=$'\e[0m'
fi

say() { printf '\n%s\n' "$*"; }

# Exit codes 0 and 1 are answers (1: some input is not valid, or not equivalent); anything else ends the tour.
show() {
  printf '\n%s$ %s%s\n' "$bold" "$1" "$plain"
  (
    set -o pipefail
    eval "${1//.\/run/\"\$command\"}"
  ) 2>&1
  local status=$?
  ((status <= 1)) || exit $status
}

say "Uniform reads, compares and cleans URIs, URLs and URNs by the letter of their standards."
say "The list of this tour is examples/urls.txt:"
show "wc -l examples/urls.txt"

say "1. Parse: what a URI is made of."
show "./run parse 'https://reader@www.example.org:8042/over/there?name=ferret#nose'"
say "   Any part of it, for a whole list: the six most frequent hosts."
show "./run parse --on-error drop --get '{host}' -f examples/urls.txt | sort | uniq -c | sort -rn | head -n 6"

say "2. Check: which lines are no URIs, where exactly, and by which rule."
show "./run check -f examples/urls.txt"

say "3. Compare: two spellings, and the rung of RFC 3986 section 6.2 on which they meet."
show "./run compare 'http://example.com/%7Estaff/' 'HTTP://EXAMPLE.com/~staff/'"
show "./run compare --rung scheme 'http://example.com' 'http://example.com:80/'"
show "./run compare 'http://example.com/a%2Fb' 'http://example.com/a/b'"

say "4. Resolve: what a reference means on a page (RFC 3986 section 5.2), and back again."
show "./run resolve 'https://www.w3.org/TR/html52/' ../2014/REC-html5-20141028/links.html '#links' '?q' //www.iana.org/"
show "./run relativize 'https://www.w3.org/TR/html52/' 'https://www.w3.org/TR/2014/REC-html5-20141028/links.html'"

say "5. Normalize: one spelling for all. --changes says what would change, without doing it."
show "./run normalize --on-error drop --changes -f examples/urls.txt | grep -v '^-' | head -n 8"
show "./run normalize 'HTTPS://WWW.Example.ORG/%7Estaff/./a/../b'"

say "6. Unique: each resource once; the first spelling wins and the order stays."
show "./run unique --rung scheme --on-error drop -f examples/urls.txt | wc -l"
show "./run unique --rung scheme --on-error drop --count -f examples/urls.txt | sort -rn | head -n 5"

say "7. Names: are these URNs valid, registered, fitting their namespace, and is the check character right (RFC 8141)?"
show "./run urn check -f examples/urns.txt 2>/dev/null | tail -n 12"
show "./run urn compare --urn namespace urn:isbn:951-0-18435-7 URN:ISBN:978-951-0-18435-6"
show "./run urn make --check-digit nbn de:101:1-20110203359"
show "./run explain 'urn:example:%D0%B0123,z456'"

say "8. Locators: what a client would do, by the text of 1994; and identifiers in a mail."
show "./run url plan 'ftp://myname@host.dom/%2Fetc/motd;type=a'"
show "cat examples/mail.txt"
show "./run find --abbreviated examples/mail.txt"

say "9. Lint: what may one be hiding?"
show "./run lint 'http://www.example.com&story=breaking_news@10.0.0.1/top.htm' 'http://0x7f.1/'"

say "Your own list:  ./run normalize -f LIST > clean.txt      All verbs:  ./run --help"
