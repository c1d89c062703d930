import '../../src/features/gateway/tables.ts'
import { newPlayer, walletCall } from './fixtures.ts'
import type { Flow } from './flow.ts'
import { balanceOf, clientOf, codeOf, expectMoney, type Answers } from './flow-checks.ts'
import type { System } from './system.ts'

let rounds = 0

/** A player in a game of the studio, launched before the schedule. */
async function seat(system: System, balance: string, game = 'dhow') {
  const player = await newPlayer(system, balance)
  const launched = await player.post(`/games/${game}/launch`, {})
  if (launched.status !== 200) throw new Error(JSON.stringify(launched.json))
  const token = new URL(launched.json.url).searchParams.get('token')
  const { path, body, headers } = walletCall(system, 'authenticate', { token })
  const { session } = (await player.call('POST', path, body, headers)).json as { session: string }
  const roundId = `explore-${++rounds}`
  const money = { session, roundId, game, currency: 'NAD' }
  const call = (kind: string, more: object) => walletCall(system, kind, { ...money, ...more })
  return {
    player,
    roundId,
    session,
    call,
    now: (kind: string, more: object) => {
      const made = call(kind, more)
      return player.call('POST', made.path, made.body, made.headers)
    },
  }
}

/** Two bets of 60.00 with 100.00, one of them sent twice: one is accepted. */
export async function betTwice(system: System): Promise<Flow> {
  const { player, roundId, call } = await seat(system, '100.00')
  const answers: Answers = new Map()
  const bet = (tx: string) => call('bet', { txId: `${roundId}-${tx}`, amount: 6_000 })
  return {
    clients: [
      clientOf(answers, 'bet', () => bet('a')),
      clientOf(answers, 'bet again', () => bet('a')),
      clientOf(answers, 'other bet', () => bet('b')),
    ],
    async check() {
      const codes = ['bet', 'bet again', 'other bet'].map((name) => codeOf(answers, name))
      const wrong = await expectMoney(system, player.id, { cash: 4_000n, inPlay: 6_000n })
      // A repeated call gets the same answer.
      if (codes[0] !== codes[1]) wrong.push(`one bet was answered ${codes[0]} and ${codes[1]}`)
      if ((codes[0] === 'ok') === (codes[2] === 'ok')) wrong.push(`bets were answered ${codes.join(', ')}`)
      return wrong
    },
  }
}

/** A win and a rollback of one bet, the win twice: one of the two ends it, once. */
export async function endBet(system: System): Promise<Flow> {
  const { player, roundId, call, now } = await seat(system, '100.00')
  const taken = await now('bet', { txId: `${roundId}-bet`, amount: 1_000 })
  if (taken.json.code !== 'ok') throw new Error(JSON.stringify(taken.json))
  const ref = { refTxId: `${roundId}-bet` }
  const answers: Answers = new Map()
  const win = () => call('win', { ...ref, txId: `${roundId}-win`, amount: 2_500 })
  return {
    clients: [
      clientOf(answers, 'win', win),
      clientOf(answers, 'win again', win),
      clientOf(answers, 'rollback', () => call('rollback', { ...ref, txId: `${roundId}-back` })),
    ],
    async check() {
      const [won, back] = [codeOf(answers, 'win') === 'ok', codeOf(answers, 'rollback') === 'ok']
      const { cashMinor, inPlayMinor } = await balanceOf(system, player.id)
      const wrong: string[] = []
      if (won === back)
        wrong.push(`the win was answered ${codeOf(answers, 'win')}, the rollback ${codeOf(answers, 'rollback')}`)
      if (codeOf(answers, 'win again') !== codeOf(answers, 'win')) wrong.push('one win has two answers')
      if (inPlayMinor !== 0n) wrong.push(`${inPlayMinor} is still in play`)
      if (cashMinor !== (won ? 11_500n : 10_000n))
        wrong.push(`cash is ${cashMinor} after ${won ? 'a win' : 'a rollback'}`)
      return wrong
    },
  }
}

