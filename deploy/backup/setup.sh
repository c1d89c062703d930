#!/bin/sh
# Enables continuous backups: as root, with pgbackrest installed and PostgreSQL running. PostgreSQL needs a restart afterwards, which this
# script does not do. Usage: setup.sh
set -eu
here="$(cd "$(dirname "$0")" && pwd)"
install -d -m 0700 -o postgres -g postgres /etc/pgbackrest /var/lib/pgbackrest /var/spool/pgbackrest
if getent passwd dhow >/dev/null; then install -d -m 0700 -o dhow -g dhow /var/backups/dhow; fi
file=/etc/pgbackrest/pgbackrest.conf
ask() { runuser -u postgres -- psql -qAtX -v ON_ERROR_STOP=1 -d postgres -c "$1"; }
if [ ! -e "$file" ]; then
  secret="$(openssl rand -base64 48 | tr -d '\n')" data="$(ask 'show data_directory')" port="$(ask 'show port')" block='#'
  # It answers "pgBackRest 2.55.1".
  version="$(pgbackrest version | tr -cd '0-9.')"
  if [ "$(printf '2.46\n%s\n' "$version" | sort -V | head -n 1)" = 2.46 ]; then block=''; fi
  (umask 077 && sed -e "s#{{secret}}#$secret#" -e "s/^#repo1-block=/${block}repo1-block=/" \
    -e "s#^pg1-path=.*#pg1-path=$data#" -e "s#^pg1-port=.*#pg1-port=$port#" "$here/pgbackrest.conf" >"$file")
  chown postgres:postgres "$file"
  echo "$file is written; keep a copy of its key away from this machine."
fi
runuser -u postgres -- psql -qX -v ON_ERROR_STOP=1 -d postgres \
  -c 'alter system set archive_mode = on' -c "alter system set archive_timeout = '60s'" \
  -c "alter system set archive_command = 'pgbackrest --stanza=dhow archive-push %p'"
echo "Restart PostgreSQL, then as postgres: pgbackrest --stanza=dhow stanza-create, and $here/backup.sh full."
