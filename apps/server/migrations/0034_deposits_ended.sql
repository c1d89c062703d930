-- What ended lately, for the counts beside the cashiers' queue.
create index deposit_ended on deposit (updated_at) where state in ('approved', 'rejected', 'cancelled', 'expired', 'reversed');
