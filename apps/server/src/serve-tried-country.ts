import type { Config } from './config.ts'
import { setCookie } from './platform/http/cookies.ts'
import { triedCountry } from './platform/http/country.ts'
import type { Listener } from './platform/http/listener.ts'

const dayS = 86_400

/**
 * Links of the sandbox's page that set this browser's country: a country, an unknown one, or the real one. Not in live
 * mode.
 */
export function serveTriedCountry({ fastify }: Listener, { mode, origins }: Pick<Config, 'mode' | 'origins'>) {
  if (mode !== 'sandbox') return
  const secure = origins.portal.startsWith('https:')
  fastify.get<{ Params: { country: string } }>('/sandbox/country/:country', (request, reply) => {
    const { country } = request.params
    const isOff = country === 'off'
    const value = /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : 'unknown'
    // The sandbox may be another site: its link sends the cookie right away.
    setCookie(reply, triedCountry, isOff ? '' : value, { maxAgeS: isOff ? 0 : dayS, secure, sameSite: 'Lax' })
    return reply.header('cache-control', 'no-store').redirect('/', 303)
  })
}
