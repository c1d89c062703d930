import type { Currency } from '@dhow/contract/money'
import type { RefusalCode } from '@dhow/contract/refusals'
import type { AccountRef, Balances, Line, Posting } from '../src/features/wallet/index.ts'

/** A player's accounts in the simplest form. */
export interface ModelWallet extends Balances {
  currency: Currency
  limitMinor: bigint
  frozen: boolean
  closed: boolean
}

export interface ModelPosting {
  key: string
  playerId: string | undefined
  currency: Currency
  reason: Posting['reason']
  reference: string | undefined
  lines: Line[]
}

/** Expected answer of the ledger: a refusal's name, or the balances afterwards. */
export type ModelAnswer = RefusalCode | { replayed: boolean; balances: Balances | undefined }

interface ModelHold {
  playerId: string
  currency: Currency
  amountMinor: bigint
  /** Undefined while it is held. */
  end?: { state: 'settled' | 'released'; key: string }
}

const fieldOf = { cash: 'cashMinor', bonus: 'bonusMinor', hold: 'heldMinor', in_play: 'inPlayMinor' } as const
const nameOf = (ref: AccountRef) => ('player' in ref ? ref.player : `${ref.house}:${ref.ref ?? ''}`)

export type WalletModel = ReturnType<typeof openWalletModel>

/** The ledger as a few maps: the same rules, implemented again without a database, lock or statement. */
export function openWalletModel() {
  const wallets = new Map<string, ModelWallet>()
  const postings = new Map<string, { content: string; balances: Balances | undefined }>()
  const references = new Set<string>()
  const holds = new Map<string, ModelHold>()
  /** Debits minus credits of every house account, by currency. */
  const house = new Map<string, bigint>()

  const contentOf = ({ playerId, currency, reason, reference, lines }: ModelPosting) =>
    [
      playerId,
      currency,
      reason,
      reference,
      ...lines.map((line) => `${nameOf(line.debit)}>${nameOf(line.credit)}=${line.amountMinor}`),
    ].join('|')

  function post(posting: ModelPosting): ModelAnswer {
    const { key, playerId, currency, reference, lines } = posting
    if (lines.length === 0 || lines.some((line) => line.amountMinor <= 0n)) return 'amount_invalid'
    const earlier = postings.get(key)
    if (earlier) {
      return earlier.content === contentOf(posting) ? { replayed: true, balances: earlier.balances } : 'key_reused'
    }
    if (reference !== undefined && references.has(reference)) return 'reference_credited'
    const wallet = playerId === undefined ? undefined : wallets.get(playerId)
    if (playerId !== undefined && !wallet) return 'account_missing'
    if (wallet && wallet.currency !== currency) return 'currency_mismatch'
    if (wallet?.closed) return 'account_closed'
    if (wallet?.frozen && lines.some(({ debit }) => 'player' in debit && ['cash', 'bonus'].includes(debit.player)))
      return 'account_frozen'

    const balances = wallet && balancesOf(wallet)
    for (const { debit, credit, amountMinor } of lines) {
      if (!balances && ('player' in debit || 'player' in credit)) return 'account_missing'
      if (balances && 'player' in debit) {
        if (balances[fieldOf[debit.player]] < amountMinor) return 'insufficient_funds'
        balances[fieldOf[debit.player]] -= amountMinor
      }
      if (balances && 'player' in credit) {
        if (balances[fieldOf[credit.player]] + amountMinor > wallet!.limitMinor) return 'balance_limit'
        balances[fieldOf[credit.player]] += amountMinor
      }
    }

    for (const { debit, credit, amountMinor } of lines) {
      if ('house' in debit) move(`${nameOf(debit)} ${currency}`, amountMinor)
      if ('house' in credit) move(`${nameOf(credit)} ${currency}`, -amountMinor)
    }
    if (wallet) Object.assign(wallet, balances)
    postings.set(key, { content: contentOf(posting), balances })
    if (reference !== undefined) references.add(reference)
    return { replayed: false, balances }
  }

  /** Applies all of these postings, or none if one is refused, as a caller's transaction does. */
  function postAll(list: ModelPosting[]): ModelAnswer[] {
    const before = {
      wallets: structuredClone(wallets),
      postings: new Map(postings),
      references: [...references],
      house: new Map(house),
    }
    const answers: ModelAnswer[] = []
    for (const posting of list) {
      const answer = post(posting)
      answers.push(answer)
      if (typeof answer !== 'string') continue
      refill(wallets, before.wallets)
      refill(postings, before.postings)
      refill(house, before.house)
      references.clear()
      for (const reference of before.references) references.add(reference)
      break
    }
    return answers
  }

  const move = (account: string, byMinor: bigint) => house.set(account, (house.get(account) ?? 0n) + byMinor)

  return {
    wallets,
    postings,
    holds,
    house,
    open(playerId: string, currency: Currency, limitMinor: bigint) {
      const nothing = { cashMinor: 0n, bonusMinor: 0n, heldMinor: 0n, inPlayMinor: 0n }
      wallets.set(playerId, { ...nothing, currency, limitMinor, frozen: false, closed: false })
    },
    post,
    postAll,

    hold(key: string, playerId: string, currency: Currency, amountMinor: bigint): ModelAnswer {
      const known = holds.get(key)
      const answer = post({
        key,
        playerId,
        currency,
        reason: 'hold' as never,
        reference: undefined,
        lines: [{ debit: { player: 'cash' }, credit: { player: 'hold' }, amountMinor }],
      })
      if (typeof answer === 'string') return answer
      if (answer.replayed && !known) return 'key_reused'
      if (!known) holds.set(key, { playerId, currency, amountMinor })
      return answer
    },

    end(state: 'settled' | 'released', key: string, holdKey: string, to: Omit<Line, 'debit'>[]): ModelAnswer {
      const hold = holds.get(holdKey)
      if (!hold) return 'hold_missing'
      if (hold.end && (hold.end.key !== key || hold.end.state !== state)) return 'hold_ended'
      const answer = post({
        key,
        playerId: hold.playerId,
        currency: hold.currency,
        reason: state as never,
        reference: undefined,
        lines: to.map((line) => ({ debit: { player: 'hold' }, ...line })),
      })
      if (typeof answer === 'string') return answer
      if (answer.replayed && !hold.end) return 'key_reused'
      hold.end = { state, key }
      return answer
    },

    freeze(playerId: string, frozen: boolean): ModelAnswer {
      const wallet = wallets.get(playerId)
      if (!wallet) return 'account_missing'
      wallet.frozen = frozen
      return { replayed: false, balances: undefined }
    },

    close(playerId: string): ModelAnswer {
      const wallet = wallets.get(playerId)
      if (!wallet) return 'account_missing'
      if (Object.values(balancesOf(wallet)).some((minor) => minor > 0n)) return 'account_not_empty'
      wallet.closed = true
      return { replayed: false, balances: undefined }
    },
  }
}

function refill<V>(map: Map<string, V>, from: Map<string, V>) {
  map.clear()
  for (const [key, value] of from) map.set(key, value)
}

function balancesOf({ cashMinor, bonusMinor, heldMinor, inPlayMinor }: ModelWallet): Balances {
  return { cashMinor, bonusMinor, heldMinor, inPlayMinor }
}
