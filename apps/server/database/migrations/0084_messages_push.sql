-- The key by which this portal names itself to push services; its private half is sealed.
create table messages.push_key (
  id          integer     primary key default 1 check (id = 1),
  public_key  text        not null,
  sealed      bytea       not null,
  made_at     timestamptz not null
);

-- Browsers that a player asked to notify. The address is a secret: whoever has it may send to the browser.
create table messages.push_subscription (
  id            text        primary key,
  player_id     text        not null references accounts.player,
  device_id     text        not null,
  endpoint_hash bytea       not null unique,
  sealed        bytea       not null,
  made_at       timestamptz not null
);
create index push_subscription_player on messages.push_subscription (player_id);
