import { fieldsOf } from '@dhow/contract/records'
import { randomInt } from 'node:crypto'
import { openCaller } from '@dhow/client/caller'
import { openCookieFetch } from '@dhow/client/cookie-fetch'
import { calls, type Calls } from '@dhow/contract/calls'
import { apiBase } from '@dhow/contract/operation'
import type { Seat } from './dialect.ts'

/** The sandbox's providers by their protocol. */
const ofSandbox: Record<string, string> = { dhow: 'lagoon', spribe: 'spribe', softswiss: 'turbo', hub88: 'reef' }
const maxCodes = 40

/** Client of a Dhow in sandbox mode: registers players, funds them with vouchers, opens games. */
export async function openDhow(options: {
  portal: string
  sandbox?: string | undefined
  adapter: string
  provider?: string | undefined
}) {
  const portal = options.portal.replace(/\/$/, '')
  const sandbox = (options.sandbox ?? portal.replace(/:\d+$/, ':8083')).replace(/\/$/, '')
  const provider = options.provider ?? ofSandbox[options.adapter]
  if (provider === undefined)
    throw new Error(
      `The sandbox has no provider of the protocol ${options.adapter}; add one in the console and give --provider.`,
    )
  const tokens = new Map<string, string>()
  const { fetch: fetchWithCookies, cookies } = openCookieFetch()
  const callAs = (token?: string) =>
    openCaller<Calls>({
      calls,
      origin: portal,
      headers: (): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
      fetch: fetchWithCookies,
    })

  const [game] = (await callAs()('games', { query: { provider, limit: 1 } })).games
  if (!game)
    throw new Error(`The provider ${provider} has no games yet; its feed is imported a moment after the start.`)

  async function code(mobile: string): Promise<string> {
    for (let count = 0; count < maxCodes; count++) {
      const answer = await fetch(`${sandbox}/sms?to=${encodeURIComponent(mobile)}`)
      const messages: unknown = await answer.json()
      const found = Array.isArray(messages) ? messages.map(fieldsOf).find(({ to }) => to === mobile) : undefined
      const digits = found && /\b(\d{6})\b/.exec(String(found['text']))?.[1]
      if (digits) return digits
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`No code came for ${mobile}; is ${sandbox} the sandbox?`)
  }

  return {
    provider,
    url: `${portal}${apiBase}/gateway/${options.adapter}${options.adapter === 'dhow' ? '' : `/${provider}`}`,

    async seat(): Promise<{ token: string; seat: Seat }> {
      cookies.clear()
      const mobile = `+26481${String(randomInt(10_000_000)).padStart(7, '0')}`
      const player_name = `kit_${randomInt(1_000_000_000)}`
      const account = { player_name, mobile, password: 'calm-sea-at-dusk', market: 'NA' as const, accept_terms: true }
      await callAs()('register', { body: account })
      const verified = await callAs()('verifyOtp', { body: { otp: await code(mobile), mobile, type: 'register' } })
      if (!('token' in verified)) throw new Error('the registration did not open a session')
      const [call, player] = [callAs(verified.token), verified.user.id]
      tokens.set(player, verified.token)
      const voucher = await fetch(`${sandbox}/issuer/vouchers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ behaviour: 'good', amount: '500.00' }),
      })
      const pin = String(fieldsOf(await voucher.json())['pin'])
      await call('voucherRedeem', { body: { pin } })
      const launched = await call('launchGame', { params: { slug: game.slug } })
      const url = new URL(launched.url)
      return {
        token: url.searchParams.get('token') ?? '',
        seat: { player, session: '', currency: 'NAD', game: game.slug.slice(provider.length + 1) },
      }
    },

    /** Starts a player's time-out, which refuses bets but accepts wins and rollbacks. */
    async end({ player }: Seat) {
      await callAs(tokens.get(player))('takeTimeOut', { body: { days: 1 } })
    },
  }
}

export type Dhow = Awaited<ReturnType<typeof openDhow>>
