-- The users and databases of a cluster, created once at the leader by a superuser.
create role dhow_owner login password '{{ownerPassword}}';
create role dhow_ledger nologin;
create role dhow_app nologin;
create role dhow_reports nologin;
grant dhow_ledger, dhow_app to dhow_owner;

-- The server's login. PgBouncer does not forward connection settings, so they are set here: the defaults of DATABASE_LOCK_WAIT_MS,
-- DATABASE_STATEMENT_MS and DATABASE_IDLE_TRANSACTION_MS, which have no effect behind a pooler. Without them a server refuses to start.
create role dhow_server login password '{{serverPassword}}' in role dhow_app;
alter role dhow_server set lock_timeout = '2s';
alter role dhow_server set statement_timeout = '60s';
alter role dhow_server set idle_in_transaction_session_timeout = '5s';
grant pg_monitor to dhow_server;

create role dhow_studio login password '{{studioPassword}}';
create database dhow owner dhow_owner;
create database studio owner dhow_studio;
