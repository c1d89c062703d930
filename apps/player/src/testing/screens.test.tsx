import { depositFamilies } from '@dhow/contract/deposit-families'
import type { Calls } from '@dhow/contract/calls'
import type { ContractAnswers } from '@dhow/client/testing/contract-server'
import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { routes } from '../app/routes.tsx'
import { closePortal, openPortal, reply, screen } from './portal.tsx'

interface ScreenRow {
  path: string
  /** Calls that fetch the content of the screen. */
  calls: readonly (keyof Calls)[]
  /** A text of the loaded sample. */
  done: string | RegExp
  /** The text of an empty list; undefined without a list. */
  empty?: string | RegExp
  /** The reply in place of the sample. */
  reply?: ContractAnswers<Calls>[keyof Calls]
  /** Answers of other calls. */
  also?: ContractAnswers<Calls>
}

const noPayments = 'No open payments'
const payAccounts = { payoutAccounts: reply('payoutAccounts') }

/** Every screen that fetches its content. */
const rows: readonly ScreenRow[] = [
  {
    path: paths.home,
    calls: ['lobby'],
    done: 'Crash Games',
    also: {
      games: reply('games'),
      liveTables: reply('liveTables'),
      winners: reply('winners', { isEmpty: true }),
      recentGames: reply('recentGames', { isEmpty: true }),
      favourites: reply('favourites', { isEmpty: true }),
    },
  },
  {
    path: paths.allGames,
    calls: ['games'],
    done: '1 game',
    empty: 'No games found',
    also: { favourites: reply('favourites', { isEmpty: true }) },
  },
  { path: paths.providers, calls: ['providers'], done: '1 game', empty: 'No providers yet' },
  { path: paths.bonus, calls: ['bonuses'], done: 'You can claim it now.', empty: 'No offers at the moment.' },
  {
    path: paths.gameHistory,
    calls: ['gameHistory'],
    also: { recentGames: reply('recentGames', { isEmpty: true }) },
    done: 'Check this round',
    empty: 'Your rounds appear here, each with its fairness proof.',
  },
  {
    path: paths.withdrawHistory,
    calls: ['withdrawHistory'],
    done: 'Paid to',
    empty: 'Your withdrawals and their status will appear here.',
  },
  {
    path: paths.depositHistory,
    calls: ['depositHistory'],
    done: 'Reference',
    empty: 'Your deposits and their status will appear here.',
  },
  {
    path: paths.paymentMethod,
    calls: ['paymentMethods'],
    reply: withKnownMethod(),
    done: 'Proceed',
    empty: 'No methods available.',
  },
  { path: paths.addBank, calls: ['payoutAccounts'], done: 'Your payout accounts' },
  {
    path: paths.deposit,
    calls: ['staticDepositMethods', 'portalSetting'],
    done: 'Method',
    empty: 'No methods available.',
    also: { staticPaymentDetail: 'pending' },
  },
  {
    path: paths.depositStatic,
    calls: ['staticDepositMethods'],
    done: 'Continue',
    empty: 'No methods available.',
    also: { staticPaymentDetail: 'pending' },
  },
  { path: paths.withdraw, calls: ['withdrawOptions'], done: 'Available', also: payAccounts },
  {
    path: paths.withdrawNamibia,
    calls: ['withdrawOptions', 'payoutAccounts'],
    done: 'Usually paid within 1 minutes.',
    empty: 'Add a payout account first',
  },
  {
    path: depositFamilies['manual-namibia'].formPath,
    calls: ['manualNamibiaPaymentDetails'],
    done: 'Your deposit code',
    empty: 'Payment details not found',
  },
  {
    path: `${paths.paymentReturn}?transaction=pay_1&service=sample`,
    calls: ['paymentStatus'],
    done: 'Pending',
    also: { getDeposit: reply('getDeposit') },
  },
  {
    path: '/payments/dep_1',
    calls: ['getDeposit'],
    done: 'Submitted',
    also: { paymentHelp: reply('paymentHelp') },
  },
  { path: '/payments/wd_1', calls: ['getWithdrawal'], done: 'Paid to', also: { paymentHelp: reply('paymentHelp') } },
  { path: paths.whereIsMyMoney, calls: ['depositHistory', 'withdrawHistory'], done: /^Since/, empty: noPayments },
  {
    path: paths.messages,
    calls: ['playerMessages'],
    done: 'View deposit',
    empty: 'No messages yet',
    also: { readMessages: reply('readMessages') },
  },
  { path: paths.channels, calls: ['getChannels'], done: 'Text messages' },
  { path: paths.profile, calls: ['devices'], done: 'Log out', also: { profile: reply('profile') } },
  { path: paths.selectAvatar, calls: ['avatars'], done: 'chosen' },
  {
    path: paths.accountDashboard,
    calls: ['accountDashboard'],
    done: 'Activity summary',
    also: { devices: reply('devices') },
  },
  {
    path: paths.closeAccount,
    calls: ['getClosing'],
    done: 'Close your account',
  },
  { path: paths.refer, calls: ['referral'], done: 'Your friends' },
  { path: paths.tournaments, calls: ['tournaments'], done: 'Rules and ranking', empty: 'No tournaments now' },
]

