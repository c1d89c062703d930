import { formatDecimal } from '@dhow/contract/money'
import type { PortalSettings } from '@dhow/contract/portal'
import type { Market } from '@dhow/contract/shapes'
import type { Platform } from '../../platform/platform.ts'
import { markets, type Settings } from './settings.ts'

/** Public information about the portal. */
export function publicSettings(
  settings: Settings,
  config: Platform['config'],
  paymentsOpen: (market: Market) => boolean,
): PortalSettings {
  const { names, support, social, auto_deposit, welcome, quick_amounts_minor } = settings
  return {
    portal_name: names.portal,
    operator_name: names.operator,
    licence: names.licence ?? config.legal.licenceNA ?? null,
    mode: config.mode,
    auto_deposit,
    support,
    social,
    welcome,
    markets: (['NA', 'IN'] as const).map((market) => {
      const { name, currency, symbol, calling_code, mobile_example } = markets[market]
      return {
        ...{ market, name, currency, symbol, calling_code, mobile_example },
        payments_open: paymentsOpen(market),
        quick_amounts: quick_amounts_minor[market].map((minor) => formatDecimal(BigInt(minor))),
      }
    }),
  }
}
