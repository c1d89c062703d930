#!/bin/sh
# Enables continuous backups: as root, with pgbackrest installed and PostgreSQL running. PostgreSQL needs a restart afterwards, which this
# script does not do. Usage: setup.sh
set -eu
here="$(cd "$(dirname "$0")" && pwd)"
install -d -m 0700 -o postgres -g postgres /etc/pgbackrest /var/lib/pgbackrest /var/spool/pgbackrest
if getent passwd dhow >/dev/null; then install -d -m 0700 -o dhow -g dhow /var/backups/dhow; fi
file=/etc/pgbackrest/pgbackrest.conf
if [ ! -e "$file" ]; then
  (umask 077 && sed "s#{{secret}}#$(openssl rand -base64 48 | tr -d '\n')#" "$here/pgbackrest.conf" >"$file")
  chown postgres:postgres "$file"
  echo "$file is written; keep a copy of its key away from this machine."
fi
runuser -u postgres -- psql -qX -v ON_ERROR_STOP=1 -d postgres \
  -c 'alter system set archive_mode = on' -c "alter system set archive_timeout = '60s'" \
  -c "alter system set archive_command = 'pgbackrest --stanza=dhow archive-push %p'"
echo "Restart PostgreSQL, then as postgres: pgbackrest --stanza=dhow stanza-create, and $here/backup.sh full."
