import { expect } from 'vitest'
import { playerToBePaid, withdrawalCode } from './api-calls.ts'
import type { Operator } from './statements.ts'
import type { World } from './world.ts'

type Player = Awaited<ReturnType<World['player']>>
type PaidPlayer = Awaited<ReturnType<typeof playerToBePaid>>
type Asked =
  | { type: 'payout_account'; kind: string; number: string; branch?: string }
  | { type: 'withdraw'; amount: string; payout_account_id: string }

/** A player's steps to a withdrawal: codes, payout account, request. */
export function openRequests(world: () => World) {
  const bank = {
    kind: 'bank_na',
    holder: 'Invented Player',
    number: '62001234567',
    branch: '480 001',
    bank: 'Skeleton Coast Bank',
  }
  /** The code that was sent for it; a wrong one if none was. */
  const codeOf = async (player: Player, asked: Asked) => {
    const sent = await player.post('/authentication-otp-send', asked)
    return sent.status === 200 ? world().inbox.code(player.mobile) : '000000'
  }
  const code = (player: Player, accountId: string, amount = '400') =>
    codeOf(player, { type: 'withdraw', amount, payout_account_id: accountId })
  const addBank = async (player: Player, change: object = {}) =>
    player.post('/player/payout-accounts', {
      ...bank,
      ...change,
      otp: await codeOf(player, { type: 'payout_account', ...bank, ...change }),
    })
  return {
    ...{ bank, codeOf, code, addBank },
    async ready(balance = '1000.00') {
      const player = await world().player({ balance })
      const account = (await addBank(player)).json.account as { id: string }
      return { player, account }
    },
    ask: async (player: Player, accountId: string, amount = '400', headers?: Record<string, string>) =>
      player.post(
        '/player/withdrawals',
        { amount, payout_account_id: accountId, otp: await code(player, accountId, amount) },
        headers,
      ),
  }
}

/** Withdrawals under an operator's hands. */
export function openPayouts(of: () => { world: World; cashier: Operator }) {
  const seen = async (id: string) => (await of().cashier.get(`/staff/withdrawals/${id}`)).json.withdrawal
  /** An action on the withdrawal's present version. */
  const decide = async (operator: Operator, id: string, verb: string, body: object = {}) =>
    operator.post(`/staff/withdrawals/${id}/${verb}`, { version: (await seen(id)).version, ...body })
  const requested = async (player: PaidPlayer, amount = '400') => {
    const otp = await withdrawalCode(of().world, player, amount)
    return player.post('/player/withdrawals', { amount, payout_account_id: player.payoutAccountId, otp })
  }
  return { seen, decide, requested }
}

/** Approved withdrawals and the money that they move. */
export function openSentPayouts(of: () => { world: World; cashier: Operator; colleague: Operator }) {
  const { seen, decide, requested } = openPayouts(of)
  return {
    ...{ seen, decide },
    async standing(player: { id: string }) {
      const { cashMinor, heldMinor } = await of().world.balance(player.id)
      return [cashMinor, heldMinor]
    },
    /** Balance of one house account, debits above zero. */
    async house(account: string) {
      const { world } = of()
      const row = (await world.app.features.wallet.trialBalance(world.db.kysely)).find(
        (one) => one.account === account && one.currency === 'NAD',
      )
      return row ? row.debitMinor - row.creditMinor : 0n
    },
    async approved(amount = '400', balance = '1000.00') {
      const player = await playerToBePaid(of().world, balance)
      const id = (await requested(player, amount)).json.withdrawal.id as string
      await decide(of().cashier, id, 'approve')
      if ((await seen(id)).state === 'awaiting_second_approval') await decide(of().colleague, id, 'approve')
      return { player, id, code: (await seen(id)).pay_code as string }
    },
  }
}

/** Withdrawals of restricted players, by each kind of restriction. */
export function openStoppedPayouts(of: () => { world: World; cashier: Operator; manager: Operator }) {
  const { seen, decide, requested } = openPayouts(of)
  const judge = (id: string, verb: string, body: object = {}, operator: Operator = of().cashier) =>
    decide(operator, id, verb, body)
  const act = (player: PaidPlayer, name: string, body: object) =>
    of().manager.post(`/staff/players/${player.id}/${name}`, body)
  return {
    ...{ seen, judge, requested },
    async standing(player: { id: string }) {
      const { cashMinor, heldMinor, debtMinor } = await of().world.balance(player.id)
      return { cashMinor, heldMinor, debtMinor }
    },
    async approved(player: PaidPlayer, amount = '400') {
      const id = (await requested(player, amount)).json.withdrawal.id as string
      expect((await judge(id, 'approve')).status).toBe(200)
      return id
    },
    stateOf: async (id: string) => (await seen(id)).state as string,
    pay: (id: string) => judge(id, 'pay', { payment_reference: `EFT ${id}` }),
    stops: {
      frozen: {
        refusal: [409, 'account_frozen'],
        code: 'wallet_frozen',
        begin: (player: PaidPlayer) => act(player, 'freeze', { frozen: true, reason: 'A doubt' }),
        end: (player: PaidPlayer) => act(player, 'freeze', { frozen: false, reason: 'Cleared' }),
      },
      suspended: {
        refusal: [409, 'player_suspended'],
        code: 'player_suspended',
        begin: (player: PaidPlayer) => act(player, 'active', { active: false, reason: 'A doubt' }),
        end: (player: PaidPlayer) => act(player, 'active', { active: true, reason: 'Cleared' }),
      },
    },
  }
}
