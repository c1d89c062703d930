-- Names and labels of payment details that every language has become codes, read once from what rows say in English. An operator's own stay as typed.
alter table deposits.payment_detail add column name_code text;
update deposits.payment_detail
set
  name_code = case when name = 'Bank transfer' then 'detail_bank_transfer' end,
  lines = (
    select coalesce(
      jsonb_agg(case when known.code is null then line else line || jsonb_build_object('label_code', known.code) end order by place),
      '[]'
    )
    from jsonb_array_elements(lines) with ordinality as element (line, place)
    left join (values
      ('Bank', 'line_bank'), ('Account name', 'line_account_name'), ('Account number', 'line_account_number'),
      ('Branch code', 'line_branch_code'), ('Name', 'line_name'), ('Cellphone number', 'line_cellphone')
    ) as known (label, code) on known.label = line ->> 'label'
  );
