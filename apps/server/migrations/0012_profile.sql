alter table player add column name_changed_at timestamptz;
-- `dhow` of the set that comes with the portal, or `upload:` and the hash of a picture's content.
create index player_avatar_upload on player (avatar) where avatar like 'upload:%';

-- How the player wants the portal: only what was chosen, so that a default can change for everybody else.
create table player_preference (
  player_id  text        primary key references player,
  chosen     jsonb       not null,
  updated_at timestamptz not null
);
