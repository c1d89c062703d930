-- The descriptions that came with the methods are texts of the catalogue now: a setting keeps what operators wrote, and is empty otherwise.
update portal.setting set value = (
  select jsonb_object_agg(method.code, case when method.own->>'description' in (
      'Pay by UPI or bank transfer, then send us the reference and a screenshot.',
      'Pay by bank transfer, then send us the reference. A screenshot helps.',
      'Send an e-wallet payment to our number, then give us the reference. Never the PIN.',
      'Send an Easy Wallet payment to our number, then give us the reference. Never the PIN.',
      'Send a Blue Wallet payment to our number, then give us the reference. Never the PIN.',
      'Send a Nedbank Wallet payment to our number, then give us the reference. Never the PIN.',
      'Send an Access Money payment to our number, then give us the reference. Never the PIN.',
      'Buy a voucher at a shop, type its number, and the money is here.',
      'Pay on the page of A-Pay by UPI or your bank; you come back here by yourself.'
    ) then method.own || '{"description": ""}' else method.own end)
  from jsonb_each(value) as method (code, own)
) where name = 'methods' and value <> '{}';