/** Gives the sample a method that the portal has a form for; others are not listed. */
function withKnownMethod() {
  const answer = reply('paymentMethods') as { methods: { name: string }[] }
  for (const method of answer.methods) method.name = 'EasyPay'
  return answer as never
}

const answersOf = (row: ScreenRow, answer: (name: keyof Calls) => unknown): ContractAnswers<Calls> => ({
  ...row.also,
  ...(Object.fromEntries(row.calls.map((name) => [name, answer(name)])) as ContractAnswers<Calls>),
})
const main = async () => within(await screen.findByRole('main'))

afterEach(closePortal)

describe.each(rows)('$path', (row) => {
  it('shows that it is loading', async () => {
    await openPortal(
      row.path,
      answersOf(row, () => 'pending'),
    )
    expect(await (await main()).findAllByRole('status', { name: 'Loading…' })).not.toEqual([])
  })

  it('shows an error, and the content after a successful retry', async () => {
    const server = await openPortal(
      row.path,
      answersOf(row, () => ({ refusal: 'bad_request' })),
    )
    const [alert] = await (await main()).findAllByRole('alert')
    expect(alert!.textContent).toContain('Something went wrong. Try again.')
    Object.assign(
      server.answers,
      answersOf(row, (name) => row.reply ?? reply(name)),
    )
    for (const button of (await main()).getAllByRole('button', { name: 'Try again' })) fireEvent.click(button)
    expect(await (await main()).findAllByText(row.done)).not.toEqual([])
    expect((await main()).queryByRole('alert')).toBeNull()
    expect(server.unanswered).toEqual([])
  })
})

it.each(rows.filter((row) => 'empty' in row))('$path has a sentence for an empty list', async (row) => {
  await openPortal(
    row.path,
    answersOf(row, (name) => reply(name, { isEmpty: true })),
  )
  expect(await (await main()).findAllByText(row.empty ?? '')).not.toEqual([])
})

const fetching = new Set(rows.map(({ path }) => path.split('?')[0]))
const others = routes
  .flatMap(({ paths: all, access }) => all.map((path) => ({ path, access })))
  .filter(({ path }) => !fetching.has(path) && !path.includes(':'))
const content = Object.assign({}, ...rows.map((row) => answersOf(row, (name) => row.reply ?? reply(name)))) as object

it.each(others)('$path has a heading and no errors', async ({ path, access }) => {
  await openPortal(
    path,
    { ...content, authenticationType: reply('authenticationType') },
    { isSignedIn: access === 'player' },
  )
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  expect((await main()).queryByRole('alert')).toBeNull()
})
