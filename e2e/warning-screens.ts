import { expect, type Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility.ts'
import * as operator from './operator.ts'
import type { Dhow } from './processes.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
  // A window of 1280 by 800 at 200 % zoom.
  { width: 640, height: 400 },
]

/** A deposit with many warnings: its groups are graded, the true duplicate is first, and the decision buttons stay on the screen. */
export async function checkWarnings(
  page: Page,
  dhow: Dhow,
  depositId: string,
  otherId: string,
  pictureFolder?: string,
) {
  const warning = (code: string, grade: string, params: object = {}, id: string | null = null) => ({
    ...{ code, grade, params },
    deposit_id: id,
  })
  await page.route(`**/staff/deposits/${depositId}`, async (route) => {
    const answer = await route.fetch()
    const json = await answer.json()
    json.deposit.warnings = [
      warning('proof_seen', 'certain', {}, otherId),
      warning('reference_seen', 'certain', { state: 'rejected' }, otherId),
      ...Array.from({ length: 11 }, (_, n) => warning('proof_copy', 'likely', {}, `dep_${n}`)),
      warning('large', 'note'),
      warning('new_player', 'note'),
    ]
    await route.fulfill({ response: answer, json })
  })
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.goto(`${dhow.console}/deposits/${depositId}`)
    const warnings = page.getByRole('region', { name: 'Warnings' })
    // Five kinds, three of them visible, each on one line with its count.
    await expect(warnings.getByRole('listitem').filter({ visible: true })).toHaveCount(3)
    await expect(warnings.getByText('10 more like this')).toBeVisible()
    await expect(warnings.getByRole('listitem').first()).toContainText('Certain')
    for (const where of ['top', 'bottom']) {
      await page.evaluate((to) => window.scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), where)
      for (const name of ['Approve', 'Reject', 'Claim'])
        await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeInViewport({ ratio: 1 })
      if (pictureFolder) await page.screenshot({ path: `${pictureFolder}/warnings-${size.width}-${where}.png` })
    }
    for (const summary of await warnings.locator('summary').all()) if (await summary.isVisible()) await summary.click()
    for (const name of ['Approve', 'Reject'])
      await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: /^Approve/ }).click()
    for (const name of ['Confirm approval', 'Cancel'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    const amount = (await page.getByLabel('Received amount').boundingBox())!
    const confirm = (await page.getByRole('button', { name: 'Confirm approval' }).boundingBox())!
    expect(amount.y + amount.height, 'the field in focus is above the buttons').toBeLessThanOrEqual(confirm.y)
    if (pictureFolder) await page.screenshot({ path: `${pictureFolder}/warnings-${size.width}-form.png` })
    expect(await accessibilityFaults(page)).toEqual([])
  }
  await page.setViewportSize(sizes[0]!)
  await page.goto(`${dhow.console}/deposits/${depositId}`)
  await page.getByRole('button', { name: 'Compare screenshots' }).first().click()
  await expect(page.getByRole('region', { name: 'Screenshot of the other deposit' })).toBeVisible()
  await page.unroute(`**/staff/deposits/${depositId}`)
  await operator.actOnDeposit(page, dhow, depositId, 'reject', { reason: 'other' })
}
