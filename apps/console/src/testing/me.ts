/** Answer to `GET /staff/me` for an operator of a role: empty queues, no thresholds, whole books. */
export const meAs = (role: string, more: Record<string, unknown> = {}, name = 'nelao') => ({
  json: {
    status: 'success',
    operator: { id: `op_${name}`, name, role },
    mode: 'sandbox',
    portal_name: 'Dhow',
    queues: { deposits: 0, withdrawals: 0, cases: 0 },
    four_eyes: [],
    books: { ok: true, broken: 0, checked_at: '2026-11-21T09:00:00.000Z' },
    ...more,
  },
})
