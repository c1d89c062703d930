import { expect, test, type Locator, type Page } from '@playwright/test'
import { newOperator } from './operator-by-api.ts'
import { namibia, password } from './player.ts'
import { openDhow, type Dhow } from './processes.ts'

test.use({ viewport: { width: 1280, height: 800 } })

/** A whole visit without a pointer: every Tab stop is visible, and every screen starts at its heading. */
test('with the keyboard alone: registers, deposits, plays, withdraws, signs out', async ({ page }) => {
  const dhow = await openDhow()
  try {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    const keys = keyboardOf(page)
    const operator = await newOperator(dhow)
    await test.step('the first stop skips to the content', async () => {
      await page.goto(`${dhow.portal}/`)
      await page.waitForFunction(() => performance.getEntriesByName('dhow:hydrated').length > 0)
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
      await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeInViewport()
      await page.keyboard.press('Enter')
      await keys.to(page.getByRole('link', { name: 'Play Dhow' }), 2)
    })
    await test.step('registers', () => register(page, dhow, keys))
    await test.step('deposits', async () => {
      await keys.to(page.getByRole('button', { name: 'Add coins' }))
      await page.keyboard.press('Enter')
      await arrived(page, 'How would you like to pay?')
      await keys.to(page.getByRole('button', { name: /^Proceed: .*EFT/ }))
      await page.keyboard.press('Enter')
      await arrived(page, /./)
      await keys.to(page.getByLabel(/^Amount/))
      await page.keyboard.type('250')
      await keys.to(page.getByLabel(/Payment reference/))
      await page.keyboard.type('EFT 2026 00017')
      await keys.to(page.getByRole('button', { name: 'Submit deposit' }))
      await page.keyboard.press('Space')
      await expect(page.getByRole('heading', { name: 'We have your deposit and will check it.' })).toBeVisible()
      await operator.approveOldest('250')
      await expect(page.getByTestId('balance')).toHaveText('N$250.00')
    })
    await test.step('plays', () => play(page, keys))
    await test.step('withdraws', () => withdraw(page, dhow, keys))
    await test.step('signs out', async () => {
      await openMenu(page, keys)
      // Escape closes the menu, and the focus returns to its button.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeFocused()
      await openMenu(page, keys)
      await keys.to(page.getByRole('button', { name: 'Logout' }))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('banner').getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
    })
    expect(faults).toEqual([])
  } finally {
    await dhow.close()
  }
})

type Keys = ReturnType<typeof keyboardOf>

