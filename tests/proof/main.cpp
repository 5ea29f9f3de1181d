// The complete test sets, as a table; scripts/prove_grammar.sh runs it. `--part` makes the part that ./test runs,
// `--all` the sets with k = 2,
// `--with KERNEL` wants this kernel to be among those that are asked, and a further argument chooses the editions whose
// name contains it. `--mutants` puts the sets of the places to recognizers with a fault instead (mutants.hpp). Exit
// code 1 if a recognizer differs from its grammar, if nothing was accepted, which would prove nothing, or if a kernel
// has left every text to the scalar parser.
#include "proof/campaign.hpp"
#include "proof/mutants.hpp"

#include <cstdio>
#include <ctime>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#if defined(__wasi__)
#include <wasi/api.h>
#endif

namespace {

using namespace proof;

double processor_seconds() {
#if defined(__wasi__) // where std::clock() is missing
    __wasi_timestamp_t nanoseconds = 0;
    (void)__wasi_clock_time_get(__WASI_CLOCKID_PROCESS_CPUTIME_ID, 1, &nanoseconds);
    return static_cast<double>(nanoseconds) / 1e9;
#else
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

struct options {
    effort how = effort::total;
    bool are_mutants = false;
    std::string_view kernel;
    std::string_view edition;
};

class table {
public:
    table() {
        std::puts(
            "| edition | rule | language or boundary | states | classes | identifiers | k | k at places | placeless "
            "| crossed | texts | accepted | different |");
        std::puts("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    }
    void add(const examined &x) {
        std::printf("| %s | %s | %s | %u | %u | %zu | %u | %s | %llu | %llu | %llu |\n", x.edition.c_str(),
                    x.rule.c_str(), x.boundary.empty() ? "language" : x.boundary.c_str(), x.states, x.classes,
                    x.identifiers, x.extra_states, shown(x.places).c_str(),
                    static_cast<unsigned long long>(x.found.texts), static_cast<unsigned long long>(x.found.accepted),
                    static_cast<unsigned long long>(x.found.different));
        for (const std::string &d : x.found.differences) std::printf("    %s\n", d.c_str());
        std::fflush(stdout);
        sum_.add(x.found);
        const std::string kind = x.boundary.empty() ? "languages" : "boundaries";
        ++with_[kind + " with k = " + std::to_string(x.extra_states)];
        if (x.places) ++with_[kind + " with k = " + k_of(*x.places) + " at places"];
        is_vacuous_ = is_vacuous_ || x.found.accepted == 0;
    }
    void print_sum(double seconds) const {
        for (const auto &[what, count] : with_) std::printf("%u %s\n", count, what.c_str());
        std::printf("%llu texts with each kernel, %llu accepted, %llu different, %.0f s of processor time\n",
                    static_cast<unsigned long long>(sum_.texts), static_cast<unsigned long long>(sum_.accepted),
                    static_cast<unsigned long long>(sum_.different), seconds);
    }
    [[nodiscard]] bool holds() const { return !with_.empty() && !is_vacuous_ && sum_.different == 0; }

private:
    // "1", "0, 1 at borders", or "0 at borders".
    static std::string k_of(const place_figures &f) {
        std::string shown = f.k ? std::to_string(*f.k) : "";
        if (f.k && f.k_at_borders) shown += ", ";
        if (f.k_at_borders) shown += std::to_string(*f.k_at_borders) + " at borders";
        return shown;
    }
    static std::string shown(const std::optional<place_figures> &f) {
        return f ? k_of(*f) + " | " + std::to_string(f->placeless) + " | " + std::to_string(f->crossed) : "- | - | -";
    }

    findings sum_{};
    std::map<std::string, unsigned> with_{}; // numbers of automata
    bool is_vacuous_ = false;
};

bool is_asked(std::string_view kernel) {
    for (std::size_t k = 0; k < kernels(); ++k) {
        if (kernel_name(k) == kernel) return true;
    }
    return false;
}

// The texts that each kernel has accepted itself. The scalar parser is no kernel's own answer; every other one has to
// have answers, if what was examined is anything that it reads.
bool print_kernels(bool have_answers) {
    bool holds = accepted_by_kernel(0) == 0;
    for (std::size_t k = 0; k < kernels(); ++k) {
        std::printf("accepted by %s itself: %llu\n", kernel_name(k).c_str(),
                    static_cast<unsigned long long>(accepted_by_kernel(k)));
        holds = holds && (k == 0 || !have_answers || accepted_by_kernel(k) > 0);
    }
    return holds;
}

int examine_all_mutants(const options &o) {
    const double begin = processor_seconds();
    std::puts("| edition | offsets | fault at one of them | faults | found | with words of no symbol |");
    std::puts("|---|---|---|---|---|---|");
    bool holds = false;
    for (const edition_case &e : edition_cases()) {
        if (!has_places(e.productions.front().by) || !std::string_view(e.name).contains(o.edition)) continue;
        for (const mutant_figures &m : examine_mutants(e, mutants_of_program)) {
            const std::string without = m.found_without ? std::to_string(*m.found_without) : "-";
            std::printf("| %s | %s | %s | %u | %u | %s |\n", e.name.c_str(), m.offsets.c_str(), m.fault.c_str(),
                        m.faults, m.found, without.c_str());
            std::fflush(stdout);
            if (m.found < m.faults) return 1;
            holds = holds || m.found > 0;
        }
    }
    std::printf("%.0f s of processor time\n", processor_seconds() - begin);
    return holds ? 0 : 1;
}

int prove(const options &o) {
    const double begin = processor_seconds();
    table all;
    bool have_kernels = false;
    for (const auto *cases : {&edition_cases(), &host_cases(), &rule_cases()}) {
        for (const edition_case &e : *cases) {
            if (!std::string_view(e.name).contains(o.edition)) continue;
            for (const production_case &p : e.productions) {
                have_kernels = have_kernels || p.by.has_kernels();
                all.add(examine_language(e, p, o.how));
                for (const examined &x : examine_boundaries(e, p, o.how)) all.add(x);
            }
        }
    }
    all.print_sum(processor_seconds() - begin);
    const bool kernels_hold = print_kernels(have_kernels);
    return all.holds() && kernels_hold ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
    options o;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--part") {
            o.how = effort::part;
        } else if (argument == "--all") {
            o.how = effort::all;
        } else if (argument == "--mutants") {
            o.are_mutants = true;
        } else if (argument == "--with" && i + 1 < argc) {
            o.kernel = argv[++i];
        } else {
            o.edition = argument;
        }
    }
    if (!o.kernel.empty() && !is_asked(o.kernel)) {
        std::fprintf(stderr, "uniform_prove: this program or machine has no kernel %s\n",
                     std::string(o.kernel).c_str());
        return 1;
    }
    return o.are_mutants ? examine_all_mutants(o) : prove(o);
}
