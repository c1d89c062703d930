#!/bin/sh
# Restore drill, as the user postgres: marks a moment, restores to it into a temporary folder, starts PostgreSQL there read-only, runs every
# ledger check on it, and compares counts and the root hashes of the public logs. Writes one line of JSON to the file, and a note to the
# running database; exits with 0 if everything passed.
# Usage: drill.sh [RESULT FILE] [POSTGRESQL PORT]
set -eu
result="${1:-/var/lib/pgbackrest/drill.json}"
port="${2:-5432}"
root="$(cd "$(dirname "$0")/../.." && pwd)"
began="$(date +%s)"
at="$(date -u +%Y-%m-%dT%H:%M:%SZ)"
mark="drill_$began"
folder="$(mktemp -d "${TMPDIR:-/var/tmp}/dhow-drill.XXXXXX")"
copy=''
outcome=restore_failed
check=null
finish() {
  if [ -n "$copy" ]; then kill -INT "$copy" 2>/dev/null && wait "$copy" || true; fi
  rm -rf "$folder"
  printf '{"at":"%s","outcome":"%s","seconds":%s,"transfers":%s,"logged":%s,"roots":%s,"check":%s}\n' "$at" "$outcome" \
    "$(($(date +%s) - began))" "${transfers_copied:-null}" "${logged_copied:-null}" "${roots_copied:-null}" "$check" >"$result.new"
  mv "$result.new" "$result"
  cat "$result"
  PGPORT="$port" "$root/deploy/backup/note.sh" drill "$outcome" "$(($(date +%s) - began))"
  [ "$outcome" = passed ]
}
trap finish EXIT
live() { psql -qAtX -v ON_ERROR_STOP=1 -p "$port" -d "${2:-dhow}" -c "$1"; }
transfers='select count(*) from ledger.transfer'
logged='select coalesce(sum(size), 0) from (select max(size) as size from receipts.head group by log) heads'
# The root hash of each log checkpoint, which is its third line, and the roots of the daily liabilities.
roots="select 'log ' || log || ' ' || size || ' ' || split_part(checkpoint, chr(10), 3) from receipts.head
  union all select 'liabilities ' || day || ' ' || currency || ' ' || hash from receipts.liability_root"

# Play continues meanwhile: everything before the mark must be in the copy, and nothing after it.
transfers_before="$(live "$transfers")" logged_before="$(live "$logged")"
live "$roots" >"$folder/roots-before"
live "select pg_create_restore_point('$mark')" >/dev/null
transfers_after="$(live "$transfers")" logged_after="$(live "$logged")"
live 'select pg_switch_wal()' postgres >/dev/null
pgbackrest --stanza=dhow check

chmod 700 "$folder"
mkdir "$folder/data"
chmod 700 "$folder/data"
pgbackrest --stanza=dhow --pg1-path="$folder/data" --type=name --target="$mark" --target-action=promote --archive-mode=off restore
# Only this user can reach the socket, in a separate folder.
echo 'local all all trust' >"$folder/hba.conf"
"$(live 'select setting from pg_config where name = '"'BINDIR'" postgres)/postgres" -D "$folder/data" \
  -c config_file="$(live 'show config_file' postgres)" -c data_directory="$folder/data" -c hba_file="$folder/hba.conf" \
  -c external_pid_file='' -c listen_addresses='' -c unix_socket_directories="$folder" -c port="$port" -c archive_mode=off \
  -c ssl=off -c default_transaction_read_only=on >"$folder/log" 2>&1 &
copy=$!
tries=0
until [ "$(psql -qAtX -h "$folder" -p "$port" -d dhow -c 'select not pg_is_in_recovery()' 2>/dev/null)" = t ]; do
  tries=$((tries + 1))
  if [ "$tries" -gt 1800 ] || ! kill -0 "$copy" 2>/dev/null; then
    tail -20 "$folder/log" >&2
    exit 1
  fi
  sleep 1
done

outcome=checks_failed
check="$(node "$root/apps/server/dist/program.js" check-copy "postgres://postgres@/dhow?host=$folder&port=$port")" || exit 1
outcome=counts_differ
copied() { psql -qAtX -v ON_ERROR_STOP=1 -h "$folder" -p "$port" -d dhow -c "$1"; }
transfers_copied="$(copied "$transfers")" logged_copied="$(copied "$logged")"
[ "$transfers_copied" -ge "$transfers_before" ] && [ "$transfers_copied" -le "$transfers_after" ]
[ "$logged_copied" -ge "$logged_before" ] && [ "$logged_copied" -le "$logged_after" ]
# Every root before the mark must be unchanged in the copy; there may be newer ones.
outcome=roots_differ
copied "$roots" >"$folder/roots-copied"
for name in before copied; do LC_ALL=C sort -o "$folder/roots-$name" "$folder/roots-$name"; done
lost="$(LC_ALL=C comm -23 "$folder/roots-before" "$folder/roots-copied" | head -5)"
if [ -n "$lost" ]; then
  echo "$lost" >&2
  exit 1
fi
roots_copied="$(wc -l <"$folder/roots-before")"
outcome=passed
