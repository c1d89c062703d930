import { expect, test, type FrameLocator, type Page } from '@playwright/test'
import * as player from './player.ts'
import { openDhow, type Dhow } from './processes.ts'

/** The live tables with real money through portal, studio and ledger. Rounds are short here; everything else is as it is. */
const gift = 'TABLESTABLESTABLESTABLES'
const names = {
  dragontiger: 'Coral Dragon Tiger',
  andarbahar: 'Lantern Andar Bahar',
  baccarat: 'Monsoon Baccarat',
  teenpatti: 'Moonlit Teen Patti 20-20',
  roulette: 'Captain’s Roulette',
}
type Slug = keyof typeof names
const ended = /Paid|came back|Not this time/

test('the five live tables: stakes, a keyboard, a closed page, a killed studio, history and proof', async ({
  page,
}) => {
  const dhow = await openDhow({
    env: {
      DHOW_FIRST_GIFTS: `NA:${gift}`,
      STUDIO_TABLE_BETTING_MS: '5000',
      STUDIO_TABLE_PAUSE_MS: '2500',
      STUDIO_TABLE_PACE: '1000',
    },
  })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  try {
    await player.register(page, dhow, player.namibia)
    await takeGift(page)
    await test.step('baccarat: stakes on several fields, and each of them ends', async () => {
      const table = await open(page, dhow, 'baccarat')
      await freshWindow(table)
      for (const field of ['Player', 'Tie', 'Tie']) await put(table, field)
      await table.getByRole('button', { name: 'Undo' }).click()
      await table.getByRole('button', { name: 'Place N$10.00' }).click()
      await expect(spot(table, 'Player')).toHaveAccessibleName(/your stake N\$5\.00/)
      await expect(table.locator('.status')).toHaveText('N$10.00 on the table')
      await expect(table.locator('.status')).toHaveText(ended)
    })
    await test.step('dragon tiger, by keyboard alone', async () => {
      const table = await open(page, dhow, 'dragontiger')
      await freshWindow(table)
      await spot(table, 'Dragon').press('1')
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await page.keyboard.press('p')
      await expect(table.locator('.status')).toHaveText('N$2.00 on the table')
      await expect(table.locator('#said')).toHaveText(/^(Dragon|Tiger): .* of /)
      await expect(table.locator('.status')).toHaveText(ended)
    })
    await test.step('andar bahar: stakes are taken back and placed again', async () => {
      const table = await open(page, dhow, 'andarbahar')
      await freshWindow(table)
      await put(table, 'Andar')
      await table.getByRole('button', { name: 'Place N$5.00' }).click()
      await table.getByRole('button', { name: 'Take back' }).click()
      await expect(table.locator('.status')).toHaveText('Your stakes are back.')
      await freshWindow(table)
      await put(table, 'Bahar')
      await table.getByRole('button', { name: 'Place N$5.00' }).click()
      await expect(table.locator('.status')).toHaveText(ended)
    })
    await test.step('teen patti: the studio is killed while stakes lie, and settles them when it is back', async () => {
      const table = await open(page, dhow, 'teenpatti')
      await freshWindow(table)
      await put(table, 'Player A')
      await table.getByRole('button', { name: 'Place N$5.00' }).click()
      await expect(table.locator('.status')).toHaveText('N$5.00 on the table')
      await dhow.killAndRestart('studio')
      await expect(table.locator('.status')).toHaveText(ended)
    })
    await test.step('roulette: the page is closed, and says on return how the round ended', async () => {
      const table = await open(page, dhow, 'roulette')
      await freshWindow(table)
      await put(table, 'Red')
      await put(table, '17')
      await table.getByRole('button', { name: 'Place N$10.00' }).click()
      await expect(table.locator('.status')).toHaveText('N$10.00 on the table')
      await page.goto(`${dhow.portal}/transaction-history`)
      for (const name of Object.values(names)) await expect(page.getByText(name).first()).toBeVisible()
      await expect(page.getByRole('link', { name: 'Check this round' }).first()).toHaveAttribute(
        'href',
        /\/proof\/roulette\/roulette-1-\d+$/,
      )
      await expect((await open(page, dhow, 'roulette')).locator('.status')).toHaveText(ended)
    })
    await test.step('a round proves itself, and a changed link is found out', async () => {
      const table = page.frameLocator('iframe')
      await table.locator('.point').first().click()
      await expect(table.locator('.check.good')).toHaveCount(2)
      const address = (await table.getByRole('link', { name: 'Open the proof page' }).getAttribute('href')) ?? ''
      await page.goto(address)
      await expect(page.locator('.check.good')).toHaveCount(2)
      await page.goto(address.replace(/([?&])n=(\d+)/, (_, sign: string, no: string) => `${sign}n=${Number(no) + 1}`))
      await expect(page.locator('.check.bad').first()).toBeVisible()
    })
    expect(faults).toEqual([])
  } finally {
    await dhow.close()
  }
})

async function takeGift(page: Page): Promise<void> {
  const claimed = await page.evaluate(async (code) => {
    const token = Object.entries(localStorage).find(([key]) => /token/i.test(key))?.[1]
    const answer = await fetch('/api/v1/dhow/gift-envelope/claim', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ code }),
    })
    return answer.status
  }, gift)
  expect(claimed).toBe(200)
}

async function open(page: Page, dhow: Dhow, slug: Slug): Promise<FrameLocator> {
  await page.goto(`${dhow.portal}/play/${slug}`)
  const table = page.frameLocator('iframe')
  await expect(table.locator('#balance')).toContainText('N$')
  return table
}

/** Waits for a betting window of which enough is left to do something in it. */
const freshWindow = (table: FrameLocator): Promise<void> =>
  expect
    .poll(async () => Number(await table.locator('#number').textContent()), { intervals: [100], timeout: 40_000 })
    .toBeGreaterThanOrEqual(4)

const spot = (table: FrameLocator, name: string) => table.getByRole('button', { name: new RegExp(`^${name}, pays `) })
const put = (table: FrameLocator, name: string): Promise<void> => spot(table, name).click()
