#!/bin/sh
# A backup by pgBackRest, as the user postgres, and a note of how it ended. Usage: backup.sh full|incr
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
