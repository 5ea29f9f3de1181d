// Each allocation of each function fails in turn: the function returns UNIFORM_NO_MEMORY, or needs it not, and works
// when it is called again. With the sanitizers, which also see leaks, operator new fails; without them, malloc(), and
// so what ICU and Gumbo allocate, too.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string_view>
#include <vector>

#include <uniform.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNIFORM_TEST_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNIFORM_TEST_SANITIZED
#endif
#endif

namespace {

// While it is more than 0, counts the allocations of this thread down; the last one fails, and does all that follow.
thread_local long left = 0;
thread_local bool fired = false;

bool fails() noexcept {
    if (fired) return true;
    if (left == 0 || --left != 0) return false;
    fired = true;
    return true;
}

struct failing {
    explicit failing(long n) noexcept {
        fired = false;
        left = n;
    }
    ~failing() {
        left = 0;
        fired = false;
    }
    failing(const failing &) = delete;
    failing &operator=(const failing &) = delete;
};

using std::string_view;

// A call that gives back what it made.
struct operation {
    const char *name;
    uniform_status (*run)();
};

// A string of the test, which is given back.
struct owned {
    uniform_string value{};
    owned() = default;
    ~owned() { uniform_string_free(&value); }
    owned(const owned &) = delete;
    owned &operator=(const owned &) = delete;
    operator uniform_string *() noexcept { return &value; }
};

template <class T, void (*Free)(T *)>
struct handle {
    T *value = nullptr;
    handle() = default;
    ~handle() { Free(value); }
    handle(const handle &) = delete;
    handle &operator=(const handle &) = delete;
    T **operator&() noexcept { return &value; }
    operator T *() noexcept { return value; }
};
using reference = handle<uniform_reference, uniform_reference_free>;
using values = handle<uniform_values, uniform_values_free>;

const string_view long_url =
    "HTTP://user@m\xC3\xBCnchen.example:80/a/../%7e/a%20very%20long/path/that/needs/memory/of/its/own?"
    "and=a&query=too#and-a-fragment";
const string_view long_uri =
    "HTTP://user@www.Example.co.uk:80/a/../%7e/a%20very%20long/path/that/needs/memory/of/its/own?"
    "and=a&query=too#and-a-fragment";

// The steps in order, up to the first that fails. Allocates nothing itself.
template <class... Steps>
uniform_status first_of(Steps... steps) {
    uniform_status status = UNIFORM_OK;
    (void)(... && ((status = steps()) == UNIFORM_OK));
    return status;
}

const std::vector<operation> &operations() {
    static const std::vector<operation> all{
        {"normalize",
         [] {
             owned s;
             return uniform_normalize(long_uri.data(), long_uri.size(), nullptr, s, nullptr);
         }},
        {"normalize, NFC",
         [] {
             owned s;
             uniform_normalize_options o{};
             o.struct_size = sizeof o;
             o.edition = UNIFORM_RFC3987;
             o.nfc = 1;
             const string_view iri = "http://a/e\xCC\x81";
             return uniform_normalize(iri.data(), iri.size(), &o, s, nullptr);
         }},
        {"resolve",
         [] {
             owned s;
             return uniform_resolve(long_uri.data(), long_uri.size(), "../x", 4, nullptr, s, nullptr);
         }},
        {"relativize",
         [] {
             owned s;
             return uniform_relativize(long_uri.data(), long_uri.size(), "http://b/c", 10, nullptr, s, nullptr);
         }},
        {"iri to uri",
         [] {
             owned s;
             return uniform_iri_to_uri(long_url.data(), long_url.size(), 1, s, nullptr);
         }},
        {"uri to iri",
         [] {
             owned s;
             return uniform_uri_to_iri("http://xn--mnchen-3ya.example/%C3%A9", 36, 1, s, nullptr);
         }},
        {"repair",
         [] {
             owned s;
             owned host;
             const string_view text = " <www.m\xC3\xBCnchen.example/ab> ";
             return uniform_repair(text.data(), text.size(), UNIFORM_AS_TYPED, UNIFORM_URI, s, nullptr, host, nullptr);
         }},
        {"host to ascii",
         [] {
             owned s;
             return uniform_host_to_ascii("m\xC3\xBCnchen.example", 16, UNIFORM_IDNA_2008, s, nullptr);
         }},
        {"host display",
         [] {
             owned s;
             owned why;
             return uniform_host_display("xn--pple-43d.example", 20, s, why);
         }},
        {"domain",
         [] {
             owned s;
             uniform_domain d;
             d.struct_size = sizeof d;
             return uniform_host_domain("www.example.co.uk", 17, s, &d);
         }},
        {"edit",
         [] {
             reference r;
             return first_of(
                 [&] { return uniform_reference_parse(long_uri.data(), long_uri.size(), nullptr, &r, nullptr); },
                 [&] { return uniform_reference_set(r, UNIFORM_HOST, "b.example", 9, UNIFORM_DATA, nullptr); },
                 [&] { return uniform_reference_append_segment(r, "a/b", 3, UNIFORM_DATA, nullptr); },
                 [&] { return uniform_reference_set_parameter(r, "k", 1, "v", 1, UNIFORM_DATA, nullptr, nullptr); },
                 [&] { return uniform_reference_remove_parameters(r, "and*", 4, nullptr, nullptr); });
         }},
        {"web URL",
         [] {
             handle<uniform_web_url, uniform_web_free> u;
             owned s;
             return first_of(
                 [&] { return uniform_web_parse(long_url.data(), long_url.size(), nullptr, 0, &u, nullptr); },
                 [&] { return uniform_web_set(u, UNIFORM_WEB_PATHNAME, "/another/path of some length", 28, nullptr); },
                 [&] { return uniform_web_origin(u, s); });
         }},
        {"web comparison",
         [] {
             handle<uniform_web_differences, uniform_web_differences_free> d;
             return uniform_web_compare("http://a.example\\@b.example/", 27, &d);
         }},
        {"URN by its namespace",
         [] {
             owned s;
             return first_of(
                 [&] { return uniform_urn_normalize("URN:ISBN:951-0-18435-7", 22, 0, 1, s, nullptr); },
                 [&] { return uniform_urn_validate("urn:isbn:951-0-18435-7", 22, 0, 0, nullptr); },
                 [&] { return uniform_urn_from_name("ietf", 4, "RFC 2141", 8, nullptr, s, nullptr); },
                 [&] { return uniform_urn_to_name("urn:doi:10.1000/456%23789", 25, 0, s, nullptr); },
                 [&] { return uniform_urn_convert("urn:example:a?q??r", 18, UNIFORM_URNBIS_14, 0, s, nullptr); });
         }},
        {"URN addresses",
         [] {
             handle<uniform_list, uniform_list_free> a;
             handle<uniform_list, uniform_list_free> b;
             return first_of([&] { return uniform_urn_addresses("urn:ietf:rfc:2141", 17, 0, &a, nullptr); },
                             [&] { return uniform_urn_guess("978-951-0-18435-6", 17, &b); });
         }},
        {"lint",
         [] {
             handle<uniform_findings, uniform_findings_free> f;
             uniform_lint_options o{};
             o.struct_size = sizeof o;
             o.browser = 1;
             const string_view text = "http://u:p@xn--pple-43d.example:81/a%00b/../?password=x";
             return uniform_lint(text.data(), text.size(), &o, &f);
         }},
        {"find",
         [] {
             handle<uniform_found_list, uniform_found_list_free> f;
             return uniform_find("see <http://a/b c>, www.example.org", 35, nullptr, &f);
         }},
        {"finder",
         [] {
             handle<uniform_finder, uniform_finder_free> f;
             const auto ignore = [](void *, const uniform_found *) {};
             return first_of([&] { return uniform_finder_new(nullptr, &f); },
                             [&] { return uniform_finder_feed(f, "see http://a/", 13, ignore, nullptr); },
                             [&] { return uniform_finder_feed(f, "b c", 3, ignore, nullptr); },
                             [&] { return uniform_finder_finish(f, ignore, nullptr); });
         }},
        {"HTML",
         [] {
             handle<uniform_html, uniform_html_free> h;
             const string_view text = "<base href='http://a/'><a href='b'><img srcset='c 1x, d 2x'>";
             return uniform_html_find(text.data(), text.size(), "http://b/", 9, &h, nullptr);
         }},
        {"query",
         [] {
             values v;
             owned s;
             return first_of(
                 [&] {
                     return uniform_query_decode("a=1&b&a%20long%20key=and%20a%20long%20value", 42, nullptr, &v,
                                                 nullptr);
                 },
                 [&] { return uniform_query_encode(v, nullptr, s, nullptr); });
         }},
        {"template",
         [] {
             handle<uniform_template, uniform_template_free> t;
             values v;
             values matched;
             owned s;
             return first_of(
                 [&] { return uniform_template_parse("https://a{/path*}{?q}", 21, &t, nullptr); },
                 [&] { return uniform_values_new(&v); }, [&] { return uniform_values_add_list(v, "path", 4); },
                 [&] { return uniform_values_add_item(v, "a segment of some length", 24); },
                 [&] { return uniform_values_add_text(v, "q", 1, "a", 1); },
                 [&] { return uniform_template_expand(t, v, s, nullptr); },
#ifndef UNIFORM_TEST_SANITIZED
                 // The copy constructor of libstdc++ 12's std::variant is not correct when it throws: its destructor
                 // then visits a variant without a value. The sanitizer is right to stop there.
                 [&] { return uniform_template_match(t, s.value.data, s.value.size, &matched, nullptr, nullptr); },
#endif
                 [] { return uniform_status{UNIFORM_OK}; });
         }},
        {"URL by scheme",
         [] {
             values v;
             owned s;
             return first_of([&] { return uniform_url_fields("mailto:a@b,c@d?subject=e%20f", 28, 0, &v, nullptr); },
                             [&] { return uniform_url_make("mailto", 6, v, 0, s, nullptr); });
         }},
        {"column function",
         [] {
             handle<uniform_column_function, uniform_column_function_free> f;
             const ArrowSchema type{"u", nullptr, nullptr, 2, 0, nullptr, nullptr, [](ArrowSchema *) {}, nullptr};
             static const int offsets[] = {0, 10, 20};
             static const void *buffers[] = {nullptr, offsets, "http://a/bhttp://c/d"};
             const ArrowArray texts{2, 0, 0, 3, 0, buffers, nullptr, nullptr, [](ArrowArray *) {}, nullptr};
             ArrowSchema result_type{};
             ArrowArray result{};
             const uniform_status status = first_of(
                 [&] { return uniform_column_function_new("normalize", 9, nullptr, &f, nullptr); },
                 [&] { return uniform_column_function_run(f, &type, &texts, &result_type, &result, nullptr); });
             if (status == UNIFORM_OK) {
                 result.release(&result);
                 result_type.release(&result_type);
             }
             return status;
         }},
        {"an error with its message",
         [] {
             uniform_error e;
             e.struct_size = sizeof e;
             const bool refused = uniform_parse("http://a b/", 11, nullptr, nullptr, &e) == UNIFORM_REFUSED;
             owned s;
             return refused && e.offset == 8 && e.message[0] != '\0' ? uniform_error_print(&e, "http://a b/", 11, 0, s)
                                                                     : UNIFORM_FAULT;
         }},
    };
    return all;
}

} // namespace

