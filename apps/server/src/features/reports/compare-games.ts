import { formatDecimal, parseAmount } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import type { compareProvider, staffProviderStatement } from '@dhow/contract/report-statements'
import { Refusal } from '../../platform/refusal.ts'

type Difference = ReplyOf<typeof compareProvider>['differences'][number]
type OurGame = ReplyOf<typeof staffProviderStatement>['games'][number]

/** A game in the provider's file; a figure is undefined if the file has no such column. */
export interface ProviderGame {
  game: string
  rounds: bigint | undefined
  stakes: bigint | undefined
  wins: bigint | undefined
  rollbacks: bigint | undefined
}

/** Column headings used by providers. */
const heads = {
  game: ['game', 'game_id', 'game id', 'game code', 'game_code', 'name'],
  rounds: ['rounds', 'round count', 'spins', 'number of rounds'],
  stakes: ['stakes', 'bets', 'stake', 'turnover', 'bet amount'],
  wins: ['wins', 'win', 'payout', 'win amount'],
  rollbacks: ['rollbacks', 'rolled back', 'cancelled'],
} as const
type Column = keyof typeof heads
const counted = ['rounds', 'stakes', 'wins', 'rollbacks'] as const
const maxRows = 2_000

/**
 * Games of a provider's statement as CSV, without totals; several rows of a game are summed. @throws Refusal
 * `provider_file_unreadable`
 */
export function readProviderFile(bytes: Buffer): ProviderGame[] {
  const rows = splitCsv(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  const [first = [], ...rest] = rows
  const named = first.map((cell) => cell.trim().toLowerCase())
  const columnOf = (column: Column) => named.findIndex((name) => heads[column].some((one) => one === name))
  if ((['game', 'rounds', 'stakes', 'wins'] as const).some((column) => columnOf(column) < 0) || rest.length > maxRows)
    throw new Refusal('provider_file_unreadable')
  const games = new Map<string, ProviderGame>()
  for (const row of rest) {
    const game = row[columnOf('game')]?.trim() ?? ''
    if (game === '' || /^total$/i.test(game)) continue
    const of = (column: (typeof counted)[number]) =>
      columnOf(column) < 0 ? undefined : numberIn(row[columnOf(column)] ?? '', column !== 'stakes' && column !== 'wins')
    const known = games.get(game)
    const read: ProviderGame = {
      game,
      rounds: of('rounds'),
      stakes: of('stakes'),
      wins: of('wins'),
      rollbacks: of('rollbacks'),
    }
    if (known) for (const column of counted) read[column] = plus(read[column], known[column])
    games.set(game, read)
  }
  return [...games.values()]
}

const plus = (a: bigint | undefined, b: bigint | undefined) => (a === undefined ? b : a + (b ?? 0n))

/** A count, or an amount in minor units; thousands may be separated by a comma or a space. */
function numberIn(text: string, isCount: boolean): bigint {
  const plain = text.trim().replaceAll(/[, ](?=\d{3}(\D|$))/g, '')
  const negative = plain.startsWith('-')
  const value = isCount
    ? /^\d{1,15}$/.test(plain)
      ? BigInt(plain)
      : undefined
    : parseAmount(negative ? plain.slice(1) : plain)
  if (value === undefined) throw new Refusal('provider_file_unreadable')
  return negative ? -value : value
}

/** Cells of a CSV, whose separator is detected: comma, semicolon or tab; quotes by RFC 4180. */
function splitCsv(text: string): string[][] {
  const firstLine = text.slice(0, text.indexOf('\n') === -1 ? undefined : text.indexOf('\n'))
  const separator = [';', '\t'].find((one) => firstLine.includes(one)) ?? ','
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[index + 1] === '"') cell += text.charAt(index++)
      else quoted = false
    } else if (character === '"') quoted = true
    else if (character === separator || character === '\n') {
      row.push(cell)
      cell = ''
      if (character === '\n') rows.push(row)
      if (character === '\n') row = []
    } else if (character !== '\r') cell += character
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows.filter((cells) => cells.some((one) => one.trim() !== ''))
}

/** Differing figures of each game, and games that only one side has. Theirs are matched by our id or by name. */
export function compareGames(ours: readonly OurGame[], theirs: readonly ProviderGame[]): Difference[] {
  const found = new Set<OurGame>()
  const differences = theirs.flatMap((row): Difference[] => {
    const own = ours.find(({ game_id, name }) => row.game === game_id || row.game.toLowerCase() === name.toLowerCase())
    if (!own) return [{ game: row.game, figure: 'game', ours: null, theirs: row.game, difference: null }]
    found.add(own)
    const rowOf = {
      rounds: BigInt(own.rounds),
      stakes: minorOf(own.stakes),
      wins: minorOf(own.wins),
      rollbacks: BigInt(own.rollbacks),
    }
    return counted.flatMap((figure) => {
      const [mine, their] = [rowOf[figure], row[figure]]
      if (their === undefined || their === mine) return []
      const text = figure === 'stakes' || figure === 'wins' ? formatDecimal : String
      return [{ game: own.name, figure, ours: text(mine), theirs: text(their), difference: text(their - mine) }]
    })
  })
  const missing = ours.filter((row) => !found.has(row))
  return [
    ...differences,
    ...missing.map(({ name }): Difference => ({
      game: name,
      figure: 'game',
      ours: name,
      theirs: null,
      difference: null,
    })),
  ]
}

const minorOf = (amount: string): bigint =>
  amount.startsWith('-') ? -(parseAmount(amount.slice(1)) ?? 0n) : (parseAmount(amount) ?? 0n)
