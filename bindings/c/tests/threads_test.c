// Many threads at once: the first uses of what the library makes lazily, shared handles that are only read, handles of
// one thread that are changed. The thread sanitizer sees what the results do not show.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <uniform.h>

enum { threads = 8, rounds = 50 };

struct shared {
    const uniform_template *parsed;
    const uniform_values *variables;
    const uniform_reference *reference;
    const uniform_web_url *url;
    const uniform_findings *findings;
    pthread_barrier_t *start;
};

static int is(const uniform_string *s, const char *expected) { return strcmp(s->data, expected) == 0; }

// One round of everything; the number of what was wrong.
static int round_of(const struct shared *all) {
    int wrong = 0;
    uniform_string s = {0};
    uniform_error e;
    e.struct_size = sizeof e;
    wrong += uniform_host_to_ascii("m\xC3\xBCnchen.example", 16, UNIFORM_IDNA_UTS46, &s, &e) != UNIFORM_OK ||
             !is(&s, "xn--mnchen-3ya.example");
    uniform_domain domain;
    domain.struct_size = sizeof domain;
    wrong += uniform_host_domain("www.example.co.uk", 17, &s, &domain) != UNIFORM_OK || domain.registrable.begin != 4;
    wrong += uniform_resolve("http://a/b", 10, "../c", 4, NULL, &s, &e) != UNIFORM_OK || !is(&s, "http://a/c");
    wrong += uniform_normalize("HTTP://A/%7e", 12, NULL, &s, &e) != UNIFORM_OK || !is(&s, "http://a/~");
    wrong += uniform_urn_normalize("URN:ISBN:951-0-18435-7", 22, 0, UNIFORM_URN_NAMESPACE, &s, &e) != UNIFORM_OK;
    wrong += uniform_urn_validate("urn:oid:1.3.6.", 14, 0, UNIFORM_VALIDATION_NORMAL, &e) != UNIFORM_REFUSED ||
             e.offset != 14;
    wrong += uniform_parse("http://a b", 10, NULL, NULL, &e) != UNIFORM_REFUSED || e.offset != 8;
    wrong += uniform_template_expand(all->parsed, all->variables, &s, &e) != UNIFORM_OK || !is(&s, "/a?q=b");
    uniform_text t;
    uniform_reference_text(all->reference, &t);
    wrong += t.size != 10;
    wrong += uniform_web_get(all->url, UNIFORM_WEB_HOST, &t) != UNIFORM_OK || t.size != 1;
    uniform_finding f;
    f.struct_size = sizeof f;
    wrong += uniform_findings_get(all->findings, 0, &f) != UNIFORM_OK;
    uniform_findings *findings = NULL;
    wrong += uniform_lint("http://xn--pple-43d.example/", 28, NULL, &findings) != UNIFORM_OK ||
             uniform_findings_size(findings) == 0;
    uniform_findings_free(findings);
    uniform_reference *own = NULL;
    wrong += uniform_reference_copy(all->reference, &own) != UNIFORM_OK;
    wrong += uniform_reference_set(own, UNIFORM_PORT, "80", 2, UNIFORM_WRITTEN, &e) != UNIFORM_OK;
    uniform_reference_free(own);
    uniform_found_list *found = NULL;
    wrong += uniform_find("<http://a>", 10, NULL, &found) != UNIFORM_OK || uniform_found_list_size(found) != 1;
    uniform_found_list_free(found);
    wrong += uniform_urn_new_uuid(1, &s) != UNIFORM_OK;
    uniform_string_free(&s);
    return wrong;
}

static void *work(void *context) {
    const struct shared *all = context;
    pthread_barrier_wait(all->start);
    long wrong = 0;
    for (int i = 0; i < rounds; ++i) wrong += round_of(all);
    return (void *)wrong;
}

int main(void) {
    uniform_template *parsed = NULL;
    uniform_values *variables = NULL;
    uniform_reference *reference = NULL;
    uniform_web_url *url = NULL;
    uniform_findings *findings = NULL;
    int made = uniform_template_parse("/{p}{?q}", 8, &parsed, NULL) == UNIFORM_OK;
    made = made && uniform_values_new(&variables) == UNIFORM_OK;
    made = made && uniform_values_add_text(variables, "p", 1, "a", 1) == UNIFORM_OK;
    made = made && uniform_values_add_text(variables, "q", 1, "b", 1) == UNIFORM_OK;
    made = made && uniform_reference_parse("http://a/b", 10, NULL, &reference, NULL) == UNIFORM_OK;
    made = made && uniform_web_parse("http://a/b", 10, NULL, 0, &url, NULL) == UNIFORM_OK;
    made = made && uniform_lint("http://u:p@a/", 13, NULL, &findings) == UNIFORM_OK;
    if (!made) return 2;

    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, threads);
    struct shared all = {parsed, variables, reference, url, findings, &start};
    pthread_t ids[threads];
    long wrong = 0;
    for (int i = 0; i < threads; ++i) {
        if (pthread_create(&ids[i], NULL, work, &all) != 0) return 2;
    }
    for (int i = 0; i < threads; ++i) {
        void *result = NULL;
        pthread_join(ids[i], &result);
        wrong += (long)result;
    }
    pthread_barrier_destroy(&start);
    uniform_findings_free(findings);
    uniform_web_free(url);
    uniform_reference_free(reference);
    uniform_values_free(variables);
    uniform_template_free(parsed);
    printf("%d threads, %d rounds, %ld wrong\n", threads, rounds, wrong);
    return wrong != 0;
}
