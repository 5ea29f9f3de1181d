# The guided tour: ./run tour. Prints each command line below, then runs it as printed, in the
# project's folder. Usage: tour.sh COMMAND, where COMMAND is the built command.
set -u
command=$1
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 1
bold= plain=
if [[ -t 1 && -z ${NO_COLOR-} ]]; then
  bold=$'\e[1m' plain=$'\e[0m'
fi

announce() { printf '\n%s\n' "$*"; }

# Exit codes 0 and 1 are results (1: some input is invalid or not equivalent); any other ends the tour.
show() {
  printf '\n%s$ %s%s\n' "$bold" "$1" "$plain"
  (
    set -o pipefail
    eval "${1//.\/run/\"\$command\"}"
  ) 2>&1
  local status=$?
  ((status <= 1)) || exit $status
}

announce "Uniform parses, compares and normalizes URIs, URLs and URNs as their standards specify."
announce "The list of this tour is examples/urls.txt:"
show "wc -l examples/urls.txt"

announce "1. Parse: the components of a URI."
show "./run parse 'https://reader@www.example.org:8042/over/there?name=ferret#nose'"
announce "   One component of every URI in a list: the six most frequent hosts."
show "./run parse --on-error drop --get '{host}' -f examples/urls.txt | sort | uniq -c | sort -rn | head -n 6"

announce "2. Check: the lines that are not URIs, with the position and the rule."
show "./run check -f examples/urls.txt"

announce "3. Compare: the level of RFC 3986 section 6.2 at which two spellings are equivalent."
show "./run compare 'http://example.com/%7Estaff/' 'HTTP://EXAMPLE.com/~staff/'"
show "./run compare --level scheme 'http://example.com' 'http://example.com:80/'"
show "./run compare 'http://example.com/a%2Fb' 'http://example.com/a/b'"

announce "4. Resolve references against a base URI (RFC 3986 section 5.2), and relativize."
show "./run resolve 'https://www.w3.org/TR/html52/' ../2014/REC-html5-20141028/links.html '#links' '?q' //www.iana.org/"
show "./run relativize 'https://www.w3.org/TR/html52/' 'https://www.w3.org/TR/2014/REC-html5-20141028/links.html'"

announce "5. Normalize: the same spelling for equivalent URIs. --changes lists the components that would change."
show "./run normalize --on-error drop --changes -f examples/urls.txt | grep -v '^-' | head -n 8"
show "./run normalize 'HTTPS://WWW.Example.ORG/%7Estaff/./a/../b'"

announce "6. Unique: each URI once, in its first spelling and in the original order."
show "./run unique --level scheme --on-error drop -f examples/urls.txt | wc -l"
show "./run unique --level scheme --on-error drop --count -f examples/urls.txt | sort -rn | head -n 5"

announce "7. Names: check the syntax, the NID, the namespace and the check character of URNs (RFC 8141)."
show "./run urn check -f examples/urns.txt 2>/dev/null | tail -n 12"
show "./run urn compare --urn namespace urn:isbn:951-0-18435-7 URN:ISBN:978-951-0-18435-6"
show "./run urn make --check-digit nbn de:101:1-20110203359"
show "./run explain 'urn:example:%D0%B0123,z456'"

announce "8. Locators: the access plan of a URL; and identifiers in a mail."
show "./run url plan 'ftp://myname@host.dom/%2Fetc/motd;type=a'"
show "cat examples/mail.txt"
show "./run find --abbreviated examples/mail.txt"

announce "9. Lint: misleading and dangerous identifiers."
show "./run lint 'http://www.example.com&story=breaking_news@10.0.0.1/top.htm' 'http://0x7f.1/'"

announce "Your own list:  ./run normalize -f LIST > clean.txt      All commands:  ./run --help"
