#!/bin/sh
# Creates the users and databases of DATABASE_URL, DATABASE_OWNER_URL and STUDIO_DATABASE_URL, as a superuser of this PostgreSQL. Keeps
# existing ones; sets their passwords to those of the addresses.
set -eu
part() { printf '%s' "$1" | sed -E "s#^postgres(ql)?://([^:]+):([^@]+)@[^/]+/([^?]+).*#\\$2#"; }
# Passed in the environment, since every user of the machine can read command arguments.
export SERVER="$(part "$DATABASE_URL" 2)" SERVER_PASSWORD="$(part "$DATABASE_URL" 3)" DATABASE="$(part "$DATABASE_URL" 4)"
export OWNER="$(part "$DATABASE_OWNER_URL" 2)" OWNER_PASSWORD="$(part "$DATABASE_OWNER_URL" 3)"
export STUDIO="$(part "$STUDIO_DATABASE_URL" 2)" STUDIO_PASSWORD="$(part "$STUDIO_DATABASE_URL" 3)"
export STUDIO_DATABASE="$(part "$STUDIO_DATABASE_URL" 4)"
psql -qX -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" -d postgres <<'SQL'
\getenv server SERVER
\getenv server_password SERVER_PASSWORD
\getenv database DATABASE
\getenv owner OWNER
\getenv owner_password OWNER_PASSWORD
\getenv studio STUDIO
\getenv studio_password STUDIO_PASSWORD
\getenv studio_database STUDIO_DATABASE
set client_min_messages = warning;
select format('create role %I', name)
from unnest(array['dhow_ledger', 'dhow_app', 'dhow_reports', :'owner', :'server', :'studio']) as name
where not exists (select from pg_roles where rolname = name) \gexec
alter role :"owner" login password :'owner_password';
alter role :"server" login password :'server_password';
alter role :"studio" login password :'studio_password';
grant dhow_ledger, dhow_app to :"owner";
grant dhow_app, pg_monitor to :"server";
select format('create database %I owner %I', name, owner)
from (values (:'database', :'owner'), (:'studio_database', :'studio')) as wanted (name, owner)
where not exists (select from pg_database where datname = name) \gexec
select format('revoke all on database %I from public', name)
from unnest(array[:'database', :'studio_database']) as name \gexec
grant connect, temporary on database :"database" to :"server";
SQL
