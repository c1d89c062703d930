import { randomUUID } from 'node:crypto'
import { quote, type Answer, type Seat } from './dialect.ts'
import { rules } from './rules.ts'
import type { Wallet } from './wallet.ts'

/** Players for the rules. Skips and reports rules that need a missing function. */
export interface TestPlayers {
  /** Session of a player with a balance of at least 50.00. */
  seat(): Promise<Seat>
  /** Ends the player's session, or blocks the player for good: wins and rollbacks must still be accepted. */
  end?: ((seat: Seat) => Promise<void>) | undefined
  /** Blocks bets in the open session, as a limit or exclusion does. */
  block?: ((seat: Seat) => Promise<void>) | undefined
  /** Second valid key of the provider during a key rotation. */
  secondKey?: string | undefined
}

export interface Finding {
  rule: number
  title: string
  outcome: 'ok' | 'failed' | 'not played'
  checks: number
  /** The error, or the reason why it was not played. */
  notes: string[]
}

/** Context of a rule. */
export interface Play {
  wallet: Wallet
  players: TestPlayers
  seat: Seat
  id(kind: string): string
  /** Converts minor units to the protocol's units. */
  units(minor: bigint): bigint
  bet(tx: string, round: string, minor?: bigint): Promise<Answer>
  win(tx: string, ref: string, round: string, minor?: bigint): Promise<Answer>
  rollback(tx: string, ref: string, round: string): Promise<Answer>
  balance(): Promise<bigint>
  /** Records a failure if the condition does not hold, and continues. */
  check(holds: boolean, fault: string): void
  skip(why: string): void
}

/** Plays the rules against a wallet, one by one, each with its own seat. */
export async function playRules(
  wallet: Wallet,
  players: TestPlayers,
  options: {
    only?: readonly number[] | undefined
    /** Rules to play last. */
    last?: readonly number[] | undefined
    onFinding?(finding: Finding): void
  } = {},
): Promise<Finding[]> {
  const findings: Finding[] = []
  const isLast = ({ rule }: { rule: number }) => options.last?.includes(rule) ?? false
  const inOrder = [...rules.filter((rule) => !isLast(rule)), ...rules.filter(isLast)]
  for (const { rule, title, play } of inOrder) {
    if (options.only && !options.only.includes(rule)) continue
    const finding: Finding = { rule, title, outcome: 'ok', checks: 0, notes: [] }
    let left = false
    const skip = (why: string) => {
      left = true
      finding.notes.push(why)
    }
    const faults: string[] = []
    const check = (holds: boolean, fault: string) => {
      finding.checks++
      if (!holds) faults.push(fault)
    }
    try {
      await play(await tableOf(wallet, players, check, skip))
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
    }
    if (faults.length > 0) finding.notes.unshift(...faults.slice(0, 10))
    finding.outcome = faults.length > 0 ? 'failed' : left && finding.checks === 0 ? 'not played' : 'ok'
    findings.push(finding)
    options.onFinding?.(finding)
  }
  return findings
}

async function tableOf(wallet: Wallet, players: TestPlayers, check: Play['check'], skip: Play['skip']): Promise<Play> {
  const { dialect, send } = wallet
  const seat = await players.seat()
  const units = (minor: bigint) => minor * dialect.perMinor
  return {
    wallet,
    players,
    seat,
    id: (kind) => `${kind}-${randomUUID()}`,
    units,
    bet: (tx, round, minor = 100n) => send(dialect.bet({ seat, tx, round, units: units(minor) })),
    win: (tx, ref, round, minor = 250n) => send(dialect.win({ seat, tx, ref, round, units: units(minor) })),
    rollback: (tx, ref, round) => send(dialect.rollback({ seat, tx, ref, round })),
    async balance() {
      const answer = await send(dialect.balance(seat))
      if (answer.word !== 'ok' || answer.balance === undefined)
        throw new Error(`the balance call was answered with ${quote(answer)}`)
      return answer.balance
    },
    check,
    skip,
  }
}

/** Formats the findings as text. */
export function report(findings: Finding[]): string {
  const mark = { ok: 'ok        ', failed: 'FAILED    ', 'not played': 'not played' }
  return findings
    .flatMap(({ rule, title, outcome, checks, notes }) => [
      `${mark[outcome]} ${String(rule).padStart(2)}  ${title}${checks > 0 ? `  (${checks} checks)` : ''}`,
      ...notes.map((note) => `                 ${note}`),
    ])
    .join('\n')
}
