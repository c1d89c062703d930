import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { readCookie } from './cookies.ts'
import { readCountryCode } from './country-code.ts'
import type { CountryTable } from './country-table.ts'

/** A visitor's country: two letters, null where it was looked for and is not known, undefined where nothing tells countries. */
export type CountryOf = (request: FastifyRequest) => string | null | undefined

/** Cookie of the sandbox's switch: a country, or anything else for one that is not known. */
export const triedCountry = 'dhow_country'

/** Whether anything tells the country of a visitor. */
export const namesCountries = ({
  countryHeader,
  countryDatabase,
}: Pick<Config, 'countryHeader' | 'countryDatabase'>): boolean =>
  countryHeader !== undefined || countryDatabase !== undefined

/**
 * The country of a visitor as a trusted proxy names it, or else the operator's table. The header counts by the address at the other end of the connection: from anybody else
 * it is anybody's word. In sandbox mode the sandbox's switch goes before it.
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
    return namesCountries(config) ? (named(request) ?? table?.countryOf(request.ip) ?? null) : undefined
  }
}
