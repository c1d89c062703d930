import { createHash } from 'node:crypto'
import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { addDays, type Period } from './days.ts'
import type { feeReply } from './fee-rows.ts'

/** Play of a game in a period; amounts in minor units. */
export interface PlayRow {
  rounds: bigint
  stake_minor: bigint
  won_minor: bigint
  rollbacks: bigint
  rolled_back_minor: bigint
}
export type GamePlay = PlayRow & { game_id: string; name: string }

/** Later changes in the days of an earlier statement. */
export interface Correction extends Period {
  number: string
  games: readonly GamePlay[]
  feeMinor: bigint
}

/** Figures of a statement, current or stored. */
export interface StatementContent {
  games: readonly GamePlay[]
  fees: readonly ReturnType<typeof feeReply>[]
  feeMinor: bigint
  corrections: readonly Correction[]
}

export interface ClosedStatement extends Period, StatementContent {
  number: string
  market: Market
  provider: string
  closedAt: Date
}

const figures = ['rounds', 'stake_minor', 'won_minor', 'rollbacks', 'rolled_back_minor'] as const
export const noPlay: PlayRow = { rounds: 0n, stake_minor: 0n, won_minor: 0n, rollbacks: 0n, rolled_back_minor: 0n }

export function addedPlay(sum: PlayRow, row: PlayRow, sign = 1n): PlayRow {
  const added = { ...sum }
  for (const figure of figures) added[figure] += sign * row[figure]
  return added
}

export const playReply = (row: PlayRow) => ({
  rounds: Number(row.rounds),
  stakes: formatDecimal(row.stake_minor),
  wins: formatDecimal(row.won_minor),
  ggr: formatDecimal(row.stake_minor - row.won_minor),
  rollbacks: Number(row.rollbacks),
  rolled_back: formatDecimal(row.rolled_back_minor),
})

export const gameReply = ({ game_id, name, ...row }: GamePlay) => ({ game_id, name, ...playReply(row) })

/** Fee of a period and its corrections. */
export const amountDueMinor = ({ feeMinor, corrections }: StatementContent): bigint =>
  corrections.reduce((sum, correction) => sum + correction.feeMinor, feeMinor)

/** First day of the next statement. */
export const nextFrom = (closed: readonly ClosedStatement[]): string | undefined => {
  const last = closed.at(-1)
  return last && addDays(last.to, 1)
}

/** Current figures of each closed statement's days, by its number. */
export type Current = ReadonlyMap<string, { games: readonly GamePlay[]; feeMinor: bigint }>

/**
 * Differences between the current figures of closed days and everything stated about them: their statement and later
 * corrections.
 */
export function correctionsOf(closed: readonly ClosedStatement[], current: Current): Correction[] {
  return closed.flatMap(({ number, from, to, games, feeMinor }) => {
    const now = current.get(number) ?? { games: [], feeMinor: 0n }
    const earlier = closed.flatMap(({ corrections }) => corrections.filter((one) => one.number === number))
    const stated = [...games, ...earlier.flatMap((one) => one.games)]
    const fee = now.feeMinor - earlier.reduce((sum, one) => sum + one.feeMinor, feeMinor)
    const names = new Map([...stated, ...now.games].map(({ game_id, name }) => [game_id, name]))
    const changed = [...names].flatMap(([game_id, name]): GamePlay[] => {
      const own = (rows: readonly GamePlay[]) => rows.filter((row) => row.game_id === game_id)
      const sum = own(now.games).reduce<PlayRow>((total, row) => addedPlay(total, row), noPlay)
      const difference = own(stated).reduce<PlayRow>((total, row) => addedPlay(total, row, -1n), sum)
      return figures.some((figure) => difference[figure] !== 0n) ? [{ game_id, name, ...difference }] : []
    })
    return changed.length === 0 && fee === 0n ? [] : [{ number, from, to, games: changed, feeMinor: fee }]
  })
}

type StoredGame = Record<'game_id' | 'name' | (typeof figures)[number], string>
export interface StoredCorrection extends Period {
  number: string
  games: StoredGame[]
  fee_minor: string
}

/** Figures as a JSON column, integers as text. */
export const storedGames = (games: readonly GamePlay[]) =>
  games.map((row) => ({
    ...{ game_id: row.game_id, name: row.name },
    ...Object.fromEntries(figures.map((figure) => [figure, String(row[figure])])),
  }))
export const storedCorrections = (corrections: readonly Correction[]) =>
  corrections.map(({ number, from, to, games, feeMinor }) => ({
    ...{ number, from, to, games: storedGames(games), fee_minor: String(feeMinor) },
  }))

const readGame = (row: StoredGame): GamePlay => ({
  ...{ game_id: row.game_id, name: row.name, rounds: BigInt(row.rounds) },
  ...{ stake_minor: BigInt(row.stake_minor), won_minor: BigInt(row.won_minor) },
  ...{ rollbacks: BigInt(row.rollbacks), rolled_back_minor: BigInt(row.rolled_back_minor) },
})
export const readGamesStored = (games: readonly StoredGame[]): GamePlay[] => games.map(readGame)
export const readCorrectionsStored = (corrections: readonly StoredCorrection[]): Correction[] =>
  corrections.map(({ number, from, to, games, fee_minor }) => ({
    ...{ number, from, to, games: games.map(readGame), feeMinor: BigInt(fee_minor) },
  }))

/** SHA-256 of all that a closed statement states, as its row keeps it: texts and whole numbers in this order. */
export const hashOf = (statement: ClosedStatement): string => {
  const { number, market, provider, from, to, closedAt, games, fees, feeMinor, corrections } = statement
  const stated = {
    ...{ number, market, provider, from, to, closed_at: closedAt.toISOString(), games: storedGames(games) },
    fees: fees.map((row) => ({
      ...{ from_day: row.from_day, base: row.base, basis_points: row.basis_points },
      ...{ base_amount: row.base_amount, fee: row.fee },
    })),
    ...{ fee_minor: String(feeMinor), corrections: storedCorrections(corrections) },
    due_minor: String(amountDueMinor(statement)),
  }
  return createHash('sha256').update(JSON.stringify(stated)).digest('hex')
}

export type { StoredGame }
