#!/usr/bin/env bash
# Installs a wheel of scripts/wheel.sh on a fresh, minimal Debian that has Python and none of the libraries that the wheel
# has inside, and uses it there. Needs root.
#
#   scripts/wheel_test.sh WHEEL           on this Debian: build/wheel/dist/...-cp311-cp311-...whl on Debian 12, which has
#                                         Python 3.11
#   scripts/wheel_test.sh WHEEL SUITE     on another one: ...-cp312-abi3-...whl on trixie, which has Python 3.13
#
# UNIFORM_FRESH_DIR is the folder of fresh systems.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
me=wheel_test
source "$root/scripts/fresh_system.sh"

[[ -e ${1-} && $1 == *.whl ]] || fail "usage: scripts/wheel_test.sh WHEEL [SUITE]"
# shellcheck disable=SC1091  # this system's own file
suite=${2-$(source /etc/os-release && echo "${VERSION_CODENAME-}")}
enter_namespaces "$@"
open_folder "wheel-test-$suite"
fresh_system
mount_all

in_system() {
  chroot "$system" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

quietly in_system apt-get update
quietly in_system apt-get install --yes --no-install-recommends python3 python3-venv
for library in libicuuc libgumbo; do
  # A library that another package needs stays: nothing of the wheel may find it.
  found=$(find "$system/usr/lib" "$system/lib" -name "$library.so*" -print -quit)
  [[ ! $found ]] || rm -f "${found%.so*}".so*
done
cp "$1" "$system/tmp/"
quietly in_system python3 -m venv /opt/user
quietly in_system /opt/user/bin/pip install --no-index --no-deps "/tmp/$(basename "$1")"
in_system /opt/user/bin/python - <<'EOF'
import platform
import uniform
from uniform import urllib

assert str(uniform.parse("HTTP://a.example:80/%7Eb").normalize(level="scheme")) == "http://a.example/~b"
assert uniform.domain_of("www.example.co.uk").registrable == "example.co.uk"
assert uniform.to_ascii("münchen.example") == "xn--mnchen-3ya.example"
assert uniform.display_host("xn--mnchen-3ya.example").text == "münchen.example"
assert uniform.find_html("<a href=b>", "http://a.example/").references[0].target == "http://a.example/b"
assert urllib.urlsplit("http://a/b?c").query == "c"
print(f"wheel_test: works on {platform.freedesktop_os_release()['PRETTY_NAME']}, Python {platform.python_version()}")
EOF
