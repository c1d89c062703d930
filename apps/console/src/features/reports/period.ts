import type { Market } from '@dhow/contract/shapes'
import { parseChoice } from '../../shared/choices.ts'

const dayMs = 86_400_000
const markets: readonly Market[] = ['NA', 'IN']
export const periodNames = ['today', 'week', 'month', 'own'] as const
export type PeriodName = (typeof periodNames)[number]
const lengths = { today: 1, week: 7, month: 30 } as const

/** Market and period in the address; without days the server takes the last seven. */
export interface Asked {
  market: Market
  from: string | undefined
  to: string | undefined
}

export const parseAsked = (params: URLSearchParams): Asked => ({
  market: parseChoice(markets, params.get('market') ?? '') ?? 'NA',
  from: params.get('from') ?? undefined,
  to: params.get('to') ?? undefined,
})

/** Days that the server refused, kept in the fields to be changed. */
export const refusedPeriod = ({ from, to }: Asked, error: unknown) =>
  error && from !== undefined && to !== undefined
    ? { from, to, today: new Date().toISOString().slice(0, 10) }
    : undefined

const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)

/** First and last day of a named period that ends today. */
export const namedPeriod = (name: keyof typeof lengths, today: string) => ({
  from: addDays(today, 1 - lengths[name]),
  to: today,
})

/** Name of a period that ends today, if any. */
export const nameOf = (from: string, to: string, today: string): PeriodName =>
  (['today', 'week', 'month'] as const).find((name) => to === today && namedPeriod(name, today).from === from) ?? 'own'

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Formats a day: `21 Nov`. */
export const dayText = (day: string) => short.format(new Date(`${day}T00:00:00Z`))
