import type { PaymentDetailRow } from './tables.ts'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { Refusal } from '../../platform/refusal.ts'
import { inEnglish } from '../../platform/texts.ts'
import { markets } from '../portal/index.ts'
import { isClosed, isWithin } from './availability.ts'
import { limitsOf, railsOf, replyOf } from './detail-values.ts'
import { detailName, lineLabel, methods, rails, type Method } from './methods.ts'
import type { DepositParts } from './parts.ts'
import { upiLink } from './rules.ts'
import { countOpen, findDetail, findDetails } from './store.ts'

/**
 * Payment details; `wanted` is the specification's `payment_method_id`, the number of a method.
 * @throws Refusal `deposits_unavailable`, `method_unavailable`, `deposits_blocked`, `too_many_open_deposits`,
 * `payment_details_missing`
 */
export async function readPaymentDetails(
  { platform: { db, clock, config }, portal, accounts, limits }: DepositParts,
  method: Method,
  playerId: string,
  market: Market,
  wanted: string | undefined,
) {
  if (!portal.depositsOpen(market)) throw new Refusal('deposits_unavailable')
  if (market !== method.market || isClosed(portal, method.code)) throw new Refusal('method_unavailable')
  // Do not show where to pay if the payment could not be reported afterwards.
  if (await limits.restriction(playerId, 'deposit')) throw new Refusal('deposits_blocked')
  if ((await countOpen(db.kysely, playerId)) >= portal.settings().deposits.open_at_most)
    throw new Refusal('too_many_open_deposits')
  if (wanted !== undefined && wanted !== '' && wanted !== String(method.id))
    throw new Refusal('payment_details_missing')
  const rows = await findDetails(db.kysely, method.family, clock.now())
  if (rows.length === 0) throw new Refusal('payment_details_missing')
  const player = await accounts.findPlayer(playerId)
  if (!player) throw new Refusal('not_found')
  const { currency, symbol } = markets[market]
  const details = rows.map((row) => ({
    id: row.id,
    name: inEnglish(detailName(row)),
    name_text: detailName(row),
    lines: row.lines.map((line) => ({
      label: inEnglish(lineLabel(line)),
      label_text: lineLabel(line),
      value: line.value,
      copy: line.copy,
    })),
    qr: row.upi ? upiLink(row.upi, player.deposit_code) : null,
    rail: row.rail,
    reference_label: textOf(rails[row.rail]?.label ?? 'label_utr', {}),
    reference_help: textOf(rails[row.rail]?.help ?? 'reference_of_proof', {}),
    limits: { min: formatDecimal(row.min_minor), max: formatDecimal(row.max_minor) },
    proof_required: method.proofRequired,
    note: noteOf(row, config.mode),
  }))
  return { currency, symbol, deposit_code: player.deposit_code, details }
}

/** The operator's note on a detail; without one the sandbox notes that it pays nobody. */
function noteOf({ note, rail }: PaymentDetailRow, mode: 'sandbox' | 'live'): PlayerText | null {
  if (note !== null) return textOf('text', { text: note })
  return mode === 'sandbox' ? textOf(rails[rail]?.sandboxNote ?? 'sandbox_nobody', {}) : null
}

/** Manual method by its number in a market; without one, bank transfer. @throws Refusal `payment_details_missing` */
export function methodOf(market: Market, wanted: string | undefined): Method {
  const inMarket = methods.filter((method) => method.market === market)
  const method = wanted ? inMarket.find((candidate) => String(candidate.id) === wanted) : inMarket[0]
  if (!method) throw new Refusal('payment_details_missing')
  return method
}

/** Manual method of a payment detail. @throws Refusal `payment_details_missing` */
export async function methodOfDetail(
  { platform: { db } }: DepositParts,
  detailId: string | undefined,
): Promise<Method> {
  const row =
    detailId !== undefined && /^\d{1,9}$/.test(detailId) ? await findDetail(db.kysely, Number(detailId)) : undefined
  const method = row && methods.find((candidate) => candidate.family === row.family)
  if (!method) throw new Refusal('payment_details_missing')
  return method
}

/**
 * Manual methods whose details are shown to a market's players now, with their combined limits and the usual minutes
 * until approval.
 */
export async function readShownMethods(
  { platform: { db, clock }, portal, usualMinutes }: DepositParts,
  market: Market,
) {
  const shown = []
  for (const method of methods.filter((candidate) => candidate.market === market)) {
    if (isClosed(portal, method.code)) continue
    const details = await findDetails(db.kysely, method.family, clock.now())
    if (details.length > 0)
      shown.push({ method, details, limits: limitsOf(details), usualMinutes: await usualMinutes.of(method.family) })
  }
  return shown
}

/** All manual methods with all their details, for operators. */
export async function readMethodStates({ platform: { db, clock } }: DepositParts) {
  const now = clock.now()
  const rows = await db.kysely.selectFrom('deposits.payment_detail').selectAll().orderBy('id').execute()
  return methods.map((method) => {
    const own = rows.filter((row) => row.family === method.family)
    const shown = own.filter((row) => row.enabled && isWithin(row.schedule, method.market, now))
    return {
      method,
      kind: 'manual' as const,
      isConfigured: own.length > 0,
      isShown: shown.length > 0,
      limits: shown.length > 0 ? limitsOf(shown) : undefined,
      rails: railsOf(method.code),
      details: own.map((row) => ({ ...replyOf(row), within: isWithin(row.schedule, method.market, now) })),
    }
  })
}
