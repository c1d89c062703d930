-- The notes that came with the sandbox's details are texts of the catalogue now: rows keep what operators wrote.
update deposits.payment_detail set note = null where note in (
  'Sandbox: nobody is paid.',
  'Sandbox: nobody is paid. Any 12 digits will do as the reference.',
  'Sandbox: nobody is paid. Any reference of 4 letters or more will do.',
  'Sandbox: nobody is paid and the number is invented. Any reference will do, but never send a PIN.'
);
