-- One-player rounds have actions, the last of which may be a cash-out.
alter table instant_rounds rename column acts to actions;
alter table instant_rounds rename column is_out to is_cashed_out;
