import type { TournamentView } from '@dhow/contract/tournaments'
import type { Tone } from '@dhow/ui/feedback'
import { fill, formatCount, formatMoney, formatTime, localizeMarks } from '../../shared/format.ts'
import { nameIn } from '../../shared/use-game-name.ts'
import type { Language, Words } from '../../shared/words/words.tsx'
import { spanOf } from './time-left.ts'

export const tones: Record<TournamentView['phase'], Tone> = {
  coming: 'info',
  running: 'good',
  paused: 'warn',
  counting: 'info',
  ended: 'neutral',
  cancelled: 'bad',
}

/** When a tournament begins or ends, with the time until then by the server's clock. */
export function timesOf(words: Words, { phase, starts_at, ends_at }: TournamentView, nowMs: number): string {
  const { begins, ends, ended, inTime } = words.tournaments
  const isOver = phase === 'counting' || phase === 'ended' || phase === 'cancelled'
  const at = phase === 'coming' ? starts_at : ends_at
  const sentence = fill(isOver ? ended : phase === 'coming' ? begins : ends, { when: formatTime(at) })
  const leftMs = Date.parse(at) - nowMs
  return isOver || leftMs <= 0 ? sentence : fill(inTime, { sentence, time: spanOf(words, leftMs) })
}

/** Points as players read them: a multiplier, or a count. */
export const pointsText = ({ points_by }: TournamentView, points: number, language: Language): string =>
  points_by === 'turnover'
    ? formatCount(points, language)
    : `${localizeMarks(`${Math.floor(points / 100).toLocaleString('en')}.${String(points % 100).padStart(2, '0')}`, language)}×`

/** The rules as sentences. */
export function rulesOf({ tournaments: words }: Words, one: TournamentView, language: Language): string[] {
  const { best_rounds: best, unit, day_cap: cap, currency, games } = one
  const points =
    one.points_by === 'multiplier'
      ? [best === 1 ? words.ruleBest : fill(words.ruleBestOf, { count: best ?? 0 }), words.ruleStake]
      : [
          fill(words.ruleTurnover, {
            unit: formatMoney(unit ?? '0.00', currency),
            cap: formatCount(cap ?? 0, language),
          }),
        ]
  return [
    ...points,
    fill(words.ruleLeast, { amount: formatMoney(one.least_stake, currency) }),
    games === null
      ? words.ruleStudio
      : fill(words.ruleGames, { games: games.map(({ name, names }) => nameIn(language, name, names)).join(', ') }),
    words.ruleJoin,
    words.ruleTies,
    words.ruleBreak,
    words.payouts[one.payout],
  ]
}

/** Prizes by place; consecutive equal ones are grouped. */
export function prizesOf({ tournaments: words }: Words, { prizes, currency }: TournamentView) {
  const spans: { from: number; to: number; amount: string }[] = []
  for (const [index, amount] of prizes.entries()) {
    const last = spans.at(-1)
    if (last?.amount === amount) last.to = index + 1
    else spans.push({ from: index + 1, to: index + 1, amount })
  }
  return spans.map(({ from, to, amount }) => ({
    place: from === to ? fill(words.place, { rank: from }) : fill(words.places, { from, to }),
    amount: formatMoney(amount, currency),
  }))
}
