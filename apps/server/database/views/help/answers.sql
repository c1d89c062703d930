-- Operators' answers, and since when the player had waited: their first message after the previous answer. No texts.
create view help.answers as
  select answer.id, answer.at, answer.operator_id, asked.player_id,
         (select min(question.at) from help.message as question
          where question.case_id = answer.case_id and question.operator_id is null and question.id < answer.id
            and question.id > coalesce((
              select max(earlier.id) from help.message as earlier
              where earlier.case_id = answer.case_id and earlier.operator_id is not null and earlier.id < answer.id), '')) as asked_at
  from help.message as answer join help.help_case as asked on asked.id = answer.case_id
  where answer.operator_id is not null;
