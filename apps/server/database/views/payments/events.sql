-- Steps of a player's vouchers and service payments for the console's timeline. Version 0.1.0 wrote texts instead of
-- codes.
create view payments.events as
  select payment.player_id, step.id, step.at,
         case when step.text = '' then step.code else 'text' end as code,
         case when step.text = '' then step.params else jsonb_build_object('text', step.text) end as params,
         payment.id as about, null::bigint as amount_minor
  from payments.service_payment as payment join payments.service_payment_step as step on step.payment_id = payment.id;
