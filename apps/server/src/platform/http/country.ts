import type { FastifyRequest } from 'fastify'

/**
 * The visitor's country as a trusted proxy names it. Without proxies that are trusted the header is anybody's word and
 * counts for nothing.
 */
export function countryFrom(header: string | undefined): (request: FastifyRequest) => string | undefined {
  return (request) => {
    if (header === undefined || request.ips === undefined || request.ips.length < 2) return undefined
    const value = request.headers[header]
    return typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : undefined
  }
}
