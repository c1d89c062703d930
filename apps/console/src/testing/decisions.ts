import { operatorAs } from './me.ts'

/** Sample replies about records to decide on. */
export const at = '2026-11-21T09:00:00.000Z'
const player = {
  id: 'ply_1',
  player_name: 'maria.n',
  mobile: '+264812000001',
  market: 'NA',
  active: true,
  wallet: 'open',
  debt: '0.00',
}
/** A cashier in a sandbox. */
export const me = {
  status: 'success',
  ...operatorAs('cashier'),
  mode: 'sandbox',
  portal_name: 'Dhow',
  books: { ok: true, broken: 0, checked_at: at },
  queues: { deposits: 0, withdrawals: 1, statements: 1, batches: 1, cases: 0 },
  four_eyes: [{ market: 'NA', currency: 'NAD', amount: '10000.00' }],
}
export const withdrawal = {
  ...{ id: 'wd_1', amount: '400.00', fee: '0.00', currency: 'NAD', state: 'requested', status: 'pending' },
  ...{ account: { label: 'Bank', number: '•• 4567' }, reason: null, requested_at: at, expected_by: null, version: 1 },
  ...{ payment_reference: null, player, stops: [], pay_to: [], pay_code: 'PAY1', batch_id: null, by_service: false },
  ...{ first_approver: null, age_s: 60, warnings: [], timeline: [] },
}
export const line = {
  ...{ id: 'stl_1', statement_id: 'stm_1', account: '2', account_name: 'EFT', currency: 'NAD', day: '2026-11-21' },
  ...{ amount: '150.00', reference: 'AB 1234', text: 'Ester Nangolo', bank_id: 'B-77', state: 'waiting', age_s: 600 },
  ...{ version: 1, looks_like: null, candidates: [], payment_id: null, player: null, first_operator: null },
  ...{ decided_by: null, decided_at: null, note: null },
}
export const counts = { open: 0, exact: 0, by_hand: 0, outgoing: 0, awaiting_second_approval: 0 }
export const deposit = (more: Record<string, unknown> = {}) => ({
  id: 'dep_1',
  family: 'manual-namibia',
  method: 'Bank transfer (EFT)',
  declared_amount: '500.00',
  credited_amount: null,
  currency: 'NAD',
  utr: 'REF1',
  status: 'pending',
  state: 'submitted',
  reason: null,
  has_proof: false,
  submitted_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
  expected_by: null,
  player: {
    id: 'ply_1',
    player_name: 'maria.n',
    mobile: '+264812000001',
    market: 'NA',
    active: true,
    wallet: 'open',
    debt: '0.00',
  },
  held: [],
  rail: 'eft_na',
  deposit_code: 'ABC123',
  paid_to: 'EFT (2)',
  claimed_by: null,
  claim_expires_at: null,
  first_approver: null,
  age_s: 60,
  version: 1,
  warnings: [],
  question: null,
  answer: null,
  proof: null,
  proofs: 0,
  timeline: [],
  ...more,
})
