import { depositFamilies } from '@dhow/contract/deposit-families'
import { waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen } from './portal.tsx'

afterEach(closePortal)

const main = async () => within(await screen.findByRole('main'))

/** Screens for signed-in players, with their titles. */
const titles = [
  [paths.paymentMethod, 'How would you like to pay?'],
  [paths.deposit, 'Deposit'],
  [depositFamilies['manual-namibia'].formPath, 'Deposit: bank transfer (EFT)'],
  [paths.voucherHistory, 'Deposit History: Voucher'],
  [paths.withdraw, 'Withdraw'],
  [paths.withdrawIndia, 'Withdraw: Bank or UPI in India'],
  [paths.gameHistory, 'Transaction History'],
  [paths.help, 'Help'],
] as const

describe('a screen while the session is unknown', () => {
  it.each(titles)('shows the title of %s', async (path, title) => {
    await openPortal(path, { verifyToken: 'pending' })
    const content = await main()
    expect(content.getByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(content.getByRole('status')).toBeTruthy()
  })

  const early = [
    [paths.withdrawHistory, 'withdrawHistory'],
    [paths.depositHistory, 'depositHistory'],
    [paths.gameHistory, 'gameHistory'],
  ] as const
  it.each(early)('shows the filters of %s, and fetches its rows meanwhile', async (path, name) => {
    await openPortal(path, { verifyToken: 'pending', recentGames: 'pending', [name]: reply(name, { isEmpty: true }) })
    const content = await main()
    expect(content.getByRole('combobox', { name: 'Show' })).toBeTruthy()
    expect(await content.findByText('Nothing here yet')).toBeTruthy()
  })

  // A part that needs the player would throw here.
  it.each([
    [paths.selectAvatar, 'avatars'],
    [paths.whereIsMyMoney, 'depositHistory'],
    [paths.statements, 'signedStatements'],
    [paths.closeAccount, 'getClosing'],
    [paths.messages, 'playerMessages'],
    [paths.channels, 'getChannels'],
  ] as const)('shows all of %s when its answer arrives first', async (path, name) => {
    await openPortal(path, { verifyToken: 'pending', [name]: reply(name) })
    const content = await main()
    await waitFor(() => expect(content.queryByRole('status', { name: 'Loading…' })).toBeNull())
    expect(content.getByRole('heading', { level: 1 }).textContent).not.toMatch(/wrong/)
  })

  it('shows the form of the player name, still empty', async () => {
    await openPortal(paths.profileEdit, { verifyToken: 'pending' })
    expect((await (await main()).findByLabelText<HTMLInputElement>('Player name')).value).toBe('')
  })

  it('shows at once that an address names no round', async () => {
    await openPortal(paths.roundReceipts, { verifyToken: 'pending' })
    expect(await (await main()).findByText('Round not found')).toBeTruthy()
  })

  it('shows the name of a game that came with the page', async () => {
    await openPortal(paths.play.replace(':game', 'dice'), { verifyToken: 'pending', getGame: reply('getGame') })
    const { game } = reply('getGame') as unknown as { game: { name: string } }
    expect(await (await main()).findByRole('heading', { level: 1, name: game.name })).toBeTruthy()
  })
})
