import { familyRows, type DepositFamily, type DepositFamilyRow } from '@dhow/contract/deposit-families'
import type { Market } from '@dhow/contract/shapes'
import { openChance, type Chance } from './chance.ts'

export interface PlanSize {
  /** Determines all random choices. */
  seed: string
  players: number
  days: number
}

/** A player as planned before anything happens. Amounts are minor units of the market's currency. */
export interface PlannedPlayer {
  name: string
  mobile: string
  market: Market
  address: string
  userAgent: string
  family: DepositFamily
  /** Index of the first day in the plan, from 0. */
  joins: number
  stakeMinor: number
  /** Visits on a thousand ordinary days while the player is new. */
  visitsPermille: number
  /** Days after which the frequency of visits has halved. */
  keenDays: number
  /** Index of the referring player. */
  broughtBy: number | undefined
}

export interface PlannedVisit {
  player: number
  /** Minute of the UTC day. */
  minute: number
  rounds: number
  /** Deposits are larger on pay days. */
  isPayDay: boolean
}

const givenNames = {
  NA: [
    'Nangula',
    'Petrus',
    'Selma',
    'Johannes',
    'Ndapewa',
    'Frieda',
    'Tangeni',
    'Helvi',
    'Lukas',
    'Martha',
    'Riaan',
    'Liesl',
  ],
  IN: ['Asha', 'Vikram', 'Meera', 'Rohan', 'Kavya', 'Arjun', 'Nisha', 'Sanjay', 'Divya', 'Imran'],
} as const
const familiesOf = (market: Market, kind: DepositFamilyRow['kind']) =>
  familyRows.filter((row) => row.market === market && row.kind === kind).map(({ family }) => family)

export const userAgents = [
  'Mozilla/5.0 (Linux; Android 13; SM-A145F) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 12; TECNO KI5k) AppleWebKit/537.36 Chrome/124.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; 23053RN02A) AppleWebKit/537.36 Chrome/128.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/127.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
] as const

/** Hours of the local day, by weight: few at night, most in the evening. */
const hours = [2, 1, 1, 0, 0, 1, 2, 3, 3, 3, 4, 4, 6, 5, 4, 4, 5, 8, 12, 16, 18, 15, 9, 5].map((weight, hour) => ({
  hour,
  weight,
}))
/** Sunday first, in per cent of an ordinary day. */
const weekdays = [115, 75, 80, 85, 95, 140, 150]
const aheadMinutes = { NA: 120, IN: 330 } as const

/** Players in order of registration: few at first, more each month. */
export function planPlayers({ seed, players, days }: PlanSize): PlannedPlayer[] {
  return Array.from({ length: players }, (_, index) => {
    const chance = openChance(`${seed}:player:${index}`)
    const market: Market = index % 5 === 3 ? 'IN' : 'NA'
    const scale = market === 'IN' ? 5 : 1
    const isRegular = chance.permille(300)
    return {
      name: `${chance.pick(givenNames[market])}_${index + 1}`,
      mobile: market === 'NA' ? `+26481${2_000_000 + index}` : `+9198${10_000_000 + index}`,
      market,
      address: `198.18.${Math.trunc(index / 200)}.${1 + (index % 200)}`,
      userAgent: chance.pick(userAgents),
      family: familyOf(market, chance),
      joins: joinDay(index, players, days),
      stakeMinor: chance.pick([500, 500, 1_000, 1_000, 2_000, 5_000]) * scale,
      visitsPermille: isRegular ? chance.between(350, 650) : chance.between(60, 250),
      keenDays: isRegular ? chance.between(150, 400) : chance.between(20, 90),
      broughtBy: index > 4 && chance.permille(200) ? chance.int(Math.min(index, 12)) : undefined,
    }
  })
}

/** Each month brings more players than the last. Nobody joins on the last two days. */
const joinDay = (index: number, players: number, days: number) =>
  Math.min(Math.max(0, days - 3), Math.trunc((index / players) ** 0.7 * days))

function familyOf(market: Market, chance: Chance): DepositFamily {
  const wallets = familiesOf(market, 'wallet')
  return chance.pick(wallets.length > 0 && !chance.permille(450) ? wallets : familiesOf(market, 'bank'))
}

/** True shortly after pay days: the 25th to the 27th, and the first of a month. */
const isPayDay = (day: Date) => [1, 25, 26, 27].includes(day.getUTCDate())

/** Visits of one day, in their order. */
export function planVisits(
  size: PlanSize,
  players: readonly PlannedPlayer[],
  index: number,
  day: Date,
): PlannedVisit[] {
  const visits: PlannedVisit[] = []
  for (const [player, planned] of players.entries()) {
    const age = index - planned.joins
    if (age < 0) continue
    const chance = openChance(`${size.seed}:visit:${player}:${index}`)
    const payDay = isPayDay(day)
    const keenness = Math.trunc((1_000 * planned.keenDays) / (planned.keenDays + age))
    const weekday = weekdays[day.getUTCDay()] ?? 100
    const permille = Math.trunc((planned.visitsPermille * keenness * weekday * (payDay ? 130 : 100)) / 10_000_000)
    if (age > 0 && !chance.permille(permille)) continue
    const local = chance.weighted(hours).hour * 60 + chance.int(60)
    const minute = Math.max(5, Math.min(1_380, local - aheadMinutes[planned.market]))
    visits.push({ player, minute, rounds: chance.between(3, 9), isPayDay: payDay })
  }
  return visits.sort((a, b) => a.minute - b.minute)
}
