/** Words of masked fields, and of revealing one with a reason. */
const lead = 'The audit trail records that you looked, and why.'

export const reveal = {
  mobile: { label: 'Show the full number', lead, confirm: 'Show', done: '' },
  email: { label: 'Show the full e-mail address', lead, confirm: 'Show', done: '' },
  pay_to: { label: 'Show the full account', lead, confirm: 'Show', done: '' },
  fields: {
    mobile: 'Mobile',
    email: 'E-mail address',
    holder: 'Account holder',
    bank: 'Bank',
    account_number: 'Account number',
    wallet_number: 'Wallet number',
    upi_id: 'UPI ID',
    branch_code: 'Branch code',
    ifsc: 'IFSC',
  },
} as const