/** A rollback that may arrive before its bet: the bet is accepted and returned, or not accepted at all. */
export async function rollBackEarly(system: System): Promise<Flow> {
  const { player, roundId, call } = await seat(system, '100.00')
  const answers: Answers = new Map()
  return {
    clients: [
      clientOf(answers, 'bet', () => call('bet', { txId: `${roundId}-bet`, amount: 1_000 })),
      clientOf(answers, 'rollback', () => call('rollback', { refTxId: `${roundId}-bet`, txId: `${roundId}-back` })),
    ],
    check: async () => expectMoney(system, player.id, { cash: 10_000n, inPlay: 0n }),
  }
}

/** Concurrent bets of several players, which share a group, with the end of a round. */
export async function betTogether(system: System): Promise<Flow> {
  const seats = [await seat(system, '50.00'), await seat(system, '50.00'), await seat(system, '50.00')]
  const answers: Answers = new Map()
  return {
    clients: seats.map(({ call, roundId }, number) => ({
      name: `player ${number}`,
      async act(send) {
        const bet = await send(call('bet', { txId: `${roundId}-bet`, amount: 1_000 }))
        answers.set(`bet ${number}`, bet)
        if (bet.json.code !== 'ok') return
        if (number < 2)
          answers.set(
            `end ${number}`,
            await send(call('win', { txId: `${roundId}-win`, refTxId: `${roundId}-bet`, amount: 700 })),
          )
        else answers.set(`end ${number}`, await send(call('end-round', {})))
      },
    })),
    async check() {
      const wrong: string[] = []
      for (const [number, { player }] of seats.entries()) {
        if (codeOf(answers, `bet ${number}`) !== 'ok')
          wrong.push(`a bet was answered ${codeOf(answers, `bet ${number}`)}`)
        wrong.push(...(await expectMoney(system, player.id, { cash: number < 2 ? 4_700n : 4_000n, inPlay: 0n })))
      }
      return wrong
    },
  }
}

/**
 * The only free round of a grant: bet, won or rolled back, and requested by a second bet. It is played once, and
 * returned if rolled back.
 */
export async function playFreeRound(system: System): Promise<Flow> {
  const { player, roundId, call } = await seat(system, '100.00', 'dice')
  const terms = { player: player.id, game: 'game_dice', rounds: 1, stake: '10.00', max_win: '20.00', valid_days: 7 }
  const given = await system.managers[0].post('/staff/free-rounds', { ...terms, reason: 'An apology' })
  if (given.status !== 200 || given.json.waits) throw new Error(JSON.stringify(given.json))
  const grant = given.json.grant.id as string
  const answers: Answers = new Map()
  const bet = (tx: string, round = roundId) =>
    call('bet', { txId: `${roundId}-${tx}`, roundId: round, amount: 1_000, grant })
  const ref = { refTxId: `${roundId}-bet` }
  return {
    clients: [
      {
        name: 'bet and win',
        async act(send) {
          answers.set('bet', await send(bet('bet')))
          if (codeOf(answers, 'bet') === 'ok')
            answers.set('win', await send(call('win', { ...ref, txId: `${roundId}-win`, amount: 2_500 })))
        },
      },
      clientOf(answers, 'bet again', () => bet('bet')),
      clientOf(answers, 'rollback', () => call('rollback', { ...ref, txId: `${roundId}-back` })),
      clientOf(answers, 'other bet', () => bet('other', `${roundId}-other`)),
    ],
    async check() {
      const [won, other] = [codeOf(answers, 'win') === 'ok', codeOf(answers, 'other bet') === 'ok']
      const isBack = codeOf(answers, 'rollback') === 'ok'
      const wrong = await expectMoney(system, player.id, { cash: won ? 12_000n : 10_000n, inPlay: 0n })
      if (won && (isBack || other)) wrong.push(`a round that was won was ${isBack ? 'rolled back' : 'played twice'}`)
      const { used, won_minor: paid } = await system.world.db.kysely
        .selectFrom('gateway.free_round_grant')
        .selectAll()
        .where('id', '=', grant)
        .executeTakeFirstOrThrow()
      const played = won || other ? 1 : 0
      if (used !== played) wrong.push(`${used} free rounds are used up, of ${played} that were played`)
      if (paid !== (won ? 2_000n : 0n)) wrong.push(`the grant has paid ${paid}`)
      return wrong
    },
  }
}
