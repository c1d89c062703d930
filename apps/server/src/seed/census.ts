import { givenRoles } from '@dhow/contract/given-roles'
import { keysOf } from '@dhow/contract/keys-of'
import type { Browser } from './browser.ts'
import type { SeedWorld } from './open-world.ts'
import { families } from './show-deposits.ts'

const depositStates = [
  'submitted',
  'under_review',
  'needs_info',
  'awaiting_second_approval',
  'approved',
  'credited another amount',
  'rejected',
  'cancelled',
  'expired',
  'reversed',
]
const withdrawalStates = [
  'requested',
  'awaiting_second_approval',
  'approved',
  'batched',
  'sent',
  'unknown',
  'paid',
  'rejected',
  'failed',
  'returned',
]
const listed = (kind: string, states: readonly string[]) => states.map((state) => `${kind}: ${state}`)

/** Everything that a demo world has to contain, one line each. */
export const expected: readonly string[] = [
  ...listed('player', ['active', 'suspended', 'frozen', 'closed', 'debt', 'bonus', 'limits']),
  ...listed('player', ['time_out', 'self_exclusion', 'operator']),
  ...families.flatMap((family) => listed(`deposit by ${family}`, depositStates)),
  ...listed('withdrawal', withdrawalStates),
  ...listed('payment', ['succeeded', 'failed', 'rejected', 'pending', 'declined', 'review', 'refused']),
  ...listed('payout batch', ['draft', 'sent']),
  ...listed('bank line', ['exact', 'by_hand', 'credited', 'assigned', 'linked', 'dismissed']),
  ...listed('help', ['waiting', 'answered', 'closed']),
  ...listed('gift', ['open', 'empty', 'expired', 'stopped']),
  ...listed('bonus', ['running', 'became cash', 'came back']),
  ...listed('held win', ['held', 'paid', 'refused']),
  ...listed('operator', keysOf(givenRoles)),
  'reward: waiting',
  'referral: paid',
  'change: waiting',
]

/** Reads the world's content through the console. @returns lines as in `expected` */
export async function listSeeded(world: SeedWorld): Promise<Set<string>> {
  const admin = await world.operators.as('admin')
  const found = new Set<string>()
  const add = <Row>(kind: string, rows: readonly Row[], stateOf: (row: Row) => string) => {
    for (const row of rows) found.add(`${kind}: ${stateOf(row)}`)
  }
  const state = (row: { state: string }) => row.state

  for (const each of depositStates)
    for await (const row of pages(admin, `/staff/deposits?state=${each}`, 'deposits')) {
      found.add(`deposit by ${row.family}: ${row.state}`)
      if (row.credited_amount !== null && row.credited_amount !== row.declared_amount)
        found.add(`deposit by ${row.family}: credited another amount`)
    }
  for (const each of withdrawalStates) {
    const { withdrawals } = await admin.get(`/staff/withdrawals?state=${each}`)
    add('withdrawal', withdrawals, state)
  }
  add('payment', (await admin.get('/staff/payment-cases?state=all')).cases, state)
  add('payout batch', (await admin.get('/staff/payout-batches')).batches, state)
  for (const each of ['exact', 'by_hand', 'credited', 'assigned', 'linked', 'dismissed'])
    if ((await admin.get(`/staff/statement-lines?state=${each}`)).lines.length > 0) found.add(`bank line: ${each}`)
  for (const each of ['waiting', 'answered', 'closed'])
    add('help', (await admin.get(`/staff/help-cases?state=${each}`)).cases, state)
  add('gift', (await admin.get('/staff/gift-envelopes')).envelopes, state)
  for (const each of ['held', 'decided'])
    add('held win', (await admin.get(`/staff/held-wins?state=${each}`)).wins, state)
  add('operator', (await admin.get('/staff/operators')).operators, (row: { role: string }) => row.role)
  add('reward', (await admin.get('/staff/reward-checks')).checks, state)
  if ((await admin.get('/staff/changes')).changes.length > 0) found.add('change: waiting')
  const { rules } = await admin.get('/staff/bonus-rules')
  for (const { kind, running, converted, returned, given } of rules) {
    if (running > 0) found.add('bonus: running')
    if (converted !== '0.00') found.add('bonus: became cash')
    if (returned !== '0.00') found.add('bonus: came back')
    if (kind === 'referral' && given !== '0.00') found.add('referral: paid')
  }
  await countPlayers(admin, found)
  return found
}

/** Players by state; only those named after it, so that a large world is read as quickly as a small one. */
async function countPlayers(admin: Browser, found: Set<string>) {
  for (const start of [
    'active',
    'suspended',
    'frozen',
    'closed',
    'debt',
    'bonus',
    'limits',
    'on_break',
    'excluded',
    'blocked',
  ])
    for (const { id } of (await admin.get(`/staff/players?q=${start}`)).players) {
      const { player } = await admin.get(`/staff/players/${id}`)
      const { limits, blocks } = await admin.get(`/staff/players/${id}/limits`)
      found.add(`player: ${player.active ? 'active' : 'suspended'}`)
      found.add(`player: ${player.wallet}`)
      if (player.debt !== '0.00') found.add('player: debt')
      if (player.bonus !== '0.00') found.add('player: bonus')
      if (limits.some(({ amount }: { amount: string | null }) => amount !== null)) found.add('player: limits')
      for (const { kind } of blocks) found.add(`player: ${kind}`)
    }
}

/** Rows of a list, page by page. */
async function* pages(browser: Browser, path: string, rows: string) {
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { next_cursor: string | null } & Record<string, unknown> = await browser.get(
      cursor === '' ? path : `${path}&cursor=${encodeURIComponent(cursor)}`,
    )
    yield* page[rows] as { family: string; state: string; credited_amount: string | null; declared_amount: string }[]
    cursor = page.next_cursor
  }
}
