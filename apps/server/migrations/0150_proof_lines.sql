-- Copies of screenshots are found by the lines of writing that two pictures share, and then compared line by line.
-- Each line stands under a few keys of 26 bits. A key that many screenshots have, such as a label's, says nothing and is not stored again,
-- so this table grows by what is rare: references, names, times.
create table deposit_proof_line (
  key      integer not null,
  proof_id text    not null references deposit_proof,
  primary key (key, proof_id)
);

-- Screenshots that came before this: a job reads their lines, the newest first.
create table deposit_proof_unread (
  proof_id text primary key references deposit_proof
);
insert into deposit_proof_unread select id from deposit_proof;
