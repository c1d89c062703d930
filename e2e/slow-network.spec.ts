import { expect, test } from '@playwright/test'
import { openDhow } from './processes.ts'

test('what is typed before the program has come stays, and is never sent in an address', async ({ page }) => {
  const dhow = await openDhow()
  try {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/**', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${dhow.portal}/login`)
    await page.getByLabel('Mobile number').fill('0812345678')
    await page.getByLabel('Password', { exact: true }).fill('a secret of mine')
    await page.getByRole('button', { name: 'Log in' }).click()
    expect(page.url()).toBe(`${dhow.portal}/login`)
    await expect(page.getByLabel('Mobile number')).toHaveValue('0812345678')
    release()
    await page.waitForFunction(() => performance.getEntriesByName('dhow:hydrated').length > 0)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a secret of mine')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText('The mobile number or the password is not right.')).toBeVisible()
  } finally {
    await dhow.close()
  }
})
