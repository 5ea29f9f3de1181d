#include "command/service/service_transcript.hpp"

#include <regex>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

// Both begin with a store in which one token was made, so that the numbers of events are the same.
constexpr std::string_view local = R"sh(
$U store migrate --store names.db > begin.log && $U token create --role administrator --store names.db > token.txt 2>> begin.log || exit 9
AT='--store names.db'
)sh";

constexpr std::string_view remote = R"sh(
$U store migrate --store names.db > begin.log && $U token create --role administrator --store names.db > token.txt 2>> begin.log || exit 9
mkfifo serve.log
$U serve --port 0 --store names.db 2> serve.log &
service=$!
trap 'kill $service 2> end.log; wait $service' EXIT
exec 4< serve.log
while read -r line <&4; do [[ $line == *'"started"'* ]] && break; done
[[ $line =~ '"url":"'([^\"]*) ]] || exit 9
cat <&4 > rest.log &
AT="--server ${BASH_REMATCH[1]} --token-file token.txt"
)sh";

constexpr std::string_view commands = R"sh(
unset UNIFORM_SERVER UNIFORM_TOKEN UNIFORM_CONFIG UNIFORM_SECRET
uniform() { "$U" "${@:1:2}" $AT "${@:3}"; }
uniform namespace add example title=Examples > begin.txt || exit 9
)sh";

std::string run_lines(std::string_view place, const std::string &transcript) {
    std::string script{place};
    script += commands;
    script += "HARBOUR=" UNIFORM_EXAMPLES "/namespace/harbour-1.txt\n";
    for (std::size_t at = 0; at < transcript.size();) {
        std::size_t end = transcript.find('\n', at);
        if (end == std::string::npos) end = transcript.size();
        const std::string line = transcript.substr(at, end - at);
        at = end + 1;
        if (!line.starts_with("$ ")) continue;
        script += "cat <<'END-OF-LINE'\n" + line + "\nEND-OF-LINE\n{ " + line.substr(2) +
                  "\n} 2>&1; code=$?; test $code = 0 || echo \"[$code]\"\n";
    }
    std::string out = shell(script).out;
    const std::pair<const char *, const char *> blurred[]{
        {"uniform_[0-9a-f]{12}_[A-Za-z0-9_-]{43}", "TOKEN"},
        {"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z", "TIME"},
        {"(`uniform [^`\n]*) (--store names\\.db|--server http://[^ `\n]*)`", "$1 WHERE`"},
        {"(local:[a-z0-9_-]+|token:[0-9a-f]{12})", "WHO"},
        {"(from|\"from\":) ?\"?(command line|127\\.0\\.0\\.1)\"?", "$1 FROM"},
        {"\\b[0-9a-f]{64}\\b", "HASH"},
        {"\\b[0-9a-f]{12}\\b", "ID"},
    };
    for (const auto &[what, name] : blurred) out = std::regex_replace(out, std::regex(what), name);
    return out;
}

} // namespace

void check_transcript(const std::string &transcript) {
    const std::string wanted = transcript.substr(transcript.starts_with('\n') ? 1 : 0);
    const std::string here = run_lines(local, wanted);
    const std::string there = run_lines(remote, wanted);
    EXPECT_EQ(here, wanted) << "on a local store";
    EXPECT_EQ(there, wanted) << "on a service";
}

} // namespace uniform::test
