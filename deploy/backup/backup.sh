#!/bin/sh
# Makes a backup with pgBackRest, as the user postgres, and records its outcome. Usage: backup.sh full|incr
set -eu
here="$(cd "$(dirname "$0")" && pwd)"
began="$(date +%s)"
outcome=failed
finish() {
  "$here/note.sh" backup "$outcome" "$(($(date +%s) - began))"
  [ "$outcome" = passed ]
}
trap finish EXIT
pgbackrest --stanza=dhow --type="$1" backup
outcome=passed
