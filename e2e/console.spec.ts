import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { paths } from '../apps/console/src/app/paths.ts'
import { accessibilityFaults, moveTo } from './accessibility.ts'
import { enrol, signIn } from './operator.ts'
import { newPlayer } from './player-by-api.ts'
import { openDhow, type Dhow } from './processes.ts'
import { checkWarnings } from './warning-screens.ts'

let dhow: Dhow
let maria: Awaited<ReturnType<typeof newPlayer>>
let first: Page
let second: Page
/** A finished withdrawal. */
let rejected: string
/** The deposit whose screenshot is sent a second time. */
let large: string
const faults: string[] = []

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  dhow = await openDhow()
  maria = await newPlayer(dhow, { name: 'maria.n', mobile: '+264812000001' })
  const open = async () => {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      // A refused call and a killed server are logged as errors in the browser's console, which is correct.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text())
    })
    return page
  }
  ;[first, second] = [await open(), await open()]
})
test.afterAll(async () => {
  for (const page of [first, second]) await page.context().close()
  await dhow.close()
})
/** Takes a screenshot of the screen if a folder is set. */
async function picture(page: Page, name: string) {
  const folder = process.env['DHOW_PICTURES']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test.afterEach(() => expect(faults.splice(0)).toEqual([]))

test('the first operator adds a second one, and that one enrols by a single-use link', async () => {
  await signIn(first, dhow)
  await first.getByRole('link', { name: 'Operators' }).click()
  await first.getByRole('button', { name: 'Add an operator' }).click()
  await first.getByLabel('Name').fill('nelao')
  // Until the roles are loaded, none is selected, and the browser refuses the form.
  await expect(first.getByLabel('Role', { exact: true })).toHaveValue('cashier')
  await first.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(first.getByText('Give nelao this link.')).toBeVisible()
  await expect(first.getByText('In live mode a second admin would be asked for.')).toBeVisible()
  const link = await first.locator('dl dd').first().innerText()
  await first.getByRole('button', { name: 'Done' }).click()
  await expect(first.getByText(link)).toHaveCount(0)
  await enrol(second, link)
  // A later visit shows that the link was used.
  const late = await (await first.context().browser()!.newContext()).newPage()
  await late.goto(link)
  await late.getByRole('button', { name: 'Set up my sign-in' }).click()
  await expect(late.getByText('This link was already used.')).toBeVisible()
  await late.context().close()
})

test('a gift of half a million waits under Approvals, and its total is shown before', async () => {
  await first.goto(`${dhow.console}/gifts`)
  await first.getByRole('button', { name: 'New envelope' }).click()
  await first.getByLabel('Title').fill('A small thank-you')
  await first.getByLabel('Amount per claim').fill('500000')
  await first.getByLabel('Number of claims').fill('1')
  await expect(first.getByText('Total liability: N$500,000.00')).toBeVisible()
  await picture(first, 'gift')
  await first.getByRole('button', { name: 'Create envelope' }).click()
  await expect(first.getByText('A second person has to confirm this.')).toBeVisible()
  await first.goto(`${dhow.console}/approvals`)
  await expect(first.getByText('Create a gift envelope: N$500,000.00')).toBeVisible()
  await expect(first.getByText('You proposed this; somebody else has to confirm it.')).toBeVisible()
  await expect(first.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  expect(await accessibilityFaults(first)).toEqual([])
  await picture(first, 'approvals')
  await first.setViewportSize({ width: 320, height: 640 })
  await picture(first, 'approvals-320')
  await first.setViewportSize({ width: 1280, height: 800 })
  await first.getByRole('button', { name: 'Cancel change' }).click()
  await expect(first.getByText('Nothing waits for a second person')).toBeVisible()
})

test('a large deposit appears live and is approved by two operators with the keyboard alone', async () => {
  await second.keyboard.press('1')
  await expect(second.getByText('The queue is empty')).toBeVisible()
  const id = await maria.deposit('20000', await first.screenshot())
  large = id
  await expect(second.getByRole('link', { name: id })).toContainText('N$20,000.00')
  await second.keyboard.press('j')
  await expect(second.getByRole('img', { name: /Screenshot/ })).toBeVisible()
  await second.keyboard.press('c')
  await expect(second.getByText('Claimed by you')).toBeVisible()
  await second.keyboard.press('a')
  await second.keyboard.type('20000')
  await second.keyboard.press('Enter')
  await expect(second.getByText('You approved this first.')).toBeVisible()
  expect(await maria.balance()).toBe('0.00')

  await first.keyboard.press('1')
  await expect(first.getByRole('link', { name: id })).toBeVisible()
  await first.keyboard.press('j')
  await expect(first.getByText('nelao approved first.')).toBeVisible()
  await first.keyboard.press('a')
  await first.keyboard.type('19000')
  await first.keyboard.press('Enter')
  await expect(first.getByText('The first operator confirmed N$20,000.00.')).toBeVisible()
  await first.getByLabel('Received amount').fill('20000')
  await first.keyboard.press('Enter')
  await expect(first.getByText('N$20,000.00 credited to maria.n.')).toBeVisible()
  await expect(second.getByRole('article').getByText('Approved', { exact: true })).toBeVisible()
  expect(await maria.balance()).toBe('20000.00')
})

test('a deposit with many warnings keeps its decision buttons on the screen', async () => {
  const id = await maria.deposit('450', await first.screenshot())
  await checkWarnings(first, dhow, id, large, process.env['DHOW_PICTURES'])
})

test('a rejected withdrawal returns its money, and markup in names is shown as text', async () => {
  const account = await maria.addBank('<b>Bank & "Sons"</b>')
  const id = await maria.withdraw('12000', account)
  rejected = id
  await first.goto(`${dhow.console}/withdrawals/${id}`)
  await first.getByRole('button', { name: 'Approve' }).click()
  await first.getByRole('button', { name: 'Confirm approval' }).click()
  await expect(first.getByText('You approved this first.')).toBeVisible()
  await second.goto(`${dhow.console}/withdrawals/${id}`)
  for (const size of [
    { width: 1280, height: 480 },
    { width: 360, height: 640 },
    // A window of 1280 by 800 at 200 % zoom.
    { width: 640, height: 400 },
  ]) {
    await second.setViewportSize(size)
    await expect(second.getByRole('region', { name: 'Warnings' }).getByRole('listitem').first()).toContainText('Note')
    for (const where of ['top', 'bottom']) {
      await second.evaluate((to) => window.scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), where)
      for (const name of ['Approve', 'Reject'])
        await expect(second.getByRole('button', { name: new RegExp(`^${name}`) })).toBeInViewport({ ratio: 1 })
    }
    expect(await accessibilityFaults(second)).toEqual([])
    await picture(second, `withdrawal-${size.width}-${size.height}`)
  }
  await second.setViewportSize({ width: 1280, height: 800 })
  await expect(second.getByText('<b>Bank & "Sons"</b>').first()).toBeVisible()
  await second.getByRole('button', { name: 'Reject' }).click()
  await second.getByLabel('Reason').selectOption('name_mismatch')
  await second.getByRole('button', { name: 'Confirm rejection' }).click()
  await expect(second.getByText('is back on the balance of maria.n')).toBeVisible()
  expect(await maria.balance()).toBe('20000.00')
})

test('one search finds a player by a misspelt name, a deposit by its reference and a page, by keyboard and on a phone', async () => {
  const field = first.getByRole('combobox', { name: 'Find a player, a payment, a round or a page' })
  const option = (name: string | RegExp) => first.getByRole('option', { name })
  await first.goto(`${dhow.console}/deposits`)
  const link = first.getByRole('link', { name: 'Overview' })
  await link.focus()
  await first.keyboard.press('/')
  await expect(field).toBeFocused()
  await picture(first, 'search-empty')
  await first.keyboard.type('mraia')
  await expect(option(/maria\.n.*similar name/)).toHaveAttribute('aria-selected', 'true')
  expect(await accessibilityFaults(first, { inOtherTheme: true })).toEqual([])
  await picture(first, 'search-name')
  await first.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(link).toBeFocused()
  await first.keyboard.press('Control+k')
  await first.keyboard.type(large)
  await expect(option(/N\$20,000\.00 · maria\.n/)).toBeVisible()
  await first.keyboard.press('Enter')
  await expect(first).toHaveURL(`${dhow.console}/deposits/${large}`)
  await first.setViewportSize({ width: 360, height: 640 })
  await first.getByRole('button', { name: 'Search everything' }).click()
  await first.keyboard.type('nothing like this')
  await expect(first.getByText('Nothing found for “nothing like this”.')).toBeVisible()
  await picture(first, 'search-none-360')
  await field.fill('maria')
  await expect(option(/maria\.n/).first()).toBeVisible()
  await picture(first, 'search-360')
  await field.fill('two op')
  await first.keyboard.press('Enter')
  await expect(first.getByRole('heading', { name: 'Two operators' })).toBeFocused()
  await first.setViewportSize({ width: 1280, height: 800 })
})

test('the list of keys is a dialog that is accessible in both themes, on a desktop and on a phone', async () => {
  await first.goto(`${dhow.console}/deposits`)
  await expect(first.getByRole('heading', { level: 1 })).toBeVisible()
  await first.keyboard.press('?')
  const dialog = first.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toBeVisible()
  for (const width of [1280, 320]) {
    await first.setViewportSize({ width, height: 800 })
    expect([width, await accessibilityFaults(first, { inOtherTheme: true })]).toEqual([width, []])
    expect(await dialog.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  }
  await first.setViewportSize({ width: 1280, height: 800 })
  await first.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('keys typed before the deposit has loaded stay in its form, and an amount may have separators', async () => {
  const id = await maria.deposit('250')
  await first.goto(`${dhow.console}/deposits`)
  await expect(first.getByRole('link', { name: id })).toBeVisible()
  for (const key of 'ja250') await first.keyboard.press(key)
  await expect(first.getByLabel('Received amount')).toHaveValue('250')
  expect(new URL(first.url()).pathname).toBe(`/deposits/${id}`)
  await first.getByLabel('Received amount').fill('N$ 250.00')
  await first.keyboard.press('Enter')
  await expect(first.getByText('N$250.00 credited to maria.n.')).toBeVisible()
})

test('a form keeps its content while the server is down', async () => {
  const id = await maria.deposit('300')
  await first.goto(`${dhow.console}/deposits/${id}`)
  await first.getByRole('button', { name: 'Approve' }).click()
  await first.getByLabel('Received amount').fill('300')
  await dhow.kill('server')
  await first.getByRole('button', { name: 'Confirm approval' }).click()
  await expect(first.getByText('The server does not answer.').first()).toBeVisible()
  await expect(first.getByLabel('Received amount')).toHaveValue('300')
  await dhow.killAndRestart('server')
  await first.getByRole('button', { name: 'Confirm approval' }).click()
  await expect(first.getByText('N$300.00 credited to maria.n.')).toBeVisible()
})

/** Every screen is checked in both themes; the frame around it depends on the width, and is checked in both themes at each width. */
const looks = [
  { width: 1280, theme: 'dark' },
  { width: 360, theme: 'light' },
] as const

/** Every screen in the console's route table; a route with a parameter is visited with a real value. */
function everyPath(examples: Record<string, string>): string[] {
  const table = readFileSync(new URL('../apps/console/src/app/routes.tsx', import.meta.url), 'utf8')
  const patterns = [...table.matchAll(/\{ path: (?:paths\.(\w+)|`\$\{paths\.(\w+)\}([^`]*)`), element/g)].map(
    ([, whole, folder, rest]) => paths[(whole ?? folder) as keyof typeof paths] + (rest ?? ''),
  )
  const listed = [...table.matchAll(/element: </g)].length
  expect([patterns.length, patterns.length > 15]).toEqual([listed, true])
  return patterns.map((pattern) => {
    const path = pattern.includes(':') ? examples[pattern] : pattern
    if (path === undefined) throw new Error(`no example value to visit ${pattern}`)
    return path
  })
}

test('every screen is accessible in both themes, on a desktop and on a phone', async ({ browser }) => {
  // Some forty screens, each in two themes and five widths.
  test.setTimeout(900_000)
  const waiting = await maria.deposit('40', await first.screenshot())
  const player = `/players/${await playerId(first)}`
  const all = everyPath({
    '/deposits/:id': `/deposits/${waiting}`,
    '/withdrawals/:id': `/withdrawals/${rejected}`,
    '/cases/:id': '/cases/pay_of_nobody',
    '/statements/:id': '/statements/stl_of_nobody',
    '/payouts/:id': '/payouts/batch_of_nobody',
    '/reward-checks/:id': '/reward-checks/rck_of_nobody',
    '/approvals/:id': '/approvals/chg_of_nobody',
    '/held-wins/:id': '/held-wins/hw_of_nobody',
    '/content/:id': '/content/cnt_of_nobody',
    '/roles/:id': '/roles/cashier',
    '/players/:id': player,
    '/players/:id/statement': `${player}/statement`,
    '/methods/:code': '/methods/manual_india',
  })
  // The test injects its checker into the page, which the page's own policy forbids; reduced motion avoids colours in mid-transition.
  const context = await browser.newContext({
    storageState: await first.context().storageState(),
    bypassCSP: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  const found: string[] = []
  let previous: string | undefined
  for (const path of ['/', ...all, '/nowhere']) {
    // Opening a detail in an existing list does not move the focus, so the first screen of each kind is loaded directly.
    if (previous === undefined || path.startsWith(`${previous}/`)) await page.goto(`${dhow.console}${path}`)
    else await moveTo(page, path)
    for (const { width, theme } of looks) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('status', { name: 'Loading…' })).toHaveCount(0)
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
      for (const fault of await accessibilityFaults(page, { inOtherTheme: previous === undefined }))
        found.push(`${path} at ${width}, ${theme}: ${fault}`)
    }
    // 640 is a window of 1280 at 200 % zoom, and 320 the same at 400 %.
    for (const width of [1280, 768, 640, 360, 320]) {
      await page.setViewportSize({ width, height: 800 })
      // Parts that follow the window width by script need a few frames.
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
      await expect
        .poll(fits, { timeout: 3_000 })
        .toBe(true)
        .catch(() => found.push(`${path} is wider than ${width}`))
      for (const word of await wrappedLabels(page)) found.push(`${path} at ${width} breaks “${word}” of a button`)
    }
    previous = path
  }
  expect(found).toEqual([])
  await context.close()
})

/** Labels of buttons that wrap onto more than one line. */
const wrappedLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken: string[] = []
    for (const button of document.querySelectorAll('button, a[class*="button"]')) {
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const word of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange()
          range.setStart(node, word.index)
          range.setEnd(node, word.index + word[0].length)
          if (new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size > 1) broken.push(word[0])
        }
      }
    }
    return broken
  })

async function playerId(page: Page): Promise<string> {
  await page.goto(`${dhow.console}/players`)
  const link = await page.getByRole('link', { name: 'maria.n' }).first().getAttribute('href')
  return link!.split('/').at(-1)!
}
