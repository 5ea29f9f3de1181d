# Using what is installed. Sourced by system.sh.

commands_work() {
  same "uniform $(version_of new | sed 's/-[^-]*$//')" "$(uniform --version | head -n 1)"
  same 'http://example.com/~staff/minutes' "$(uniform normalize HTTP://Example.COM/%7Estaff/./minutes)"
  same example.co.uk "$(uniform host domain www.example.co.uk)"
}

manual_pages_are_found() {
  local page pages=0
  contains "$(man -P cat uniform)" 'uniform'
  man -P cat uniform-serve >/dev/null
  same 1 "$(man -f uniform | grep -c '^uniform (1)')"
  for page in $(dpkg -L uniform | grep /man1/); do
    [[ $page == */uniform*.1.gz || -d $page ]]
    # The warnings of man are on its standard error.
    same '' "$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)"
    pages=$((pages + 1))
  done
  ((pages > 50))
}

completion_is_loaded() {
  same normalize "$(bash -c '
    source /usr/share/bash-completion/bash_completion
    _completion_loader uniform || true
    COMP_WORDS=(uniform norm) COMP_CWORD=1
    _uniform
    echo "${COMPREPLY[*]}"')"
  test -s /usr/share/zsh/vendor-completions/_uniform
  test -s /usr/share/fish/vendor_completions.d/uniform.fish
}

# The project of tests/consumer, as a user of the library.
project=$here/../consumer/project
work=/tmp/consumer
printed=$'uniform VERSION\nhttp://example.com/~staff/minutes\nurn:isbn:9789510184356'
wanted() { echo "${printed/VERSION/$(sed -n 's/^#define UNIFORM_VERSION "\(.*\)"/\1/p' /usr/include/uniform/version.hpp)}"; }

build_with_cmake() {
  rm -rf $work
  cmake -S "$project" -B $work
  cmake --build $work
  same "$(wanted)" "$($work/consumer)"
  same 'template read again' "$($work/template)"
  same $'http://a/b/c\nrare-ipv4\nhttp://xn--bcher-kva.example/c\nA brief note' "$($work/parts)"
  contains "$(ldd $work/consumer)" libuniform.so.1
}

build_with_pkg_config() {
  local flags
  read -ra flags <<<"$(pkg-config --cflags --libs uniform)"
  g++ -std=c++23 "$project/consumer.cpp" -o /tmp/with-pkg-config "${flags[@]}"
  same "$(wanted)" "$(/tmp/with-pkg-config)"
  contains "$(ldd /tmp/with-pkg-config)" libuniform.so.1
  # Each part has a .pc file, and Debian has what it requires.
  read -ra flags <<<"$(pkg-config --cflags --libs uniform-html uniform-lint uniform-unicode uniform-whatwg uniform-access)"
  g++ -std=c++23 "$project/parts.cpp" -o /tmp/parts "${flags[@]}"
  contains "$(/tmp/parts)" http://xn--bcher-kva.example/c
  rm /tmp/parts /tmp/with-pkg-config
}

build_static() {
  g++ -std=c++23 "$project/consumer.cpp" -o /tmp/static -l:libuniform.a
  same "$(wanted)" "$(/tmp/static)"
  rm /tmp/static
}

# The example in uniform.h.
build_c() {
  sed -n 's|^///     ||p' /usr/include/uniform.h >/tmp/example.c
  local flags
  read -ra flags <<<"$(pkg-config --cflags --libs uniform-c)"
  gcc -std=c11 -Wall -Wextra -Werror -pedantic /tmp/example.c -o /tmp/example "${flags[@]}"
  same http://a/b/g "$(/tmp/example)"
  contains "$(ldd /tmp/example)" libuniform-c.so.1
  fails grep -q 'libuniform\.so' <<<"$(ldd /tmp/example)"
  # Statically: what the parts need of the system stays shared.
  read -ra flags <<<"$(pkg-config --cflags --libs --static uniform-c)"
  mapfile -t flags < <(printf '%s\n' "${flags[@]}" | sed 's/^-luniform-c$/-l:libuniform-c.a/')
  gcc -std=c11 /tmp/example.c -o /tmp/example "${flags[@]}"
  same http://a/b/g "$(/tmp/example)"
  fails grep -q 'libuniform-c' <<<"$(ldd /tmp/example)"
  rm /tmp/example
}

