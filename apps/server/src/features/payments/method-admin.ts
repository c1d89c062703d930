import type { BodyOf } from '@dhow/contract/operation'
import { formatDecimal } from '@dhow/contract/money'
import type { updateMethod } from '@dhow/contract/methods'
import type { Market } from '@dhow/contract/shapes'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markets, type Closed } from '../portal/index.ts'
import { isClosed, methods, refuseOddLimits, type ChooserMethod } from '../deposits/index.ts'
import type { Catalogue } from './catalogue.ts'
import type { PaymentParts } from './parts.ts'

type Reasoned = { reason: string }

/** The methods of paying in, as operators see and set them; every change has an entry in the audit trail. */
export function openMethodAdmin(
  { platform: { db, clock }, portal, staff, deposits }: PaymentParts,
  catalogue: Catalogue,
  isConfigured: (code: string) => boolean,
) {
  const all: ChooserMethod[] = [...methods, ...catalogue.all()]
  const known = (code: string) => {
    const found = all.find((method) => method.code === code)
    if (!found) throw new Refusal('not_found')
    return found
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

  return {
    async list() {
      const settings = portal.settings()
      const services = catalogue.all().map((service) => ({
        method: service,
        kind: service.kind,
        isConfigured: isConfigured(service.code),
        isShown: isConfigured(service.code),
        limits: service.limits,
        rails: [],
        details: [],
      }))
      const states = [...(await deposits.methodStates()), ...services]
      return {
        markets: (Object.keys(markets) as Market[]).map((market) => ({
          market,
          currency: markets[market].currency,
          timezone: markets[market].timezone,
          legal: portal.paymentsOpen(market),
          deposits: settings.closed.deposits[market] ?? null,
          withdrawals: settings.closed.withdrawals[market] ?? null,
        })),
        methods: states
          .map(({ method: { id, code, market, displayName, description }, limits, ...state }) => ({
            code,
            market,
            currency: markets[market].currency,
            kind: state.kind,
            configured: state.isConfigured,
            display_name: settings.methods[code]?.display_name ?? displayName,
            description: settings.methods[code]?.description ?? description,
            position: settings.methods[code]?.position ?? id,
            closed: settings.closed.methods[code] ?? null,
            shown: portal.depositsOpen(market) && !isClosed(portal, code) && state.isShown,
            limits: limits ? { min: formatDecimal(limits.minMinor), max: formatDecimal(limits.maxMinor) } : null,
            rails: state.rails,
            details: state.details,
          }))
          .sort((a, b) => a.position - b.position),
      }
    },

    switchMarket: (
      market: Market,
      by: StaffSession,
      change: { what: 'deposits' | 'withdrawals'; open: boolean } & Reasoned,
    ) => switched(by, change.what, market, change.open, change.reason),

    /** @throws Refusal `not_found` */
    async switchMethod(code: string, by: StaffSession, change: { open: boolean } & Reasoned) {
      known(code)
      await switched(by, 'methods', code, change.open, change.reason)
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
