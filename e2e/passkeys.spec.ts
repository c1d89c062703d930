import { expect, test, type CDPSession, type Page } from '@playwright/test'
import { newPlayer } from './player-by-api.ts'
import { openDhow, type Dhow } from './processes.ts'

/** The life of a passkey, with a virtual authenticator of Chromium. */
const password = 'calm-sea-at-dusk'

/** A virtual authenticator that verifies the user at once; its passkeys are discoverable without a name. */
async function addDevice(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return {
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

/** Opens the sign-in with or without autofill suggestions: the authenticator answers the first request, by autofill or by button. */
async function openSignIn(page: Page, dhow: Dhow, { suggests }: { suggests: boolean }) {
  await page.evaluate((value) => sessionStorage.setItem('suggests', value), String(suggests))
  await page.goto(`${dhow.portal}/login`)
}

const main = (page: Page) => page.getByRole('main')
const balance = (page: Page) => page.getByTestId('balance')

async function signOut(page: Page, dhow: Dhow) {
  await page.goto(`${dhow.portal}/menu`)
  await main(page).getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
}

async function openSecurity(page: Page, dhow: Dhow) {
  await page.goto(`${dhow.portal}/account-dashboard`)
  await expect(main(page).getByRole('heading', { level: 3, name: 'Passkeys' })).toBeVisible()
}

test('a passkey is added, signs in by a tap and by autofill, and is refused once it is removed', async ({ page }) => {
  // A relying party needs a host name; an IP address is not allowed.
  const dhow = await openDhow({ portalHost: 'localhost' })
  try {
    const player = await newPlayer(dhow, { name: 'passkey.one', mobile: '+264812340041' })
    const device = await addDevice(page)
    await page.addInitScript(() => {
      if (sessionStorage.getItem('suggests') === 'false')
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
    await page.context().addCookies([...player.cookies(), { name: 'dhow_hint', value: 'in', url: dhow.portal }])
    await page.goto(`${dhow.portal}/health`)
    await page.evaluate((token) => localStorage.setItem('token', token), player.token)

    await test.step('is added with the password', async () => {
      await openSecurity(page, dhow)
      await main(page).getByRole('button', { name: 'Add a passkey' }).click()
      await main(page).getByLabel('Current password').fill('not the password')
      await main(page).getByLabel('Name (optional)').fill('My phone')
      await main(page).getByRole('button', { name: 'Continue' }).click()
      await expect(main(page).getByText('This is not your password.')).toBeVisible()
      expect(await device.count()).toBe(0)
      await main(page).getByLabel('Current password').fill(password)
      await main(page).getByRole('button', { name: 'Continue' }).click()
      await expect(main(page).getByRole('listitem').filter({ hasText: 'My phone' })).toContainText('Not used yet')
      expect(await device.count()).toBe(1)
    })
    await test.step('signs in by a tap', async () => {
      await signOut(page, dhow)
      await openSignIn(page, dhow, { suggests: false })
      await main(page).getByRole('button', { name: 'Log in with a passkey' }).click()
      await expect(balance(page)).toHaveText('N$0.00')
      await openSecurity(page, dhow)
      await expect(main(page).getByRole('listitem').filter({ hasText: 'My phone' })).toContainText('Last used')
    })
    await test.step('signs in by autofill', async () => {
      await signOut(page, dhow)
      await openSignIn(page, dhow, { suggests: true })
      await expect(balance(page)).toHaveText('N$0.00')
    })
    await test.step('is removed with the password, notified, and refused from then on', async () => {
      await openSecurity(page, dhow)
      await main(page).getByRole('button', { name: 'Remove: My phone' }).click()
      await main(page).getByLabel('Current password').fill(password)
      await main(page).getByRole('button', { name: 'Remove passkey' }).click()
      await expect(main(page).getByText('My phone')).toHaveCount(0)
      await page.goto(`${dhow.portal}/messages`)
      await expect(
        main(page).getByText(/^Your account can no longer be opened with this passkey: My phone\./),
      ).toBeVisible()
      await signOut(page, dhow)
      await openSignIn(page, dhow, { suggests: false })
      await main(page).getByRole('button', { name: 'Log in with a passkey' }).click()
      await expect(main(page).getByRole('alert')).toHaveText(
        'This passkey did not work. Try again, or log in with your password.',
      )
      await expect(balance(page)).toHaveCount(0)
    })
  } finally {
    await dhow.close()
  }
})
