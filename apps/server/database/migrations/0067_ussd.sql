create schema ussd;

-- Last answers of dialogue steps: a gateway that sends a step again gets the same one, and nothing happens twice. Forgotten after a day.
create table ussd.answer (
  -- Keyed hash of the session and everything typed in it.
  step  bytea       primary key,
  text  text        not null,
  at    timestamptz not null
);
create index ussd_answer_at on ussd.answer (at);
