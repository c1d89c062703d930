import { formatDecimal } from '@dhow/contract/money'
import { portalInfo, portalSetting } from '@dhow/contract/portal'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Platform } from '../../platform/platform.ts'
import { markets, type Portal } from './index.ts'

export function servePortal(listeners: { portal: Listener }, portal: Portal, { clock, build }: Platform) {
  listeners.portal.serve(portalInfo, async () => ({
    status: 'success',
    status_code: 200,
    msg: 'Welcome',
    server_time: clock.now().toISOString(),
    build,
    settings: portal.publicSettings(),
  }))
  listeners.portal.serve(portalSetting, async ({ query, session }) => {
    const market = session?.market ?? query.market ?? 'NA'
    const { deposit_limits_minor, withdrawals } = portal.settings()
    const limits = query.type === 'withdraw' ? withdrawals.limits_minor[market] : deposit_limits_minor[market]
    const min = formatDecimal(BigInt(limits.min))
    const max = formatDecimal(BigInt(limits.max))
    const { currency, symbol } = markets[market]
    return { ...done, msg: 'Settings', settings: { min, max, min_deposit: min, max_deposit: max, currency, symbol } }
  })
}
