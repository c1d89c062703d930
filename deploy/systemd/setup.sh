#!/bin/sh
# Prepares this machine for the units: user, folders, settings with new secrets, PostgreSQL users and databases, units. Run as root from the
# unpacked tarball in /opt/dhow; a second run keeps everything that exists.
set -eu
here="$(cd "$(dirname "$0")/.." && pwd)"
getent passwd dhow >/dev/null || useradd --system --home-dir /var/lib/dhow --shell /usr/sbin/nologin dhow
install -d -m 0700 -o dhow -g dhow /var/lib/dhow /var/lib/dhow/studio
install -d -m 0755 /etc/dhow
"$here/environment.sh" /etc/dhow/dhow.env
get() { sed -n "s/^$1=//p" /etc/dhow/dhow.env; }
DATABASE_URL="$(get DATABASE_URL)" DATABASE_OWNER_URL="$(get DATABASE_OWNER_URL)" STUDIO_DATABASE_URL="$(get STUDIO_DATABASE_URL)"
export DATABASE_URL DATABASE_OWNER_URL STUDIO_DATABASE_URL
runuser -u postgres -- sh "$here/databases.sh"
install -m 0644 "$here"/systemd/*.service "$here"/systemd/*.timer /etc/systemd/system/
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
echo "Fill in /etc/dhow/dhow.env, then: systemctl enable --now dhow-server dhow-studio"
