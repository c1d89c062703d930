import { formatDecimal } from '@dhow/contract/money'
import { keysOf } from '@dhow/contract/keys-of'
import { isClosed } from '../deposits/index.ts'
import { markets } from '../portal/index.ts'
import type { PaymentParts } from './parts.ts'
import { isConfigured } from './read-methods.ts'

/** Markets and deposit methods for operators, in the chooser's order. */
export async function listMethods(parts: PaymentParts) {
  const { portal, catalogue, deposits } = parts
  const settings = portal.settings()
  const services = catalogue.all().map((service) => ({
    method: service,
    kind: service.kind,
    isConfigured: isConfigured(parts, service.code),
    isShown: isConfigured(parts, service.code),
    limits: service.limits,
    rails: [],
    details: [],
  }))
  const states = [...(await deposits.methodStates()), ...services]
  return {
    markets: keysOf(markets).map((market) => ({
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
        description: settings.methods[code]?.description ?? '',
        default_description: description,
        position: settings.methods[code]?.position ?? id,
        closed: settings.closed.methods[code] ?? null,
        shown: portal.depositsOpen(market) && !isClosed(portal, code) && state.isShown,
        limits: limits ? { min: formatDecimal(limits.minMinor), max: formatDecimal(limits.maxMinor) } : null,
        rails: state.rails,
        details: state.details,
      }))
      .sort((a, b) => a.position - b.position),
  }
}
