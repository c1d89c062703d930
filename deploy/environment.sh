#!/bin/sh
# Copies deploy/dhow.env to a file that only its owner can read, with newly generated secrets.
# Usage: environment.sh FILE [DATABASE HOST]
set -eu
umask 077
file="${1:?Name the file that gets the settings, such as /etc/dhow/dhow.env}"
host="${2:-127.0.0.1}"
if [ -e "$file" ]; then
  echo "$file exists and was not changed."
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
echo "$file is written; fill in the marked settings."
