import { formatReceiptPage } from '@dhow/receipts/receipt-page'
import { sampleFiles } from '@dhow/receipts/testing/sample'
import { fireEvent, within } from '@testing-library/react'
import { encode } from 'uqr'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { paths, receiptPath } from '../app/paths.ts'
import { words as af } from '../shared/words/af/receipt.ts'
import { words as en } from '../shared/words/en/receipt.ts'
import { words as hi } from '../shared/words/hi/receipt.ts'
import { movementsOfSteps } from '../shared/payment-chain.tsx'
import { closePortal, openPortal, reply, screen, waitFor } from './portal.tsx'

afterEach(closePortal)

const main = async () => within(await screen.findByRole('main'))
const round = {
  currency: 'NAD',
  state: 'settled',
  ...{ id: 'rnd_1', game: 'Dhow', slug: 'dhow', provider: 'dhow-studio', round_id: 'dhow-1-7' },
  ...{ stake: '10.00', payout: '25.00', net: '15.00', balance_after: '115.00' },
  ...{ started_at: '2026-11-21T09:00:00.000Z', ended_at: '2026-11-21T09:01:00.000Z', proof_url: null },
} as const
const history = { ...reply('gameHistory'), data: [round], next_cursor: null, currency: 'NAD' } as never
const movement = (posting: string, reason: string, change: object, place: number | null) => ({
  ...{ posting, reason, change, place, at: '2026-11-21T09:00:00.000Z' },
})
const moved = (...movements: object[]) => ({ status: 'success', movements }) as never
const text = sampleFiles().get('receipt.txt') ?? ''
const receipt = { status: 'success', posting: '1014', entry: '', salt: '', proof: '', receipt: text } as const

