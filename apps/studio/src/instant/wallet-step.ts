import type { Wallet, WalletAnswer } from '../wallet/wallet.ts'
import { payoutOfRound, type Standing } from './rules.ts'
import type { Round } from './store.ts'

/** The state that a round moves to, or `again` if the wallet has not decided. */
export type Step = { state: Round['state']; code: string; multiplier?: number; payout?: bigint } | 'again'

/** Makes the wallet call that a round needs: stake, payout or rollback. */
export function askWallet(
  round: Round,
  now: Standing,
  wallet: Wallet,
  noteBalance: (balance: bigint) => void,
): Promise<Step> {
  const calls = callsOf(round, now, wallet, noteBalance)
  if (round.state === 'intent') return askStake(calls, now, round)
  return round.state === 'settling' ? askPayout(calls) : askRollback(calls, now, round)
}

/** Wallet calls of a round; each reports the new balance. */
function callsOf(round: Round, now: Standing, wallet: Wallet, noteBalance: (balance: bigint) => void) {
  const common = { session: round.walletSession, roundId: round.id }
  const priced = { ...common, game: round.game, currency: round.currency }
  const marked = {
    ...(round.grant === null ? {} : { grant: round.grant }),
    ...(round.isAutomatic ? { automatic: true as const } : {}),
  }
  const noted = (answer: WalletAnswer): WalletAnswer => {
    if (answer.isDecided && answer.balance !== null) noteBalance(answer.balance)
    return answer
  }
  // A single-step game sends stake and win in one call.
  const isOneStep = now.isOver && round.actions.length === 0
  const betwin = () => ({
    ...{ ...priced, ...marked, txId: round.id, betAmount: round.stake },
    winAmount: payoutOfRound(round, now.multiplier),
  })
  return {
    stake: async () =>
      noted(
        isOneStep
          ? await wallet.betwin(betwin())
          : await wallet.bet({ ...priced, ...marked, txId: round.id, amount: round.stake }),
      ),
    payout: async () =>
      noted(await wallet.win({ ...priced, txId: `${round.id}.end`, refTxId: round.id, amount: round.payout })),
    rollback: async () => noted(await wallet.rollback({ ...common, txId: `${round.id}.back`, refTxId: round.id })),
  }
}
type Calls = ReturnType<typeof callsOf>

const acceptedStep = (round: Round, { isOver, multiplier }: Standing): Step =>
  isOver
    ? { state: 'settled', code: 'ok', multiplier, payout: payoutOfRound(round, multiplier) }
    : { state: 'open', code: 'ok' }

async function askStake(calls: Calls, now: Standing, round: Round): Promise<Step> {
  const answer = await calls.stake()
  if (!answer.isDecided) return 'again'
  if (answer.code === 'ok') return acceptedStep(round, now)
  return { state: answer.code === 'bet_rolled_back' ? 'rolled_back' : 'refused', code: answer.code }
}

async function askPayout(calls: Calls): Promise<Step> {
  const answer = await calls.payout()
  if (!answer.isDecided) return 'again'
  return { state: answer.code === 'ok' ? 'settled' : 'stuck', code: answer.code }
}

async function askRollback(calls: Calls, now: Standing, round: Round): Promise<Step> {
  const answer = await calls.rollback()
  if (!answer.isDecided) return 'again'
  const why = round.code ?? 'wallet_unknown'
  if (['ok', 'bet_rolled_back'].includes(answer.code)) return { state: 'rolled_back', code: why }
  if (!now.isOver) return { state: 'stuck', code: answer.code }
  // A stake debited with its win cannot be returned: the repeated call confirms it, and the round counts.
  const again = await calls.stake()
  if (!again.isDecided) return 'again'
  if (again.code === 'ok') return acceptedStep(round, now)
  return { state: again.code === 'bet_rolled_back' ? 'rolled_back' : 'stuck', code: again.code }
}
