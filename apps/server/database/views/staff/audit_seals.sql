-- Seals of the audit trail in their order, which the staff's log commits to. They are hashes: no entry and no name.
create view staff.audit_seals as select position, hash, sealed_at from staff.audit_seal;
