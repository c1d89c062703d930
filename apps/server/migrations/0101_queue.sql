-- The cashiers' queue, however many deposits there are: its pages are walked along an index, its counts stop at a thousand.
create index deposit_open on deposit (id)
  where state in ('submitted', 'under_review', 'needs_info', 'awaiting_second_approval');
create index deposit_state_id on deposit (state, id);
create index deposit_ended_state on deposit (state, updated_at)
  where state in ('approved', 'rejected', 'cancelled', 'expired', 'reversed');
drop index deposit_queue;
drop index deposit_ended;

-- A search knows how a reference, a name or a number begins, or how it ends.
create index deposit_ref_start on deposit (ref_norm text_pattern_ops);
create index deposit_ref_end on deposit (reverse(ref_norm) text_pattern_ops);
create index player_name_start on player (lower(player_name) text_pattern_ops);
create index player_mobile_start on player (mobile text_pattern_ops);
create index player_mobile_end on player (reverse(mobile) text_pattern_ops);
