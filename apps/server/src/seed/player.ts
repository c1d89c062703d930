import { depositFamilies, type DepositFamily, type DepositFamilyRow } from '@dhow/contract/deposit-families'
import { formatDecimal } from '@dhow/contract/money'
import { paymentReferences } from '@dhow/contract/payment-references'
import { openBrowser, type Browser } from './browser.ts'
import { openGame } from './game-calls.ts'
import type { SeedWorld } from './open-world.ts'
import type { PlannedPlayer } from './plan.ts'
import { drawScreenshot } from './screenshot.ts'

export type SeedPlayer = Awaited<ReturnType<typeof registerPlayer>>

/** Shared by all demo players. */
export const password = 'calm-sea-at-dusk'
const sessionMs = 11 * 3_600_000
/**
 * A family's first payment detail, which the sandbox has from its first start, with a reference for a payment to it.
 */
function accountOf({ label, rails }: DepositFamilyRow, digits: string) {
  for (const { reference, sandbox } of Object.values(rails))
    if (sandbox) return { id: String(sandbox.id), reference: paymentReferences[reference].invent(digits) }
  throw new Error(`${label} has no demo account`)
}

const payoutAccounts = {
  NA: { kind: 'bank_na', branch: '480001', bank: 'Skeleton Coast Bank' },
  IN: { kind: 'bank_in', branch: 'MNSN0000123', bank: 'Monsoon Bank' },
} as const

export const textOf = (minor: number | bigint) => formatDecimal(BigInt(minor))

/** Registers a player through the portal, with the code. */
export async function registerPlayer(world: SeedWorld, planned: PlannedPlayer, index: number, referralCode?: string) {
  const [{ clock, outside }, { mobile, market }] = [world, planned]
  const browser = openBrowser(world.origins.portal, planned)
  const currency = market === 'IN' ? 'INR' : 'NAD'
  await browser.post('/register', {
    player_name: planned.name,
    mobile,
    password,
    market,
    accept_terms: true,
    ...(referralCode === undefined ? {} : { referral_code: referralCode }),
  })
  const opened = await browser.post('/authentication-otp-verify', {
    otp: await outside.code(mobile),
    mobile,
    type: 'register',
  })
  browser.signedIn(opened.token)
  let lastCallMs = clock.now().getTime()
  let references = 0
  let payoutAccountId: string | undefined

  async function code(asked: { type: 'payout_account' | 'withdraw' } & Record<string, string>) {
    // A second code of the same kind is sent after a pause.
    clock.moveTo(new Date(clock.now().getTime() + 130_000))
    await browser.post('/authentication-otp-send', asked)
    return outside.code(mobile)
  }

  /** Signs in again if the session has expired. */
  async function online(): Promise<Browser> {
    const now = clock.now().getTime()
    if (now - lastCallMs > sessionMs)
      browser.signedIn((await browser.post('/login', { mobile, password, market })).token)
    lastCallMs = now
    return browser
  }

  return {
    ...planned,
    index,
    id: String(opened.user.id),
    currency,
    online,

    /** Reports a deposit of a family. @returns its id */
    async deposit(amountMinor: number, family: DepositFamily = planned.family, given?: string) {
      const row = depositFamilies[family]
      const account = accountOf(row, String((index + 1) * 1_000_000 + ++references).padStart(12, '0'))
      const reference = given ?? account.reference
      const form = { [row.idField]: account.id, amount: textOf(amountMinor), utr: reference }
      const image = { name: 'payment.png', field: 'image', content: await drawScreenshot(`${index}:${reference}`) }
      const own = await online()
      const sent = await own.form(`${row.base}/send-deposit-request`, form, row.proofRequired ? image : undefined)
      return String(sent.data.deposit.id)
    },

    /** Opens a game with signed calls as its provider makes them. */
    openGame: async (game: string) => openGame(world, await online(), game, currency),

    /** Requests a withdrawal. @returns its id */
    async withdraw(amountMinor: number): Promise<string> {
      const own = await online()
      if (payoutAccountId === undefined) {
        const account = {
          ...payoutAccounts[market],
          holder: `${planned.name.split('_')[0]} Invented`,
          number: String(62_001_000_000 + index),
        }
        const body = { ...account, otp: await code({ type: 'payout_account', ...account }) }
        payoutAccountId = String((await own.post('/player/payout-accounts', body)).account.id)
      }
      const asked = { amount: textOf(amountMinor), payout_account_id: payoutAccountId }
      const body = { ...asked, otp: await code({ type: 'withdraw', ...asked }) }
      return String((await own.post('/player/withdrawals', body)).withdrawal.id)
    },
  }
}
