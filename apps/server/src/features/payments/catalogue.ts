import { textOf } from '@dhow/contract/player-texts'
import type { GivenParts } from './parts.ts'
import { limitsOf, servicesOf, type Service } from './rules.ts'

export type Catalogue = ReturnType<typeof openCatalogue>

/** Services by code, with the operator's limits. */
export function openCatalogue({ platform: { config }, portal }: GivenParts) {
  const all = servicesOf(config)

  function withLimits(service: Service): Service {
    const limits = portal.settings().methods[service.code]?.limits
    return limits ? { ...service, limits: limitsOf(limits) } : service
  }

  return {
    all: () => all.map(withLimits),

    /** A service removed from the operator's file still has payments, which are shown and settled by hand. */
    find(code: string): Service {
      const found = all.find((service) => service.code === code)
      return found
        ? withLimits(found)
        : { ...gone, family: code, code, name: code, displayName: code, nameText: textOf('text', { text: code }) }
    },
  }
}

const gone = {
  kind: 'redirect',
  id: 0,
  description: textOf('text', { text: '' }),
  market: 'NA',
  historyPath: '/deposit-history',
  limits: { minMinor: 1n, maxMinor: 0n },
  house: 'payment_service',
} as const satisfies Partial<Service>
