import '../../src/features/withdrawals/tables.ts'
import { codeHash, codeRules } from '../../src/features/accounts/send-code.ts'
import { openSecrets } from '../../src/platform/secrets.ts'
import { newPlayer } from './fixtures.ts'
import type { Call, Flow, Person } from './flow.ts'
import { clientOf, expectMoney, type Answers } from './flow-checks.ts'
import type { System } from './system.ts'

/** A player with 1000.00 and a bank account. */
async function payee(system: System) {
  const player = await newPlayer(system, '1000.00')
  const { payoutAccounts } = system.world.app.features.withdrawals
  const form = { kind: 'bank_na', number: '62001234567', branch: '480001', holder: 'Invented Player' } as const
  const account = payoutAccounts.clean(player.session, { ...form, bank: 'Skeleton Coast Bank' })
  const { id } = await payoutAccounts.add(player.session, account, undefined)
  return { ...player, payoutAccountId: id }
}

const otp = '123456'

/** The player's code for a withdrawal of 400.00, as if sent by message. */
async function withdrawalCode({ world }: System, player: Awaited<ReturnType<typeof payee>>) {
  const { platform, config, db } = world
  const now = platform.clock.now()
  await db.kysely
    .insertInto('accounts.one_time_code')
    .values({
      id: platform.id('otp'),
      ...{ mobile: player.mobile, type: 'withdraw', bound_to: player.id },
      code_hash: codeHash(openSecrets(config.secretKey, platform.random), player.mobile, 'withdraw', otp),
      ...{ sent_at: now, expires_at: new Date(now.getTime() + codeRules.lifetimeMs), used_at: null },
      ...{ commits_to: `40000 ${player.payoutAccountId}`, registration_id: null, uses: '[]' },
    })
    .execute()
  return otp
}

async function requested(system: System) {
  const player = await payee(system)
  const { id, version } = await system.world.app.features.withdrawals.request({
    ...{ session: player.session, amount: '400', payoutAccountId: player.payoutAccountId },
    ...{ otp: await withdrawalCode(system, player), idempotencyKey: undefined, ip: '10.1.1.1' },
  })
  return { player, id, version }
}

async function approved(system: System) {
  const made = await requested(system)
  const { version } = made
  const answer = await system.cashiers[0].post(`/staff/withdrawals/${made.id}/approve`, { version })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return { ...made, version: answer.json.withdrawal.version as number }
}

const staffCall = (by: Person, path: string, body: object): Call => ({ by, listener: 'console', path, body })

