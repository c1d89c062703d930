-- One word for what an operator does with money: the console calls it an action.
alter table approvals.money_act rename to money_action;
alter table approvals.money_action rename column act to action;
alter table approvals.money_action rename constraint money_act_pkey to money_action_pkey;
alter table approvals.money_action rename constraint money_act_first_operator_fkey to money_action_first_operator_fkey;
alter table approvals.money_action rename constraint money_act_operator_id_fkey to money_action_operator_id_fkey;
alter table approvals.money_action rename constraint money_act_player_id_fkey to money_action_player_id_fkey;
alter table approvals.money_action rename constraint money_act_amount_minor_check to money_action_amount_minor_check;
alter table approvals.money_action rename constraint money_act_check to money_action_check;
alter table approvals.money_action rename constraint money_act_evidence_check to money_action_evidence_check;
alter table approvals.money_action rename constraint money_act_side_check to money_action_side_check;
alter table approvals.money_action rename constraint money_act_stage_check to money_action_stage_check;
alter index approvals.money_act_day rename to money_action_day;
alter index approvals.money_act_first rename to money_action_first;
alter index approvals.money_act_operator rename to money_action_operator;
alter index approvals.money_act_player rename to money_action_player;
alter trigger money_act_append_only on approvals.money_action rename to money_action_append_only;
