import { createHash } from 'node:crypto'
import type { MessageLanguage } from '@dhow/contract/message-texts'
import { formatDecimal, type Currency } from '@dhow/contract/money'
import type { PaymentStatus } from '@dhow/contract/shapes'
import { ussdTexts } from '@dhow/contract/ussd-texts'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { PlayerRow } from '../accounts/index.ts'
import { markets } from '../portal/index.ts'
import { lineOf, type Line } from './lines.ts'
import type { Action, Answers } from './menu.ts'
import type { UssdParts } from './parts.ts'

interface Caller {
  parts: UssdParts
  player: PlayerRow
  language: MessageLanguage
  answers: Answers
  /** Idempotency key of the step: a repeated operation does nothing twice. */
  key: string
}

const userAgent = 'USSD'
const shownDeposits = 3

/** Actions of final screens; each calls the same operation as the portal. */
export const runAction: Readonly<Record<Action, (caller: Caller) => Promise<Line>>> = {
  async balance({ parts, player: { id, currency } }) {
    const balances = (await parts.wallet.balances(parts.platform.db.kysely, [id])).get(id)
    const amount = (minor: bigint | undefined) => money(formatDecimal(minor ?? 0n), currency)
    return lineOf('balance', {
      cash: amount(balances?.cashMinor),
      bonus: amount(balances?.bonusMinor),
      held: amount(balances?.heldMinor),
    })
  },

  async deposits({ parts, player, language }) {
    const { data } = await parts.payments.history(player.id, { limit: shownDeposits })
    if (data.length === 0) return lineOf('no_deposits', {})
    const lines = data.map((one) =>
      [
        shortDay(new Date(one.submitted_at), player),
        money(one.credited_amount ?? one.declared_amount, player.currency),
        ussdTexts[language][stateTexts[one.status]]({}),
      ].join(' '),
    )
    return lineOf('deposits', { lines: lines.join('\n') })
  },

  async report({ parts, player, answers, key }) {
    const detailId = answers['account']
    await parts.deposits.submit({
      ...{
        method: await parts.deposits.methodOfDetail(detailId),
        session: sessionOf(player),
        detailId,
        file: undefined,
      },
      ...{ amount: answers['amount'] ?? '', reference: answers['reference'] ?? '' },
      ...{ idempotencyKey: key, ip: addressOf(player.id), userAgent },
    })
    return lineOf('reported', {})
  },

  async redeem({ parts, player, answers }) {
    const pin = answers['voucher'] ?? ''
    const row = await parts.payments.vouchers.redeem({
      ...{ session: sessionOf(player), pin, ip: addressOf(player.id), userAgent },
    })
    if (row.state === 'succeeded')
      return lineOf('redeemed', { amount: money(formatDecimal(row.credited_minor ?? 0n), player.currency) })
    return row.state === 'refused' ? lineOf('voucher_refused', {}) : lineOf('voucher_checked', {})
  },

  async takeBreak({ parts, player, answers }) {
    await parts.limits.takeTimeOut(player.id, Number(answers['break']))
    return lineOf('break_started', { until: (await endOfBlocks(parts, player)) ?? '' })
  },

  async exclude({ parts, player, answers }) {
    const months = answers['exclude']
    await parts.limits.excludeSelf(player.id, months === undefined || months === '' ? null : Number(months))
    return lineOf('excluded', { until: (await endOfBlocks(parts, player)) ?? '' })
  },

  nothing: () => Promise.resolve(lineOf('unchanged', {})),
}

const stateTexts: Record<PaymentStatus, 'state_processing' | 'state_completed' | 'state_ended'> = {
  pending: 'state_processing',
  processing: 'state_processing',
  completed: 'state_completed',
  rejected: 'state_ended',
  expired: 'state_ended',
  reversed: 'state_ended',
  cancelled: 'state_ended',
}

const money = (amount: string, currency: Currency) => `${currency} ${amount}`

/** Last day of all current breaks, in the market's time; undefined if one is permanent. */
async function endOfBlocks({ limits }: UssdParts, player: PlayerRow): Promise<string | undefined> {
  const ends = (await limits.running([player.id])).map(({ until }) => until)
  const timed = ends.filter((until) => until !== null)
  if (timed.length < ends.length || timed.length === 0) return undefined
  return longDay(new Date(Math.max(...timed.map((until) => until.getTime()))), player)
}

const dayParts = (at: Date, { market }: PlayerRow) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: markets[market].timezone, day: '2-digit', month: '2-digit', year: 'numeric' },
  })
  return new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
}

/** Day and month in digits, the same in each language. */
function shortDay(at: Date, player: PlayerRow): string {
  const parts = dayParts(at, player)
  return `${parts.get('day')}/${parts.get('month')}`
}

const longDay = (at: Date, player: PlayerRow) => `${shortDay(at, player)}/${dayParts(at, player).get('year')}`

const sessionOf = ({ id, market, currency }: PlayerRow): PlayerSession => ({
  ...{ playerId: id, sessionId: userAgent, market, currency },
})

/**
 * A dialogue has no player address, and all share the gateway's: a unique local address derived from the player's id is
 * used to count wrong tries (RFC 4193).
 */
function addressOf(playerId: string): string {
  const [first, second, third] = createHash('sha256').update(playerId).digest('hex').match(/.{4}/g) ?? []
  return `fd${first?.slice(2)}:${second}:${third}::1`
}