describe('a line of the history of rounds', () => {
  it('shows its stake and its win, and their receipts as soon as the log has them', async () => {
    const server = await openPortal(paths.gameHistory, {
      gameHistory: history,
      receiptsOf: moved(movement('7', 'game-bet', { cash: '-10.00', in_play: '10.00' }, null)),
    })
    const content = await main()
    const button = await content.findByRole('button', { name: 'Receipts' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(button)
    expect(await content.findByText('Ready in a few seconds')).toBeTruthy()
    expect(content.queryByRole('link', { name: /^Receipt/ })).toBeNull()
    server.answers.receiptsOf = moved(
      movement('7', 'game-bet', { cash: '-10.00', in_play: '10.00' }, 3),
      movement('9', 'game-win', { cash: '25.00', in_play: '-10.00' }, 4),
    )
    const link = await content.findByRole('link', { name: 'Receipt: Stake' })
    expect(link.getAttribute('href')).toBe('/receipts/7')
    expect(content.getByRole('link', { name: 'Receipt: Win' }).getAttribute('href')).toBe('/receipts/9')
    expect(content.getByText('+N$25.00')).toBeTruthy()
    expect(server.requests.filter(({ name }) => name === 'receiptsOf')).not.toHaveLength(0)
  })

  it('shows a lost stake, and says so if no money has moved', async () => {
    await openPortal(paths.gameHistory, {
      gameHistory: history,
      receiptsOf: moved(movement('7', 'game-win', { in_play: '-10.00' }, 3)),
    })
    const content = await main()
    fireEvent.click(await content.findByRole('button', { name: 'Receipts' }))
    expect(await content.findByRole('link', { name: 'Receipt: Stake lost' })).toBeTruthy()
    await openPortal(paths.gameHistory, { gameHistory: history, receiptsOf: { refusal: 'not_found' } })
    const other = await main()
    fireEvent.click(await other.findByRole('button', { name: 'Receipts' }))
    expect(await other.findByText('No transactions yet.')).toBeTruthy()
  })
})

describe('the receipts of a round, linked from its proof page', () => {
  const address = `${paths.roundReceipts}?provider=dhow-studio&round=dhow-1-7`

  it('are the player’s own, with the round', async () => {
    const server = await openPortal(address, {
      playedRound: { status: 'success', round },
      receiptsOf: moved(
        movement('7', 'game-bet', { cash: '-10.00', in_play: '10.00' }, 3),
        movement('9', 'game-win', { cash: '25.00', in_play: '-10.00' }, 4),
      ),
    })
    const content = await main()
    expect((await content.findByRole('link', { name: 'Receipt: Win' })).getAttribute('href')).toBe('/receipts/9')
    expect(content.getByText('N$115.00')).toBeTruthy()
    expect(server.requests.find(({ name }) => name === 'receiptsOf')?.query).toEqual({ of: 'rnd_1' })
  })

  it.each([address, paths.roundReceipts])(
    'are empty for another player’s round and one that does not exist: %s',
    async (path) => {
      await openPortal(path, { playedRound: { refusal: 'not_found' } })
      const content = await main()
      expect(await content.findByText('Round not found')).toBeTruthy()
      expect(content.queryByText('Dhow')).toBeNull()
    },
  )

  it('ask a visitor to log in', async () => {
    await openPortal(address, {}, { isSignedIn: false })
    const content = await main()
    expect(await content.findByText('Log in to see your receipts')).toBeTruthy()
    fireEvent.click(content.getByRole('link', { name: 'Log in' }))
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(paths.login))
  })
})

const wordsOf = { en: en.receipt, hi: hi.receipt, af: af.receipt }

describe('the page of a receipt', () => {
  it('shows the entry, its place in the log, and what it proves and does not', async () => {
    await openPortal(receiptPath('1014'), { postingReceipt: receipt })
    const content = await main()
    expect(await content.findByText('+N$15.00')).toBeTruthy()
    for (const shown of ['Win', 'dhow.example/log', 'game:dhow-studio:pl_anna-3', '1014', 'What it does not prove'])
      expect(content.getByText(shown)).toBeTruthy()
    expect(content.getByText('+N$15.00 · N$255.00 afterwards')).toBeTruthy()
  })

  it.each(['en', 'hi', 'af'] as const)('reads in %s what it proves and what it does not', async (language) => {
    await openPortal(receiptPath('1014'), { postingReceipt: receipt }, { language })
    const content = await main()
    const { proves, provesTitle, provesNot, provesNotTitle } = wordsOf[language]
    expect(await content.findByText(proves)).toBeTruthy()
    expect(content.getByText(provesNot)).toBeTruthy()
    expect(content.getByText(provesTitle)).toBeTruthy()
    expect(content.getByText(provesNotTitle)).toBeTruthy()
    expect(new Set(Object.values(wordsOf).map((words) => words.proves)).size).toBe(3)
  })

  it('is the same for another player’s receipt and a missing one', async () => {
    await openPortal(receiptPath('999'), { postingReceipt: { refusal: 'not_found' } })
    expect(await (await main()).findByText('Receipt not found')).toBeTruthy()
  })

  it('waits for an entry that is not in the log yet', async () => {
    const server = await openPortal(receiptPath('1014'), {
      postingReceipt: { refusal: 'receipt_pending' },
    })
    const content = await main()
    expect(await content.findByText(/on its way into the public log/)).toBeTruthy()
    server.answers.postingReceipt = receipt
    expect(await content.findByText('+N$15.00')).toBeTruthy()
  })

  it('shares its file if the device can, else downloads it', async () => {
    const shared: ShareData[] = []
    Object.assign(navigator, {
      canShare: (data: ShareData) => data.files !== undefined,
      share: (data: ShareData) => Promise.resolve(void shared.push(data)),
    })
    await openPortal(receiptPath('1014'), { postingReceipt: receipt })
    fireEvent.click(await (await main()).findByRole('button', { name: 'Share' }))
    const file = shared[0]?.files?.[0]
    expect(file?.name).toBe('dhow-receipt-1014.html')
    expect(await file?.text()).toBe(formatReceiptPage(text))
    Reflect.deleteProperty(navigator, 'canShare')
    await openPortal(receiptPath('1014'), { postingReceipt: receipt })
    const content = await main()
    expect(await content.findByRole('button', { name: 'Download' })).toBeTruthy()
    expect(content.queryByRole('button', { name: 'Share' })).toBeNull()
  })

  it('is printed with the whole receipt in a QR code', async () => {
    await openPortal(receiptPath('1014'), { postingReceipt: receipt })
    const content = await main()
    await content.findByText('+N$15.00')
    expect(content.queryByRole('img')).toBeNull()
    fireEvent(window, new Event('beforeprint'))
    const path = content.getByRole('img', { name: 'QR code with the whole receipt' }).querySelector('path')
    const { data } = encode(text, { border: 2 })
    const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
    expect(path?.getAttribute('d')).toBe(dark)
    fireEvent(window, new Event('afterprint'))
    await waitFor(() => expect(content.queryByRole('img')).toBeNull())
  })

  it('asks the browser to print', async () => {
    await openPortal(receiptPath('1014'), { postingReceipt: receipt })
    const print = vi.fn<() => void>()
    vi.stubGlobal('print', print)
    fireEvent.click(await (await main()).findByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
  })
})

describe('the movements of a payment', () => {
  const at = (second: number) => ({ at: new Date(Date.UTC(2026, 10, 21, 9, 0, 0, second)).toJSON() })

  it('are shown with their step', () => {
    const [hold, sent, back] = [at(3), at(9_001), at(20_000)]
    expect(movementsOfSteps([at(2), at(5_000), at(9_000), at(20_000), at(20_000)], [hold, sent, back])).toEqual([
      [hold],
      [],
      [sent],
      [],
      [back],
    ])
  })
})
