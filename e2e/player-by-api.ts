import type { Dhow } from './processes.ts'

/** A player of Namibia who acts through the API alone, for journeys whose screens are somebody else's. */
export async function newPlayer(
  dhow: Dhow,
  { name, mobile, referral }: { name: string; mobile: string; referral?: string },
) {
  const cookies = new Map<string, string>()
  const session: { token?: string } = {}
  const call = async (path: string, body?: object | FormData) => {
    const response = await fetch(`${dhow.portal}/api/v1/dhow${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(session.token === undefined ? {} : { authorization: `Bearer ${session.token}` }),
        cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [key = '', value = ''] = cookie.split(';')[0]!.split('=')
      cookies.set(key, value)
    }
    const answer = (await response.json()) as Record<string, never>
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer as Record<string, Record<string, unknown>>
  }
  const code = async (type: string) => {
    await call('/authentication-otp-send', { mobile, type })
    return dhow.codeFor(mobile)
  }

  const password = 'calm-sea-at-dusk'
  await call('/register', {
    ...{ player_name: name, mobile, password, market: 'NA', accept_terms: true },
    ...(referral === undefined ? {} : { referral_code: referral }),
  })
  const opened = await call('/authentication-otp-verify', { otp: await dhow.codeFor(mobile), mobile, type: 'register' })
  session.token = String(opened['token'])
  let references = 0

  return {
    token: session.token,

    /** The other half of the session, for a browser to go on with. */
    cookies: () => [...cookies].map(([name, value]) => ({ name, value, url: dhow.portal })),

    /** Opens a second session, as from another tab of the same device that was signed in anew. */
    signInAgain: () => call('/login', { mobile, password }),

    /** Tells of a transfer, and answers the deposit's id. */
    async deposit(amount: string, picture?: Buffer): Promise<string> {
      const form = new FormData()
      for (const [key, value] of Object.entries({ manual_deposit_id: '2', amount, utr: `${name}${++references}` }))
        form.append(key, value)
      if (picture) form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'payment.png')
      const { data } = await call('/player/deposit-namibia/manual-deposit/send-deposit-request', form)
      return (data!['deposit'] as { id: string }).id
    },

    async addBank(bank: string): Promise<string> {
      const { account } = await call('/player/payout-accounts', {
        ...{ kind: 'bank_na', holder: 'Sandbox Person', number: '62001234567', branch: '480001', bank },
        otp: await code('payout_account'),
      })
      return String(account!['id'])
    },

    /** Asks for money to be paid out, and answers the withdrawal's id. */
    async withdraw(amount: string, accountId: string): Promise<string> {
      const otp = await code('withdraw')
      const { withdrawal } = await call('/player/withdrawals', { amount, payout_account_id: accountId, otp })
      return String(withdrawal!['id'])
    },

    /** Gives the newest bonus back. */
    async cancelBonus() {
      const { bonuses } = await call('/player/bonuses')
      const [newest] = bonuses as unknown as { id: string }[]
      await call(`/player/bonuses/${newest!.id}/cancel`, {})
    },

    /** Takes what a gift envelope holds. */
    claim: (gift: string) => call('/gift-envelope/claim', { code: gift }),

    /** How the player's rounds stand, newest first. */
    async rounds() {
      const { data } = await call('/player/game-history?limit=100')
      return data as unknown as {
        slug: string
        state: 'open' | 'settled' | 'rolled_back'
        stake: string
        payout: string
        net: string
      }[]
    },

    async balance(): Promise<unknown> {
      const { player } = await call('/player/profile')
      return player!['chips']
    },
  }
}
