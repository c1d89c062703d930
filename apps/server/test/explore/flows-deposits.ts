import { depositForm, newPlayer, type Player } from './fixtures.ts'
import type { Call, Flow } from './flow.ts'
import { balanceOf, clientOf, expectMoney, postingsOf, type Answers } from './flow-checks.ts'
import type { System } from './system.ts'

let references = 0

const reported = (player: Player, utr: string, key: string, amount = '500') =>
  depositForm(player, { manual_deposit_id: '2', amount, utr }, key)

/** Reports a deposit before the schedule; returns its id and version. */
async function submitted(system: System, player: Awaited<ReturnType<typeof newPlayer>>) {
  const utr = `EXPLORE${++references}`
  const answer = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
    manual_deposit_id: '2',
    amount: '500',
    utr,
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  const { id } = answer.json.data.deposit as { id: string }
  const { version } = await stateOf(system, id)
  return { id, version }
}

const decision = (system: System, by: Call['by'], id: string, verb: string, body: object): Call => ({
  ...(by ? { by } : {}),
  listener: 'console',
  path: `/staff/deposits/${id}/${verb}`,
  body,
})

async function stateOf(system: System, id: string) {
  const { kysely } = system.world.db
  return kysely.selectFrom('deposits.deposit').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Two players report the same reference, one of them twice: it is accepted once. */
export async function reportOnce(system: System): Promise<Flow> {
  const [one, two] = [await newPlayer(system), await newPlayer(system)]
  const utr = `EXPLORE${++references}`
  const answers: Answers = new Map()
  const calls = [
    { name: 'report', call: await reported(one, utr, `k-${utr}`) },
    { name: 'report again', call: await reported(one, utr, `k-${utr}`) },
    { name: 'report of another', call: await reported(two, utr, `o-${utr}`) },
  ]
  return {
    clients: calls.map(({ name, call }) => clientOf(answers, name, () => call)),
    async check() {
      const { kysely } = system.world.db
      const rows = await kysely
        .selectFrom('deposits.deposit')
        .select(['id', 'player_id'])
        .where('player_id', 'in', [one.id, two.id])
        .execute()
      const good = [...answers].filter(([, { status }]) => status === 200).map(([name]) => name)
      const wrong = rows.length === 1 ? [] : [`the reference has ${rows.length} deposits`]
      const owners = new Set(good.map((name) => (name === 'report of another' ? two.id : one.id)))
      if (owners.size !== 1) wrong.push(`the reference was accepted for ${owners.size} players`)
      if (rows[0] && !owners.has(rows[0].player_id)) wrong.push('the deposit is another player’s than was answered')
      return wrong
    },
  }
}

/** One operator approves a deposit, another rejects it: one of them succeeds, and the money matches the state. */
export async function decideDeposit(system: System): Promise<Flow> {
  const player = await newPlayer(system)
  const { id, version } = await submitted(system, player)
  const answers: Answers = new Map()
  const approve = { received_amount: '500.00', version }
  return {
    clients: [
      clientOf(answers, 'approve', () => decision(system, system.cashiers[0], id, 'approve', approve)),
      clientOf(answers, 'approve too', () => decision(system, system.managers[0], id, 'approve', approve)),
      clientOf(answers, 'reject', () =>
        decision(system, system.cashiers[1], id, 'reject', { version, reason: 'not_received' }),
      ),
    ],
    async check() {
      const { state } = await stateOf(system, id)
      const postings = await postingsOf(system, player.id)
      const wrong = await expectMoney(system, player.id, { cash: state === 'approved' ? 50_000n : 0n })
      if (!['approved', 'rejected'].includes(state)) wrong.push(`the deposit is ${state}`)
      if (postings.length !== (state === 'approved' ? 1 : 0))
        wrong.push(`${postings.length} postings of a deposit that is ${state}`)
      if (answers.get('reject')?.status === 200 && state === 'approved')
        wrong.push('a deposit whose refusal was answered is approved')
      return wrong
    },
  }
}

/** A credited deposit is reversed, twice concurrently, while its player plays with the money. */
export async function reverseDeposit(system: System): Promise<Flow> {
  const player = await newPlayer(system)
  const { id, version } = await submitted(system, player)
  const approved = await system.cashiers[0].post(`/staff/deposits/${id}/approve`, {
    received_amount: '500.00',
    version,
  })
  if (approved.status !== 200) throw new Error(JSON.stringify(approved.json))
  const undo = { version: approved.json.deposit.version as number, reason: 'not_received', note: 'For the explorer' }
  const claim = '/player/bonuses/rule_sandbox_welcome_na/claim'
  const answers: Answers = new Map()
  return {
    clients: [
      clientOf(answers, 'reverse', () => decision(system, system.managers[0], id, 'reverse', undo)),
      clientOf(answers, 'reverse too', () => decision(system, system.managers[1], id, 'reverse', undo)),
      clientOf(answers, 'claim a bonus', () => ({ by: player, path: claim })),
    ],
    async check() {
      const { state } = await stateOf(system, id)
      const { cashMinor, bonusMinor } = await balanceOf(system, player.id)
      const wrong = state === 'reversed' ? [] : [`the deposit is ${state}`]
      if (cashMinor !== 0n) wrong.push(`${cashMinor} of cash is left of a reversed deposit`)
      if (bonusMinor !== 0n) wrong.push(`${bonusMinor} of bonus is left of a reversed deposit`)
      return wrong
    },
  }
}
