import { randomInt } from 'node:crypto'
import type { Seat } from './dialect.ts'

/** The sandbox's providers by their protocol. */
const ofSandbox: Record<string, string> = { house: 'lagoon', spribe: 'spribe', softswiss: 'turbo', hub88: 'reef' }
const base = '/api/v1/dhow'
const codesAtMost = 40

/** A Dhow in sandbox mode, from outside: it registers invented players, gives them play money by vouchers, and opens games. */
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
      `The sandbox has no provider of the protocol ${options.adapter}; add one in the console and say --provider.`,
    )
  const tokens = new Map<string, string>()
  const cookies = new Map<string, string>()

  async function call(path: string, body?: unknown, token?: string, method = body === undefined ? 'GET' : 'POST') {
    const answer = await fetch(portal + base + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=')
      cookies.set(name, value)
    }
    const json = (await answer.json()) as Record<string, unknown>
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`)
    return json
  }

  const listed = await call(`/games?provider=${provider}&limit=1`)
  const game = (listed['games'] as { slug: string; id: string }[])[0]
  if (!game)
    throw new Error(`The provider ${provider} has no games yet; its feed is imported a moment after the start.`)

  async function code(mobile: string): Promise<string> {
    for (let count = 0; count < codesAtMost; count++) {
      const answer = await fetch(`${sandbox}/sms?to=${encodeURIComponent(mobile)}`)
      const messages = (await answer.json()) as { to: string; text: string }[]
      const found = messages.find(({ to }) => to === mobile)
      const digits = found && /\b(\d{6})\b/.exec(found.text)?.[1]
      if (digits) return digits
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`No code came for ${mobile}; is ${sandbox} the sandbox?`)
  }

  return {
    provider,
    url: `${portal}${base}/gateway/${options.adapter}${options.adapter === 'house' ? '' : `/${provider}`}`,

    async seat(): Promise<{ token: string; seat: Seat }> {
      cookies.clear()
      const mobile = `+26481${String(randomInt(10_000_000)).padStart(7, '0')}`
      const player_name = `kit_${randomInt(1_000_000_000)}`
      await call('/register', { player_name, mobile, password: 'calm-sea-at-dusk', market: 'NA', accept_terms: true })
      const verified = await call('/authentication-otp-verify', { otp: await code(mobile), mobile, type: 'register' })
      const [token, player] = [verified['token'] as string, (verified['user'] as { id: string }).id]
      tokens.set(player, token)
      const voucher = await fetch(`${sandbox}/issuer/vouchers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ behaviour: 'good', amount: '500.00' }),
      })
      const { pin } = (await voucher.json()) as { pin: string }
      await call('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin }, token)
      const launched = await call(`/games/${game!.slug}/launch`, {}, token)
      const url = new URL(launched['url'] as string)
      return {
        token: url.searchParams.get('token') ?? '',
        seat: { player, session: '', currency: 'NAD', game: game!.slug.slice(provider.length + 1) },
      }
    },

    /** A time-out that players give themselves: no bets, but wins and rollbacks. */
    async end({ player }: Seat) {
      await call('/player/time-out', { days: 1 }, tokens.get(player))
    },
  }
}
