import { expect, test, type Page } from '@playwright/test'
import { policyText, sampleFiles } from '@dhow/receipts/testing/sample'
import { wrongFiles } from '@dhow/receipts/testing/wrong-files'
import { accessibilityFaults } from './accessibility.ts'

const file = new URL('../packages/receipts/dist/receipt-checker.html', import.meta.url)
const sample = sampleFiles()
const picked = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})
const pick = (page: Page, ...names: string[]) =>
  page.setInputFiles(
    '#files',
    names.map((name) => picked(name, sample.get(name) ?? '')),
  )

test('the offline page checks files without a network, in three languages and by keyboard', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.context().setOffline(true)
  await page.goto(file.href)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'English' })).toBeFocused()
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kontroleer jou kwitansies')
  await page.keyboard.press('Tab')
  await expect(page.locator('#files')).toBeFocused()

  await pick(page, 'policy.txt', 'receipt.html')
  await expect(page.getByRole('article')).toContainText(['Hierdie kwitansie klop'])
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('article')).toContainText(['यह रसीद सही है'])
  await page.getByRole('button', { name: 'English' }).click()
  await pick(page, 'statement.csv', 'statement.csv.note', 'last-receipt.txt', 'old-checkpoint.txt', 'consistency.txt')
  await expect(page.getByRole('article')).toContainText([
    'This statement does not hold',
    'The log went on unchanged',
    'This receipt holds',
  ])
  await page.getByRole('button', { name: 'Start over' }).click()
  await pick(page, 'statement.csv', 'statement.csv.note', 'last-receipt.txt')
  await expect(page.getByRole('article')).toContainText(['This statement holds'])
  const changed = (sample.get('statement.csv') ?? '').replace('25000', '35000')
  await page.setInputFiles('#files', picked('statement.csv', changed))
  await expect(page.getByRole('article')).toContainText(['This statement does not hold'])
  await page.getByRole('button', { name: 'Start over' }).click()
  await pick(page, 'liability.txt', ...[8, 9, 10, 11, 12].map((number) => `since-${number}.txt`))
  await expect(page.getByRole('article')).toContainText(['Your share is counted'])
  await page.getByRole('button', { name: 'Start over' }).click()
  await pick(page, 'commitment.txt', 'last-receipt.txt')
  await expect(page.getByRole('article')).toContainText(['This commitment holds'])

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityFaults(page)).toEqual([])
  }
  expect(asked).toEqual([file.href])
})

test('the offline page refuses every wrong file with its reason', async ({ page }) => {
  await page.goto(file.href)
  await page.fill('#trust', policyText)
  const sets = wrongFiles.map(({ check, files }) => {
    const names = { verify: ['a'], statement: ['a.csv', 'a.note', 'a'], root: [], commitment: [], consistency: [] }[
      check
    ]
    return files.map((content, at) => ({
      name: names[at] ?? `file ${at}`,
      content: Buffer.from(content).toString('base64'),
    }))
  })
  expect(await page.evaluate(reasonsShown, sets)).toEqual(wrongFiles.map(({ reason }) => reason))
})

/** Runs in the page: selects each set of files and returns the reasons shown. */
async function reasonsShown(sets: { name: string; content: string }[][]): Promise<(string | null | undefined)[]> {
  const [input, results, again] = ['#files', '#results', '#again'].map((name) =>
    document.querySelector<HTMLElement>(name),
  )
  if (!(input instanceof HTMLInputElement) || !results || !again) throw new Error('the page has changed')
  const shown: (string | null | undefined)[] = []
  for (const files of sets) {
    const picked = new DataTransfer()
    for (const { name, content } of files)
      picked.items.add(new File([Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0))], name))
    const isShown = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (results.childElementCount === 0) return
        observer.disconnect()
        resolve()
      })
      observer.observe(results, { childList: true })
    })
    input.files = picked.files
    input.dispatchEvent(new Event('change'))
    await isShown
    shown.push(results.querySelector('article code')?.textContent)
    again.click()
  }
  return shown
}