const rowOf = (system: System, id: string) =>
  system.world.db.kysely
    .selectFrom('withdrawals.withdrawal')
    .select(['state', 'batch_id', 'pay_code'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const stateOf = async (system: System, id: string) => (await rowOf(system, id)).state

/** True if the batch of another flow of the schedule includes the withdrawal, because it takes all approved ones. */
const isInBatch = async (system: System, id: string) => (await rowOf(system, id)).batch_id !== null

/** Balances implied by the state of a withdrawal of 400.00 from 1000.00. */
const moneyOf = (state: string) =>
  ['rejected', 'cancelled', 'failed', 'returned'].includes(state)
    ? { cash: 100_000n, held: 0n }
    : { cash: 60_000n, held: ['paid', 'sent', 'unknown'].includes(state) ? 0n : 40_000n }

/** One request, sent twice with its key; meanwhile the player bets with the rest. */
export async function requestOnce(system: System): Promise<Flow> {
  const player = await payee(system)
  const otp = await withdrawalCode(system, player)
  const answers: Answers = new Map()
  const call = (key: string): Call => ({
    by: player,
    path: '/player/withdrawals',
    body: { amount: '400', payout_account_id: player.payoutAccountId, otp },
    headers: { 'idempotency-key': key },
  })
  return {
    clients: [
      clientOf(answers, 'request', () => call('one')),
      clientOf(answers, 'request again', () => call('one')),
      clientOf(answers, 'request with the code once more', () => call('two')),
    ],
    async check() {
      const rows = await system.world.db.kysely
        .selectFrom('withdrawals.withdrawal')
        .select('id')
        .where('player_id', '=', player.id)
        .execute()
      const good = [...answers.values()].filter(({ status }) => status === 200)
      const ids = new Set(good.map(({ json }) => json.withdrawal.id as string))
      const wrong = rows.length > 1 ? [`one code opened ${rows.length} withdrawals`] : []
      if (ids.size !== rows.length) wrong.push(`${ids.size} of ${rows.length} withdrawals were answered`)
      if (ids.size > rows.length) wrong.push('a withdrawal was answered that is not there')
      return [
        ...wrong,
        ...(await expectMoney(system, player.id, {
          cash: 100_000n - 40_000n * BigInt(rows.length),
          held: 40_000n * BigInt(rows.length),
        })),
      ]
    },
  }
}

/** A request is approved by two operators and rejected by another. */
export async function reviewWithdrawal(system: System): Promise<Flow> {
  const { player, id, version } = await requested(system)
  const answers: Answers = new Map()
  return {
    clients: [
      clientOf(answers, 'approve', () =>
        staffCall(system.cashiers[0], `/staff/withdrawals/${id}/approve`, { version }),
      ),
      clientOf(answers, 'reject', () =>
        staffCall(system.cashiers[1], `/staff/withdrawals/${id}/reject`, { version, reason: 'other' }),
      ),
      clientOf(answers, 'approve too', () =>
        staffCall(system.managers[0], `/staff/withdrawals/${id}/approve`, { version }),
      ),
    ],
    async check() {
      const state = await stateOf(system, id)
      const isExpected = ['approved', 'rejected'].includes(state) || (await isInBatch(system, id))
      const wrong = isExpected ? [] : [`the withdrawal is ${state}`]
      return [...wrong, ...(await expectMoney(system, player.id, moneyOf(state)))]
    },
  }
}

/** Two operators pay the same withdrawal manually, and a third returns it. */
export async function payOnce(system: System): Promise<Flow> {
  const { player, id, version } = await approved(system)
  const answers: Answers = new Map()
  const pay = { version, payment_reference: `EXPLORE ${id}` }
  return {
    clients: [
      clientOf(answers, 'pay', () => staffCall(system.cashiers[0], `/staff/withdrawals/${id}/pay`, pay)),
      clientOf(answers, 'pay too', () => staffCall(system.managers[0], `/staff/withdrawals/${id}/pay`, pay)),
      clientOf(answers, 'reject', () =>
        staffCall(system.cashiers[1], `/staff/withdrawals/${id}/reject`, { version, reason: 'other' }),
      ),
    ],
    async check() {
      const state = await stateOf(system, id)
      const isExpected = ['paid', 'rejected'].includes(state) || (await isInBatch(system, id))
      const wrong = isExpected ? [] : [`the withdrawal is ${state}`]
      return [...wrong, ...(await expectMoney(system, player.id, moneyOf(state)))]
    },
  }
}

/** A payout is ordered from the service by two operators: it is paid once. */
export async function orderPayout(system: System): Promise<Flow> {
  const { player, id, version } = await approved(system)
  const answers: Answers = new Map()
  const { pay_code: code } = await rowOf(system, id)
  return {
    clients: [
      clientOf(answers, 'send', () => staffCall(system.cashiers[0], `/staff/withdrawals/${id}/send`, { version })),
      clientOf(answers, 'send too', () => staffCall(system.managers[0], `/staff/withdrawals/${id}/send`, { version })),
    ],
    async check() {
      const state = await stateOf(system, id)
      const orders = (await system.sandbox.payouts()).filter(({ external_reference }) => external_reference === code)
      const byBatch = await isInBatch(system, id)
      const wrong = state === 'paid' || byBatch ? [] : [`the withdrawal is ${state}`]
      if (orders.length !== (byBatch ? 0 : 1)) wrong.push(`the bank has ${orders.length} orders`)
      return [...wrong, ...(await expectMoney(system, player.id, moneyOf(state)))]
    },
  }
}

/** Two operators each create a bank file of the same two withdrawals and send it; a third rejects one of them. */
export async function batchOnce(system: System): Promise<Flow> {
  const [one, two] = [await approved(system), await approved(system)]
  const answers: Answers = new Map()
  const maker = (name: string, by: Person) => ({
    name,
    async act(send: (call: Call) => Promise<import('../world.ts').Answer>) {
      const made = await send(staffCall(by, '/staff/payout-batches', { kind: 'bank_na' }))
      answers.set(`${name} made`, made)
      if (made.status !== 200) return
      const { id, version } = made.json.batch as { id: string; version: number }
      answers.set(`${name} sent`, await send(staffCall(by, `/staff/payout-batches/${id}/send`, { version })))
    },
  })
  return {
    clients: [
      maker('batch', system.cashiers[0]),
      maker('batch too', system.managers[0]),
      clientOf(answers, 'reject', () =>
        staffCall(system.cashiers[1], `/staff/withdrawals/${one.id}/reject`, { version: one.version, reason: 'other' }),
      ),
    ],
    async check() {
      const wrong: string[] = []
      for (const { player, id } of [one, two])
        wrong.push(...(await expectMoney(system, player.id, moneyOf(await stateOf(system, id)))))
      return wrong
    },
  }
}