build_c_with_cmake() {
  rm -rf $work
  cmake -S "$here/../c_project" -B $work -DSOURCE=/tmp/example.c
  cmake --build $work
  same http://a/b/g "$($work/with_c)"
  same http://a/b/g "$($work/with_c_static)"
  contains "$(ldd $work/with_c)" libuniform-c.so.1
  fails grep -q 'libuniform-c' <<<"$(ldd $work/with_c_static)"
}

python_imports() {
  same urn:isbn:0451450523 "$(cd / && python3 -c 'import uniform; print(uniform.parse("urn:isbn:0451450523"))')"
  same 'http://example.com/b xn--bcher-kva.example' "$(cd / && python3 -c 'import uniform
print(uniform.normalize("HTTP://Example.COM/a/../b"), uniform.to_ascii("b\u00fccher.example"))')"
  same "$(uniform --version | grep -oE '[0-9]+\.[0-9.]+' | head -n 1)" \
    "$(python3 -c 'import importlib.metadata as m; print(m.version("uniform-identifiers"))')"
}

sqlite_loads() {
  same $'http://example.com/b\nexample.com' "$(sqlite3 :memory: \
    ".load $(dpkg -L libsqlite3-mod-uniform | grep '/uniform\.so$' | sed 's/\.so$//')" \
    "select uri_normalize('HTTP://Example.COM/a/../b')" "select uri_host('http://example.com/')")"
}

# A cluster of its own, as the packages' account postgres, which listens on no network.
postgresql_creates() {
  local bin data=/tmp/cluster answer
  bin=$(printf '%s\n' /usr/lib/postgresql/*/bin)
  rm -rf $data
  install -d -o postgres $data
  as_postgres "$bin/initdb" -D $data --no-sync >/dev/null
  as_postgres "$bin/pg_ctl" -D $data -w -l $data/log -o "-k /tmp -c listen_addresses= -c fsync=off" start >/dev/null
  answer=$(as_postgres psql -h /tmp -d postgres -AtX -v ON_ERROR_STOP=1 -c 'create extension uniform' \
    -c "select uri_normalize('HTTP://Example.COM/a/../b'::uri)" -c "select 'HTTP://a/'::uri = 'http://a/'::uri") || true
  as_postgres "$bin/pg_ctl" -D $data -w -m fast stop >/dev/null
  rm -rf $data
  same $'CREATE EXTENSION\nhttp://example.com/b\nt' "$answer"
}

as_postgres() { (cd / && setpriv --reuid postgres --regid postgres --clear-groups "$@"); }

libraries_are_hardened() {
  local file
  for file in /usr/bin/uniform "$(dpkg -L libuniform1 | grep 'libuniform\.so\.1\.')"; do
    contains "$(readelf -dW "$file")" 'BIND_NOW'
    contains "$(readelf -lW "$file")" 'GNU_RELRO'
    contains "$(readelf -hW "$file")" 'DYN'
    fails grep -q 'R[UN]*PATH' <<<"$(readelf -dW "$file")"
  done
  contains "$(nm -D /usr/bin/uniform)" __stack_chk_fail
}

unit_is_verified() {
  same '' "$(systemd-analyze verify --man=yes "$unit" 2>&1 | grep -i uniform || true)"
  contains "$(systemctl --root=/ is-enabled uniform.service)" enabled
}

check_use() {
  check 'the command works' commands_work
  check 'manual pages are found, and man has no complaint' manual_pages_are_found
  check 'completions are loaded' completion_is_loaded
  check 'a C++ project finds the library and its parts by CMake' build_with_cmake
  check 'a C++ program is compiled with pkg-config' build_with_pkg_config
  check 'a C++ program is linked statically' build_static
  check 'a C program is compiled with pkg-config' build_c
  check 'a C project finds both libraries by CMake' build_c_with_cmake
  check 'Python imports the module' python_imports
  check 'SQLite loads the extension' sqlite_loads
  check 'PostgreSQL creates the extension' postgresql_creates
  check 'what is compiled is hardened' libraries_are_hardened
  check 'systemd finds no fault in the unit' unit_is_verified
}
