#!/bin/sh
# Records the outcome of a task in the database for the console's Health screen and the alarms; as the user postgres.
# Usage: note.sh TASK OUTCOME SECONDS; TASK is backup, drill or files (the copy of the files), OUTCOME is passed or a one-word reason.
set -eu
psql -qX -v ON_ERROR_STOP=1 -v task="$1" -v outcome="$2" -v seconds="$3" -d "${DATABASE:-dhow}" <<'SQL'
insert into alarms.upkeep (task, ended_at, outcome, seconds, passed_at)
values (:'task', now(), :'outcome', :'seconds', case when :'outcome' = 'passed' then now() end)
on conflict (task) do update set ended_at = excluded.ended_at, outcome = excluded.outcome, seconds = excluded.seconds,
  passed_at = coalesce(excluded.passed_at, upkeep.passed_at);
SQL
