import type { BodyOf } from '@dhow/contract/operation'
import { formatDecimal } from '@dhow/contract/money'
import type { updateMethod } from '@dhow/contract/methods'
import type { Market } from '@dhow/contract/shapes'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markets, type Closed } from '../portal/index.ts'
import { limitsOf, openDetailAdmin, railsOf, refuseOddLimits, replyOf } from './detail-admin.ts'
import type { DepositParts } from './index.ts'
import { methods, type ChooserMethod } from './methods.ts'
import { isClosed, isWithin } from './availability.ts'
import type { Catalogue } from './services/catalogue.ts'
import type { Service } from './services/rules.ts'
import type { PaymentDetailRow } from './tables.ts'

type Act = { reason: string }

/** The ways of paying in, as operators see and set them; every change stands in the audit trail. */
export function openMethodAdmin(
  parts: DepositParts,
  { configured, catalogue }: { configured(): Service[]; catalogue: Catalogue },
) {
  const { platform, portal, staff } = parts
  const { db, clock } = platform
  const all: ChooserMethod[] = [...methods, ...catalogue.all()]
  const known = (code: string) => {
    const found = all.find((method) => method.code === code)
    if (!found) throw new Refusal('not_found')
    return found
  }

  const allDetails = async () =>
    (await db.kysely.selectFrom('payment_detail').selectAll().orderBy('id').execute()) as PaymentDetailRow[]

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

  return {
    ...openDetailAdmin(parts),

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
  }
}
