import type { Access } from '@dhow/contract/operation'
import { textOf } from '@dhow/contract/player-texts'
import { Refusal } from '../../platform/refusal.ts'
import { maintenanceWaitS, type Settings } from './settings.ts'

/** A visit before its session is known. */
export interface Visit {
  /** Null if unknown; undefined without a source of countries, in which case nobody is refused. */
  country: string | null | undefined
  path: string
  access: Access
}

/**
 * Checks a visit before anything else: whether the portal is open, and to the visitor’s country.
 * @throws Refusal `portal_forbidden`, `maintenance`, `country_restricted`
 */
export function refuseVisit(
  { country, access }: Visit,
  { settings: { portal, countries }, now }: { settings: Settings; now: Date },
): void {
  // Providers settle stakes even while the portal is closed.
  if (access === 'provider') return
  if (!portal.open) {
    const { message, closed_for, until } = portal
    const text = message === null ? undefined : textOf('text', { text: message })
    if (closed_for === 'maintenance')
      throw new Refusal('maintenance', {
        text,
        data: {
          until: until ?? null,
          retry_after_s: maintenanceWaitS(portal, now),
        },
      })
    throw new Refusal('portal_forbidden', { text })
  }
  if (country === undefined) return
  const { restricted, unknown } = countries
  if (country === null ? unknown === 'restrict' : restricted.includes(country)) throw new Refusal('country_restricted')
}
