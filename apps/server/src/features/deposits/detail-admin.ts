import { operatorText } from '@dhow/contract/operator-texts'
import type { BodyOf } from '@dhow/contract/operation'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import type { addDetail, updateDetail } from '@dhow/contract/methods'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Fact } from '../approvals/index.ts'
import { markets } from '../portal/index.ts'
import type { DepositParts } from './parts.ts'
import { methods, rails } from './methods.ts'
import type { Schedule } from './availability.ts'
import type { PaymentDetailRow } from './tables.ts'

type DetailBody = Omit<BodyOf<typeof updateDetail>, 'version' | 'reason'>

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    payment_detail: DetailChange
  }
}

/** A change of a detail as it waits for its second operator; without `detailId` a new one. */
export interface DetailChange {
  detailId: number | null
  /** The version that was changed; somebody else's change in between ends this one. */
  version: number | null
  code: string
  rail: string
  detail: DetailBody
}

/** Details that operators make are numbered from here on; those below are the sandbox's. */
const firstOwnId = 1_000

/** Payment details as operators set them; a change of the destination needs two of them. Every change stands in the audit trail. */
export function openDetailAdmin({ platform, staff, approvals }: DepositParts) {
  const { db, clock } = platform
  const manualOf = (code: string) => {
    const found = methods.find((method) => method.code === code)
    if (!found) throw new Refusal('not_found')
    return found
  }

  async function locked(tx: Tx, detailId: number): Promise<PaymentDetailRow> {
    const row = await tx
      .selectFrom('deposits.payment_detail')
      .selectAll()
      .where('id', '=', detailId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    return row
  }

  async function write(tx: Tx, detailId: number, detail: DetailBody) {
    await tx
      .updateTable('deposits.payment_detail')
      .set((eb) => ({ ...columnsOf(detail), version: eb('version', '+', 1) }))
      .where('id', '=', detailId)
      .execute()
  }

  /** Payment details as a second operator confirmed them. */
  async function apply(tx: Tx, by: StaffSession, change: DetailChange, summary: string) {
    const { code, rail, detail } = change
    let detailId = change.detailId
    if (detailId === null) {
      const method = manualOf(code)
      await sql`lock table deposits.payment_detail in share row exclusive mode`.execute(tx)
      const { top } = await tx
        .selectFrom('deposits.payment_detail')
        .select((eb) => eb.fn.max('id').as('top'))
        .executeTakeFirstOrThrow()
      detailId = Math.max(top ?? 0, firstOwnId) + 1
      await tx
        .insertInto('deposits.payment_detail')
        .values({
          ...columnsOf(detail),
          id: detailId,
          family: method.family,
          market: method.market,
          currency: markets[method.market].currency,
          rail,
          enabled: true,
          closed_at: null,
        })
        .execute()
    } else {
      const row = await locked(tx, detailId)
      if (row.version !== change.version) throw new Refusal('detail_changed')
      await write(tx, detailId, detail)
    }
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'payment-detail.confirm',
      subject: String(detailId),
      text: `Confirmed: ${summary}`,
      before: null,
      after: detail,
    })
  }
  approvals.changes.register('payment_detail', {
    title: 'Payment detail',
    roles: ['manager', 'admin'],
    apply: (tx, by, change, { summary }) => apply(tx, by, change, summary),
  })

  return {
    /** @throws Refusal `not_found`, `invalid_fields`, `change_waits` */
    async addDetail(code: string, by: StaffSession, { reason, rail, ...detail }: BodyOf<typeof addDetail>) {
      const method = manualOf(code)
      if (!railsOf(code).some((one) => one.rail === rail))
        throw new Refusal('invalid_fields', { fields: { rail: [operatorText('list_only', {})] } })
      refuseOddLimits(detail)
      await db.transaction((tx) =>
        approvals.changes.propose(tx, by, {
          kind: 'payment_detail',
          subject: `new:${code}`,
          summary: `New detail “${detail.name}” for ${method.displayName}: ${inWords(detail)}`,
          change: { detailId: null, version: null, code, rail, detail },
          facts: factsOf(detail),
          reason,
        }),
      )
    },

    /** Answers whether it waits for a second operator. @throws Refusal `not_found`, `detail_changed`, `change_waits`, `invalid_fields` */
    updateDetail(detailId: number, by: StaffSession, { reason, version, ...detail }: BodyOf<typeof updateDetail>) {
      refuseOddLimits(detail)
      return db.transaction(async (tx) => {
        const row = await locked(tx, detailId)
        if (row.version !== version) throw new Refusal('detail_changed')
        const method = methods.find((candidate) => candidate.family === row.family)
        if (movesMoney(row, detail)) {
          await approvals.changes.propose(tx, by, {
            kind: 'payment_detail',
            subject: String(detailId),
            summary: `Detail ${detailId} of ${method?.displayName ?? row.family}, now “${row.name}” (${inWords(row)}), becomes “${detail.name}”: ${inWords(detail)}`,
            change: { detailId, version, code: method?.code ?? '', rail: row.rail, detail },
            facts: factsOf(detail, row),
            reason,
          })
          return true
        }
        await write(tx, detailId, detail)
        await staff.audit(tx, {
          operatorId: by.operatorId,
          action: 'payment-detail.update',
          subject: String(detailId),
          text: `Changed limits, hours or note of “${row.name}”: ${reason}`,
          before: replyOf(row),
          after: detail,
        })
        return false
      })
    },

    /** @throws Refusal `not_found` */
    switchDetail(detailId: number, by: StaffSession, { enabled, reason }: { enabled: boolean; reason: string }) {
      return db.transaction(async (tx) => {
        const row = await locked(tx, detailId)
        if (row.enabled === enabled) return
        await tx
          .updateTable('deposits.payment_detail')
          .set((eb) => ({ enabled, closed_at: enabled ? null : clock.now(), version: eb('version', '+', 1) }))
          .where('id', '=', detailId)
          .execute()
        await staff.audit(tx, {
          operatorId: by.operatorId,
          action: enabled ? 'payment-detail.show' : 'payment-detail.hide',
          subject: String(detailId),
          text: `${enabled ? 'Shows' : 'Stops showing'} “${row.name}” to players: ${reason}`,
          before: { enabled: row.enabled },
          after: { enabled },
        })
      })
    },
  }
}