async function register(page: Page, dhow: Dhow, keys: Keys) {
  await keys.to(page.getByRole('banner').getByRole('link', { name: 'Sign up' }))
  await page.keyboard.press('Enter')
  await arrived(page, 'Open an account')
  await keys.to(page.getByLabel('Player name'))
  await page.keyboard.type('Sailor.One')
  await keys.to(page.getByLabel('Country'))
  await page.keyboard.type('Namibia')
  await expect(page.getByLabel('Country')).toHaveValue('NA')
  await keys.to(page.getByLabel('Mobile number'))
  await page.keyboard.type(namibia.mobile)
  await keys.to(page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await keys.to(page.getByRole('checkbox', { name: /18 or older/ }))
  await page.keyboard.press('Space')
  await keys.to(page.getByRole('main').getByRole('button', { name: 'Sign up' }))
  await page.keyboard.press('Enter')
  // The code field has the focus: the code can be typed at once and submits itself.
  await expect(page.getByRole('heading', { name: 'Enter the code', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.keyboard.type(await dhow.codeFor(namibia.e164))
  await arrived(page, /./)
  await expect(page.getByTestId('balance')).toHaveText('N$0.00')
}

async function play(page: Page, keys: Keys) {
  await keys.to(
    page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').getByRole('link', { name: 'All Games' }),
  )
  await page.keyboard.press('Enter')
  await arrived(page, 'All Games')
  await keys.to(page.getByRole('searchbox'))
  await page.keyboard.type('pearl dice')
  // The list is final before the keys continue.
  await expect(page).toHaveURL(/q=pearl.dice$/)
  await expect(page.getByRole('main').getByRole('link', { name: / by / }).first()).toHaveAccessibleName(/^Pearl Dice/)
  await keys.to(page.getByRole('link', { name: /^Pearl Dice/ }))
  await page.keyboard.press('Enter')
  const game = page.frameLocator('iframe')
  await expect(game.locator('.main')).toBeEnabled()
  await keys.into(game.locator('.main'))
  await page.keyboard.press('Enter')
  await expect(game.locator('.status')).toHaveText(/Paid|was returned|Not this time|on its way/)
  await keys.back(page.getByRole('main').getByRole('link', { name: 'Games', exact: true }))
  await page.keyboard.press('Enter')
  await arrived(page, 'All Games')
}

async function withdraw(page: Page, dhow: Dhow, keys: Keys) {
  await openMenu(page, keys)
  await keys.to(page.getByRole('banner').getByRole('link', { name: 'Withdraw', exact: true }))
  await page.keyboard.press('Enter')
  await arrived(page, /^Withdraw/)
  await keys.to(page.getByRole('main').getByRole('link', { name: 'Add a payout account' }))
  await page.keyboard.press('Enter')
  await arrived(page, 'Add a payout account')
  await keys.to(page.getByLabel('Account type'))
  await page.keyboard.type('Wallet')
  for (const [label, value] of Object.entries(namibia.payout.fields)) {
    await keys.to(page.getByLabel(label))
    await page.keyboard.type(value)
  }
  await code(page, dhow, keys)
  await arrived(page, 'Withdraw')
  await keys.to(page.getByRole('link', { name: /^Proceed: / }))
  await page.keyboard.press('Enter')
  await arrived(page, /^Withdraw: /)
  await keys.to(page.getByLabel(/^Amount/))
  await page.keyboard.type('100')
  await code(page, dhow, keys)
  await arrived(page, 'Withdraw History')
  await expect(page.getByText('Pending', { exact: true }).last()).toBeVisible()
}

async function code(page: Page, dhow: Dhow, keys: Keys) {
  await keys.to(page.getByRole('button', { name: 'Send me a code' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('We sent a code to your mobile.')).toBeVisible()
  const digits = await dhow.codeFor(namibia.e164)
  await keys.back(page.getByLabel('Code', { exact: true }), () => keys.to(page.getByLabel('Code', { exact: true })))
  await page.keyboard.type(digits)
}

async function openMenu(page: Page, keys: Keys) {
  const button = page.getByRole('button', { name: 'Account', exact: true })
  // Backwards from the heading: forwards come all the games.
  if (!(await keys.isAt(button))) await keys.back(button)
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
}

/** Waits for the screen after a navigation; the keys continue from its heading. */
async function arrived(page: Page, name: string | RegExp) {
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
}

function keyboardOf(page: Page) {
  const isAt = (wanted: Locator) => wanted.evaluate((element) => element === element.ownerDocument.activeElement)
  /** State of the focused element: visible on the screen, with a focus ring. Inside a frame the frame shows it. */
  const focusState = () =>
    page.evaluate(() => {
      const at = document.activeElement
      if (!at || at === document.body || at instanceof HTMLIFrameElement) return 'fine'
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at)
      const { top, bottom, left, right } = at.getBoundingClientRect()
      const isMarked = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
      const isInside = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
      // Covered by another element (WCAG 2.2, 2.4.11): the header, the tab bar, a toast.
      const seenAt = [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)),
      )
      const isSeen = seenAt.some(
        (one) => one !== null && (at.contains(one) || one.contains(at) || one.closest('label')?.contains(at)),
      )
      return isMarked && isInside && isSeen
        ? 'fine'
        : `${at.outerHTML.slice(0, 120)} marked: ${isMarked}, on screen: ${isInside}, seen: ${isSeen}`
    })
  // A rail scrolls smoothly to the focused element.
  const seen = () => expect.poll(focusState).toBe('fine')
  const press = async (key: 'Tab' | 'Shift+Tab', wanted: Locator, most: number) => {
    for (let stops = 0; stops < most; stops++) {
      await page.keyboard.press(key)
      await seen()
      if (await isAt(wanted)) return true
    }
    return false
  }
  return {
    isAt,
    /** Presses Tab until the element has the focus; wraps to the top after the end of the page. */
    async to(wanted: Locator, most = 90) {
      await expect(wanted).toBeVisible()
      if (!(await press('Tab', wanted, most))) throw new Error(`the Tab key does not reach ${String(wanted)}`)
    },
    /** The same into a frame, which has its own stops. */
    async into(wanted: Locator) {
      if (!(await press('Tab', wanted, 60))) throw new Error(`the Tab key does not reach ${String(wanted)}`)
    },
    async back(wanted: Locator, otherwise?: () => Promise<void>) {
      await expect(wanted).toBeVisible()
      if (await press('Shift+Tab', wanted, otherwise ? 3 : 60)) return
      if (!otherwise) throw new Error(`the Shift and Tab keys do not reach ${String(wanted)}`)
      await otherwise()
    },
  }
}