#ifdef UNIFORM_TEST_SANITIZED
void *operator new(std::size_t size) {
    void *memory = fails() ? nullptr : std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc{};
    return memory;
}
void *operator new(std::size_t size, const std::nothrow_t & /*unused*/) noexcept {
    return fails() ? nullptr : std::malloc(size == 0 ? 1 : size);
}
void *operator new[](std::size_t size) { return ::operator new(size); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t /*unused*/) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory, std::size_t /*unused*/) noexcept { std::free(memory); }
#else
extern "C" {
void *__libc_malloc(std::size_t size);
void *__libc_calloc(std::size_t n, std::size_t size);
void *__libc_realloc(void *memory, std::size_t size);

void *malloc(std::size_t size) noexcept { return fails() ? nullptr : __libc_malloc(size); }
void *calloc(std::size_t n, std::size_t size) noexcept { return fails() ? nullptr : __libc_calloc(n, size); }
void *realloc(void *memory, std::size_t size) noexcept { return fails() ? nullptr : __libc_realloc(memory, size); }
}
#endif

int main() {
    int wrong = 0;
    long total = 0;
    for (const operation &o : operations()) {
        for (long n = 1;; ++n) {
            bool did_fail = false;
            uniform_status status = UNIFORM_OK;
            {
                const failing memory{n};
                status = o.run();
                did_fail = fired;
            }
            if (!did_fail) {
                total += n - 1;
                if (status != UNIFORM_OK) {
                    std::printf("%s: %s without a failure\n", o.name, uniform_status_text(status));
                    ++wrong;
                }
                break;
            }
            // A document that the HTML parser has no memory for is refused as too costly.
            const bool too_costly = status == UNIFORM_REFUSED && string_view{o.name} == "HTML";
            if (status != UNIFORM_OK && status != UNIFORM_NO_MEMORY && !too_costly) {
                std::printf("%s: allocation %ld: %s\n", o.name, n, uniform_status_text(status));
                ++wrong;
            }
            if (o.run() != UNIFORM_OK) {
                std::printf("%s: allocation %ld: does not work afterwards\n", o.name, n);
                ++wrong;
            }
            if (n > 20000) {
                std::printf("%s: does not end\n", o.name);
                return 1;
            }
        }
    }
    std::printf("%zu operations, %ld allocations failed, %d wrong\n", operations().size(), total, wrong);
    return wrong != 0;
}
