// A store of version 0.1.0, served today: what authenticates and what was remembered for retries is still good.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/service/service_program.hpp"
#include "store/fixture.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::test {
namespace {

TEST(serve, a_store_of_version_0_1_0) {
    const auto folder = temporary_folder("fixture");
    std::ofstream(folder / "names.db", std::ios::binary) << fixture_of_0_1_0("sqlite.db");
    std::ofstream(folder / "facts.json", std::ios::binary) << fixture_of_0_1_0("sqlite.json");
    const result r = python("folder = '" + folder.string() + "'" + R"py(
facts = json.load(open(folder + '/facts.json'))
known = f"{facts['head']['event']}:{facts['head']['hash']}"
assert command('store', 'migrate', '--store', folder + '/names.db').returncode == 0
verified = command('store', 'verify', '--store', folder + '/names.db', '--known', known)
assert verified.returncode == 0, verified
secrets = facts['secrets']
s = service('--set', 'store.clock_ahead=36500d', store=folder + '/names.db')

def bearer(role):
    return {'Authorization': 'Bearer ' + secrets[role]}

# the tokens
for role in ('administrator', 'registrar'):
    assert s.ask('/api/v1/tokens/self', **bearer(role)) == 200, s.body
    assert json.loads(s.body)['role'] == role
# a request that is sent again with its idempotency key
again = secrets['idempotency']
body = json.dumps({'name': 'urn:example:by-key', 'locators': ['https://www.example.org/k']})
fields = {'Idempotency-Key': again['key'], 'Content-Type': 'application/json', **bearer('administrator')}
assert s.ask('/api/v1/names', 'POST', body, **fields) == again['status'], s.body
assert s.fields['Idempotency-Replayed'] == 'true', s.fields
# (the build that made the store called the number of the event "version")
assert json.loads(s.body) == {**again['answer'], 'version': 1, 'event': again['answer']['version']}, s.body
# the secret of a registration request
path = '/api/v1/requests/' + secrets['request']
assert s.ask(path + '/withdraw', 'POST', '{}', **{'Content-Type': 'application/json'}) == 401, s.body
fields = {'Request-Secret': secrets['secret'], 'Content-Type': 'application/json'}
assert s.ask(path + '/withdraw', 'POST', '{}', **fields) == 200, s.body
# names, namespaces and what the link checker found
assert s.ask('/urn:example:assigned-0001') == 302 and s.fields['Location'] == 'https://www.example.org/1'
assert s.ask('/urn:example:assigned-0000') == 410, s.body
assert s.ask('/urn:isbn:978-951-0-18435-6') == 302 and s.fields['Location'] == 'https://www.example.org/isbn'
assert s.ask('/api/v1/namespaces/quarry') == 200 and json.loads(s.body)['origin'] == 'here', s.body
assert s.ask('/api/v1/links?state=dead', **bearer('administrator')) == 200
assert len(json.loads(s.body)['items']) == 2, s.body
assert s.stop() == 0
verified = command('store', 'verify', '--store', folder + '/names.db', '--known', known)
assert verified.returncode == 0, verified
)py");
    EXPECT_EQ(r.code, 0) << r.out;
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace uniform::test
