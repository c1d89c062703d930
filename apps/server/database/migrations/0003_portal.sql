-- Settings of the whole portal, one row each; src/features/portal/settings.ts holds the kinds and defaults.
create table portal_setting (
  name       text        primary key,
  value      jsonb       not null,
  changed_at timestamptz not null default now()
);
