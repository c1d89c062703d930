#!/bin/sh
# Writes the settings of deploy/dhow.env to a file that only its owner reads, with a new secret in each place for one.
# Usage: environment.sh FILE [HOST OF THE DATABASE]
set -eu
umask 077
file="${1:?Name the file that gets the settings, such as /etc/dhow/dhow.env}"
host="${2:-127.0.0.1}"
if [ -e "$file" ]; then
  echo "$file is there already, and stays as it is."
  exit 0
fi
here="$(cd "$(dirname "$0")" && pwd)"
while IFS= read -r line || [ -n "$line" ]; do
  case "$line" in
  '#'*) ;;
  *'{{secret}}'*) line="${line%%'{{secret}}'*}$(openssl rand -hex 24)${line#*'{{secret}}'}" ;;
  esac
  printf '%s\n' "$line"
done <"$here/dhow.env" | sed "s/@127\.0\.0\.1:5432/@$host:5432/" >"$file.new"
mv "$file.new" "$file"
echo "$file is written; fill in what it marks."
