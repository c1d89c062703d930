import { Secret, TOTP } from 'otpauth'
import type { Dhow } from './processes.ts'

/** The first operator, signed in through the API alone, for journeys whose desk is only there to set something. */
export async function newOperator(dhow: Dhow) {
  const cookies = new Map<string, string>()
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${dhow.console}/api/v1/dhow${path}`, {
      method,
      headers: {
        'x-dhow-console': '1',
        'content-type': 'application/json',
        cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [key = '', value = ''] = cookie.split(';')[0]!.split('=')
      cookies.set(key, value)
    }
    const answer = (await response.json()) as Record<string, never>
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer as Record<string, Record<string, unknown>>
  }
  const first = await call('POST', '/staff/sign-in', { name: 'admin', password: dhow.operatorPassword })
  const totp = new TOTP({ secret: Secret.fromBase32(String(first['enrol']!['secret'])) })
  await call('POST', '/staff/sign-in/totp', {
    ticket: first['ticket'],
    code: totp.generate(),
    new_password: 'a desk that is never in a hurry',
  })

  return {
    /** Sets something of the portal as a whole; it holds at once. */
    set: (change: object) => call('PUT', '/staff/settings', { change, reason: 'a journey' }),

    async findPlayer(name: string): Promise<string> {
      const { players } = await call('GET', `/staff/players?q=${encodeURIComponent(name)}`)
      return String((players as unknown as { id: string }[])[0]!.id)
    },

    setActive: (playerId: string, active: boolean) =>
      call('POST', `/staff/players/${playerId}/active`, { active, reason: 'a journey' }),

    /** Confirms the oldest deposit that waits, as it was told. */
    async approveOldest(amount: string) {
      const queue = (await call('GET', '/staff/deposits?state=submitted')) as unknown as { deposits: { id: string }[] }
      const { id } = queue.deposits[0]!
      const { deposit } = await call('POST', `/staff/deposits/${id}/claim`, {})
      await call('POST', `/staff/deposits/${id}/approve`, { received_amount: amount, version: deposit!['version'] })
    },

    /** Asks for every check of the ledger: the names of those that found something. */
    async brokenChecks() {
      const { checks } = (await call('GET', '/staff/health'))['invariants'] as unknown as {
        checks: { name: string; violations: number }[]
      }
      return checks.length === 0 ? ['no checks'] : checks.filter((one) => one.violations > 0).map(({ name }) => name)
    },

    /** An envelope of one claim; answers its code. */
    async newGift(amount: string): Promise<string> {
      const envelope = { title: 'A journey', market: 'NA', kind: 'fixed', amount, claims: 1, expires_in_hours: 1 }
      return String((await call('POST', '/staff/gift-envelopes', envelope))['code'])
    },
  }
}
