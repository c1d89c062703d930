-- Whether the holder shows by a lock on a connection of its own that it lives.
alter table leases add column has_sign boolean not null default false;
