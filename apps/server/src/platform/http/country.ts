import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { readCookie } from './cookies.ts'
import { readCountryCode } from './country-code.ts'
import type { CountryTable } from './country-table.ts'

/** A visitor's country: two letters, null if unknown, undefined if no source of countries is set up. */
export type CountryOf = (request: FastifyRequest) => string | null | undefined

/** Cookie of the sandbox's country switch: a country code, or anything else for an unknown country. */
export const triedCountry = 'dhow_country'

/** Whether any source of visitors' countries is set up. */
export const hasCountrySource = ({
  countryHeader,
  countryDatabase,
}: Pick<Config, 'countryHeader' | 'countryDatabase'>): boolean =>
  countryHeader !== undefined || countryDatabase !== undefined

/**
 * Country of a visitor: from a trusted proxy's header, or else from the operator's table. The header counts only if the
 * connection comes from a trusted address; anybody can send it. In sandbox mode the sandbox's switch takes precedence.
 */
export function openCountryOf(
  config: Pick<Config, 'mode' | 'countryHeader' | 'countryDatabase' | 'trustedProxies'>,
  table: Pick<CountryTable, 'countryOf'> | undefined,
): CountryOf {
  const { mode, countryHeader: header, trustedProxies } = config
  const isTrusted = proxyAddr.compile(trustedProxies)

  function named(request: FastifyRequest): string | undefined {
    const peer = request.socket.remoteAddress
    if (header === undefined || peer === undefined || !isTrusted(peer, 0)) return undefined
    return readCountryCode(request.headers[header])
  }
  return (request) => {
    const tried = mode === 'sandbox' ? readCookie(request, triedCountry) : undefined
    if (tried !== undefined) return readCountryCode(tried) ?? null
    return hasCountrySource(config) ? (named(request) ?? table?.countryOf(request.ip) ?? null) : undefined
  }
}
