import type { BodyOf } from '@dhow/contract/operation'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import type { addDetail, updateDetail, updateMethod } from '@dhow/contract/methods'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markets, type Closed } from '../portal/index.ts'
import type { DepositParts } from './index.ts'
import { methods, rails, type ChooserMethod } from './methods.ts'
import { isClosed, isWithin, type Schedule } from './opening.ts'
import type { Catalogue } from './services/catalogue.ts'
import type { Service } from './services/rules.ts'
import type { PaymentDetailRow } from './tables.ts'

type Act = { reason: string }
type DetailBody = Omit<BodyOf<typeof updateDetail>, 'version' | 'reason'>

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

/** The ways of paying in, as operators see and set them; every change stands in the audit trail. */
export function openMethodDesk(
  { platform, portal, staff }: DepositParts,
  { configured, catalogue }: { configured(): Service[]; catalogue: Catalogue },
) {
  const { db, clock } = platform
  const all: ChooserMethod[] = [...methods, ...catalogue.all()]
  const manualOf = (code: string) => {
    const found = methods.find((method) => method.code === code)
    if (!found) throw new Refusal('not_found')
    return found
  }
  const known = (code: string) => {
    const found = all.find((method) => method.code === code)
    if (!found) throw new Refusal('not_found')
    return found
  }

  const allDetails = async () =>
    (await db.kysely.selectFrom('payment_detail').selectAll().orderBy('id').execute()) as PaymentDetailRow[]

  async function locked(tx: Tx, detailId: number): Promise<PaymentDetailRow> {
    const row = await tx
      .selectFrom('payment_detail')
      .selectAll()
      .where('id', '=', detailId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    return row as PaymentDetailRow
  }

  /** A kill switch of the settings: `name` in one of their lists, closed with its reason or open. */
  function switched(
    by: StaffSession,
    list: 'deposits' | 'withdrawals' | 'methods',
    name: string,
    open: boolean,
    reason: string,
  ) {
    return db.transaction(async (tx) => {
      const entry: Closed | undefined = open ? undefined : { at: clock.now().toISOString(), reason }
      const before = await portal.changeOne(tx, 'closed', (closed) => {
        const standing = (closed[list] as Record<string, Closed>)[name]
        const { [name]: _before, ...others } = closed[list] as Record<string, Closed>
        // Closed a second time it stays closed since the first.
        return { ...closed, [list]: open ? others : { ...others, [name]: standing ?? entry! } }
      })
      const wasOpen = (before[list] as Record<string, Closed>)[name] === undefined
      if (wasOpen === open) return
      await staff.audit(tx, {
        operatorId: by.operatorId,
        action: `${list === 'methods' ? 'method' : `market-${list}`}.${open ? 'open' : 'close'}`,
        subject: name,
        text: `${open ? 'Opened' : 'Closed'} ${list === 'methods' ? `the method ${known(name).displayName}` : `${list} of ${markets[name as Market].name}`}: ${reason}`,
        before: { open: wasOpen },
        after: { open },
      })
    })
  }

  async function write(tx: Tx, detailId: number, detail: DetailBody) {
    await tx
      .updateTable('payment_detail')
      .set((eb) => ({ ...columnsOf(detail), version: eb('version', '+', 1) }))
      .where('id', '=', detailId)
      .execute()
  }

  return {
    async list() {
      const settings = portal.settings()
      const now = clock.now()
      const details = await allDetails()
      const ready = configured().map((service) => service.code)
      const services = catalogue.all()
      return {
        markets: (Object.keys(markets) as Market[]).map((market) => ({
          market,
          currency: markets[market].currency,
          timezone: markets[market].timezone,
          legal: portal.paymentsOpen(market),
          deposits: settings.closed.deposits[market] ?? null,
          withdrawals: settings.closed.withdrawals[market] ?? null,
        })),
        methods: all
          .map((method) => {
            const { code, market } = method
            const manual = methods.find((candidate) => candidate.code === code)
            const service = services.find((candidate) => candidate.code === code)
            const own = details.filter((row) => row.family === manual?.family)
            const shownDetails = own.filter((row) => row.enabled && isWithin(row.schedule, market, now))
            const isConfigured = service ? ready.includes(code) : own.length > 0
            const limits = service?.limits ?? (shownDetails.length > 0 ? limitsOf(shownDetails) : undefined)
            return {
              code,
              market,
              currency: markets[market].currency,
              kind: service?.kind ?? ('manual' as const),
              configured: isConfigured,
              display_name: settings.methods[code]?.display_name ?? method.displayName,
              description: settings.methods[code]?.description ?? method.description,
              position: settings.methods[code]?.position ?? method.id,
              closed: settings.closed.methods[code] ?? null,
              shown:
                portal.depositsOpen(market) &&
                !isClosed(portal, code) &&
                (service ? isConfigured : shownDetails.length > 0),
              limits: limits ? { min: formatDecimal(limits.minMinor), max: formatDecimal(limits.maxMinor) } : null,
              rails: manual ? railsOf(manual.code) : [],
              details: own.map((row) => ({ ...replyOf(row), within: isWithin(row.schedule, market, now) })),
            }
          })
          .sort((a, b) => a.position - b.position),
      }
    },

    switchMarket: (market: Market, by: StaffSession, act: { what: 'deposits' | 'withdrawals'; open: boolean } & Act) =>
      switched(by, act.what, market, act.open, act.reason),

    /** @throws Refusal `not_found` */
    async switchMethod(code: string, by: StaffSession, act: { open: boolean } & Act) {
      known(code)
      await switched(by, 'methods', code, act.open, act.reason)
    },

    /** @throws Refusal `not_found`, `invalid_fields` */
    async update(code: string, by: StaffSession, { reason, ...words }: BodyOf<typeof updateMethod>) {
      known(code)
      const { limits } = words
      if (limits) {
        if (methods.some((method) => method.code === code))
          throw new Refusal('invalid_fields', { fields: { 'limits.min': ['Set the limits of its details'] } })
        refuseOddLimits(limits, 'limits.')
      }
      await db.transaction(async (tx) => {
        const before = await portal.changeOne(tx, 'methods', (own) => {
          // Limits that were set stand until others are.
          const standing = limits ?? own[code]?.limits
          const { display_name, description, position } = words
          return { ...own, [code]: { display_name, description, position, ...(standing ? { limits: standing } : {}) } }
        })
        await staff.audit(tx, {
          operatorId: by.operatorId,
          action: 'method.update',
          subject: code,
          text: `Changed the words ${limits ? `and limits ` : ''}of ${words.display_name}: ${reason}`,
          before: before[code] ?? null,
          after: words,
        })
      })
    },

    /** @throws Refusal `not_found`, `invalid_fields`, `change_waits` */
    async addDetail(code: string, by: StaffSession, { reason, rail, ...detail }: BodyOf<typeof addDetail>) {
      const method = manualOf(code)
      if (!railsOf(code).some((one) => one.rail === rail))
        throw new Refusal('invalid_fields', { fields: { rail: ['Choose one of the list'] } })
      refuseOddLimits(detail)
      await db.transaction((tx) =>
        staff.changes.propose(tx, by, {
          kind: 'payment_detail',
          subject: `new:${code}`,
          summary: `New detail “${detail.name}” for ${method.displayName}: ${inWords(detail)}`,
          change: { detailId: null, version: null, code, rail, detail } satisfies DetailChange,
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
          await staff.changes.propose(tx, by, {
            kind: 'payment_detail',
            subject: String(detailId),
            summary: `Detail ${detailId} of ${method?.displayName ?? row.family}, now “${row.name}” (${inWords(row)}), becomes “${detail.name}”: ${inWords(detail)}`,
            change: { detailId, version, code: method?.code ?? '', rail: row.rail, detail } satisfies DetailChange,
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

    /** What players pay to, as a second operator has confirmed it; runs in the transaction that takes the change. */
    async apply(tx: Tx, by: StaffSession, change: DetailChange, summary: string) {
      const { code, rail, detail } = change
      let detailId = change.detailId
      if (detailId === null) {
        const method = manualOf(code)
        await sql`lock table payment_detail in share row exclusive mode`.execute(tx)
        const { top } = await tx
          .selectFrom('payment_detail')
          .select((eb) => eb.fn.max('id').as('top'))
          .executeTakeFirstOrThrow()
        detailId = Math.max(top ?? 0, firstOwnId) + 1
        await tx
          .insertInto('payment_detail')
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
    },

    /** @throws Refusal `not_found` */
    switchDetail(detailId: number, by: StaffSession, { enabled, reason }: { enabled: boolean } & Act) {
      return db.transaction(async (tx) => {
        const row = await locked(tx, detailId)
        if (row.enabled === enabled) return
        await tx
          .updateTable('payment_detail')
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
function railsOf(code: string) {
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

function refuseOddLimits({ min, max }: { min: string; max: string }, before = '') {
  const [minMinor, maxMinor] = [parseAmount(min) ?? 0n, parseAmount(max) ?? 0n]
  if (minMinor <= 0n)
    throw new Refusal('invalid_fields', { fields: { [`${before}min`]: ['The smallest amount is above nothing'] } })
  if (maxMinor <= minMinor)
    throw new Refusal('invalid_fields', { fields: { [`${before}max`]: ['The largest amount is above the smallest'] } })
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

function replyOf(row: PaymentDetailRow) {
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
