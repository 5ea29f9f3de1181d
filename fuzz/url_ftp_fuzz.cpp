// ftp URLs: the components of the path are the commands of the plan (3.2.2).
#include "url_fuzz.hpp"

namespace {

void promises(const uniform::ftpurl_view &url) {
    using url_fuzz::promise;

    // 3.2.2: a CWD for every element but the last, which is the name; since RFC 3986 5.2.4, "." and ".." are none.
    const auto parts = uniform::parts_of(url);
    const auto plan = uniform::plan_access(uniform::url_view{url}, {.insist = true});
    if (!plan) return;
    const bool all = uniform::is_edition_of_1994(url.edition);
    std::size_t cwd = 0;
    for (const uniform::access_step &step : plan->steps) {
        if (step.command != "CWD") continue;
        while (!all && cwd < parts.cwd.size() && step.argument != parts.cwd[cwd]) ++cwd;
        promise(cwd < parts.cwd.size() && step.argument == parts.cwd[cwd], "another CWD", url.text);
        promise(all || (step.argument != "." && step.argument != ".."), "a CWD of a dot segment", url.text);
        ++cwd;
    }
    promise(!all || cwd == parts.cwd.size(), "a CWD is missing", url.text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    return url_fuzz::one_input<uniform::ftpurl_view>("ftp", data, size, promises);
}
