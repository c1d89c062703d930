-- Short words by which operators mark players, each with its author and time.
create table accounts.player_tag (
  player_id text        not null references accounts.player (id),
  tag       text        not null check (char_length(tag) between 1 and 24),
  added_by  text        not null,
  added_at  timestamptz not null,
  primary key (player_id, tag)
);
create index player_tag_used on accounts.player_tag (tag, player_id);

insert into staff.role_permission (role_id, permission) values
  ('support', 'players.tag'), ('manager', 'players.tag'), ('admin', 'players.tag');
