-- Seals of the audit trail in order, to which the staff's log commits. They are hashes: no entry and no name.
create view staff.audit_seals as select position, hash, sealed_at from staff.audit_seal;