/** The limits of several details together. */
export function limitsOf(details: readonly { min_minor: bigint; max_minor: bigint }[]) {
  const mins = details.map((detail) => detail.min_minor)
  const maxes = details.map((detail) => detail.max_minor)
  return {
    minMinor: mins.reduce((least, next) => (next < least ? next : least)),
    maxMinor: maxes.reduce((most, next) => (next > most ? next : most)),
  }
}

/** The rails by which a method can be paid, each with what its reference is called. */
export function railsOf(code: string) {
  const own: Record<string, string[]> = {
    manual_india: ['upi', 'imps', 'neft', 'rtgs', 'bank_in'],
    manual_namibia: ['eft_na'],
    ewallet: ['wallet_ewallet'],
    easy_wallet: ['wallet_easy'],
    blue_wallet: ['wallet_blue'],
    nedbank_wallet: ['wallet_nedbank'],
    access_money_wallet: ['wallet_access'],
  }
  return (own[code] ?? []).map((rail) => ({ rail, label: rails[rail]?.label ?? rail }))
}

/** Whether money would go somewhere else, or seem to: that needs two operators. */
function movesMoney(row: PaymentDetailRow, detail: DetailBody): boolean {
  const of = ({ name, lines, upi }: Pick<DetailBody, 'name' | 'lines' | 'upi'>) =>
    JSON.stringify([name, lines.map(({ label, value }) => [label, value]), upi && [upi.pa, upi.pn]])
  return of(row) !== of(detail)
}

const inWords = ({ lines, upi }: Pick<DetailBody, 'lines' | 'upi'>) =>
  [...lines.map(({ label, value }) => `${label} ${value}`), ...(upi ? [`UPI ${upi.pa} (${upi.pn})`] : [])].join(', ')

/** A detail line by line, beside the one that it replaces. */
function factsOf(detail: DetailBody, row?: PaymentDetailRow): Fact[] {
  const rows = ({ name, lines, upi }: Pick<DetailBody, 'name' | 'lines' | 'upi'>) =>
    new Map([
      ['Name', name],
      ...lines.map(({ label, value }) => [label, value] as const),
      ...(upi ? [['UPI', `${upi.pa} (${upi.pn})`] as const] : []),
    ])
  const [before, after] = [row ? rows(row) : new Map<string, string>(), rows(detail)]
  return [...new Set([...before.keys(), ...after.keys()])].map((label) => ({
    label,
    before: before.get(label) ?? null,
    after: after.get(label) ?? null,
  }))
}

/** @throws Refusal `invalid_fields` */
export function refuseOddLimits({ min, max }: { min: string; max: string }, before = '') {
  const [minMinor, maxMinor] = [parseAmount(min) ?? 0n, parseAmount(max) ?? 0n]
  if (minMinor <= 0n)
    throw new Refusal('invalid_fields', { fields: { [`${before}min`]: [operatorText('smallest_above_nothing', {})] } })
  if (maxMinor <= minMinor)
    throw new Refusal('invalid_fields', { fields: { [`${before}max`]: [operatorText('largest_above_smallest', {})] } })
}

function columnsOf({ name, lines, upi, note, min, max, schedule }: DetailBody) {
  return {
    name,
    lines: JSON.stringify(lines),
    upi: upi === null ? null : JSON.stringify(upi),
    note: note === '' ? null : note,
    min_minor: parseAmount(min)!,
    max_minor: parseAmount(max)!,
    schedule:
      schedule === null
        ? null
        : JSON.stringify({ ...schedule, days: [...new Set(schedule.days)].sort((a, b) => a - b) } satisfies Schedule),
  }
}

/** A detail as operators see it. */
export function replyOf(row: PaymentDetailRow) {
  return {
    id: row.id,
    rail: row.rail,
    name: row.name,
    lines: row.lines,
    upi: row.upi,
    note: row.note,
    min: formatDecimal(row.min_minor),
    max: formatDecimal(row.max_minor),
    schedule: row.schedule,
    enabled: row.enabled,
    version: row.version,
  }
}
