import type { DhowFreeRounds, DhowReply, DhowRules } from '@dhow/contract/gateway'
import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { openSignedCalls, type DhowWalletOptions } from './signed-calls.ts'
import type { CommitAnswer, CommitmentCall, Wallet, WalletAnswer, WinCall } from './wallet.ts'

/** Codes about settings or clocks, not the transaction: a caller that needs a decision repeats the call. */
const undecided = new Set(['signature_invalid', 'request_stale', 'request_malformed'])
/** Code that asks for a repeat: another transaction has locked the player's row. */
const repeatable = 'wallet_busy'

type Decided = Pick<DhowReply, 'code' | 'balance'> & {
  rules?: DhowRules | undefined
  freeRounds?: DhowFreeRounds | undefined
}

/** The portal's wallet over the Dhow protocol. */
export function openDhowWallet(options: DhowWalletOptions, clock: SteadyClock, log: Log): Wallet {
  const { call, close } = openSignedCalls(options, clock)

  async function decide(path: string, body: object): Promise<WalletAnswer> {
    const answer = await call(path, body)
    if ('reason' in answer) {
      log.warn({ call: path, reason: answer.reason }, 'the wallet gave no answer')
      return { isDecided: false, reason: answer.reason }
    }
    return decided(path, answer.reply)
  }

  function decided(path: string, { code, balance, rules, freeRounds }: Decided): WalletAnswer {
    if (code === repeatable) return { isDecided: false, reason: code }
    if (undecided.has(code)) {
      log.error({ call: path, code }, 'the wallet does not accept our calls')
      return { isDecided: false, reason: code }
    }
    return {
      ...{ isDecided: true, code, balance: balance === undefined ? null : BigInt(Math.trunc(balance)) },
      ...(rules ? { rules } : {}),
      ...(freeRounds ? { freeRounds } : {}),
    }
  }

  async function decideAll(wins: WinCall[]): Promise<WalletAnswer[]> {
    const answer = await call('wins', { wins })
    // A wallet without this call gets the wins one by one.
    if ('isMissing' in answer && answer.isMissing) return Promise.all(wins.map((win) => decide('win', win)))
    const results = 'reply' in answer && answer.reply.code === 'ok' ? answer.reply.results : undefined
    if (results?.length === wins.length && results.every(({ txId }, index) => txId === wins[index]?.txId))
      return results.map((result) => decided('wins', result))
    const reason = 'reason' in answer ? answer.reason : answer.reply.code
    log.warn({ call: 'wins', count: wins.length, reason }, 'the wallet gave no answer')
    return wins.map(() => ({ isDecided: false, reason }))
  }

  async function commit(commitments: CommitmentCall[]): Promise<CommitAnswer> {
    const answer = await call('commit', { commitments })
    if ('isMissing' in answer && answer.isMissing) return 'none'
    const code = 'reply' in answer ? answer.reply.code : undefined
    if (code === 'ok') return 'kept'
    if (code === 'duplicate_transaction') return 'differs'
    log.warn({ call: 'commit', reason: code ?? ('reason' in answer && answer.reason) }, 'the log gave no answer')
    return 'unknown'
  }

  return {
    async authenticate(token) {
      const answer = await call('authenticate', { token })
      if ('reason' in answer) {
        log.warn({ call: 'authenticate', reason: answer.reason }, 'the wallet gave no answer')
        return 'unknown'
      }
      const { code, session, player, balance, currency, rules, freeRounds } = answer.reply
      if (code !== 'ok') return { code }
      if (!session || !player || balance === undefined || !currency) return 'unknown'
      const { id, name } = player
      const seated = { session, id, name, currency, balance: BigInt(Math.trunc(balance)) }
      return { player: { ...seated, ...(rules ? { rules } : {}), ...(freeRounds ? { freeRounds } : {}) } }
    },
    balance: (session) => decide('balance', { session }),
    bet: (bet) => decide('bet', bet),
    win: (win) => decide('win', win),
    wins: decideAll,
    betwin: (round) => decide('betwin', round),
    rollback: (back) => decide('rollback', back),
    commit,
    close,
  }
}
