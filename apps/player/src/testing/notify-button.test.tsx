import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { paymentPath } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen, waitFor } from './portal.tsx'

afterEach(() => {
  closePortal()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(globalThis, name)
})

type Permission = 'default' | 'granted' | 'denied'

/** Stubs a browser with a push service that answers the permission prompt with `answer`. */
function openBrowser({ permission = 'default' as Permission, answer = 'granted' as Permission } = {}) {
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.test/one', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => Promise.resolve(true),
  }
  const subscribe = vi.fn<() => Promise<typeof subscription>>(() => Promise.resolve(subscription))
  const registration = { pushManager: { getSubscription: () => Promise.resolve(null), subscribe } }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
      addEventListener() {},
      register: () => Promise.resolve(registration),
    },
  })
  const requestPermission = vi.fn<() => Promise<typeof answer>>(() => Promise.resolve(answer))
  // Opening the portal resets Vitest's own stubs.
  Object.assign(globalThis, { PushManager: class {}, Notification: { permission, requestPermission } })
  return { requestPermission, subscribe }
}

const sample = (reply('getDeposit') as { deposit: object }).deposit
const open = {
  ...{ ...sample, id: 'dep_1', currency: 'NAD', declared_amount: '150.00', credited_amount: null },
  ...{ status: 'processing', state: 'claimed', reason: null, question: null, choice: null, continue_url: null },
}
const limits = (block: object | null) => ({ ...(reply('getLimits') as object), block }) as never

async function openPayment(deposit: object = open, block: object | null = null) {
  const server = await openPortal(paymentPath('dep_1'), {
    getDeposit: { status: 'success', deposit } as never,
    paymentHelp: reply('paymentHelp'),
    getLimits: limits(block),
    pushKey: reply('pushKey'),
    addPush: reply('addPush'),
  })
  const content = within(await screen.findByRole('main'))
  await content.findByRole('heading', { name: 'Status history' })
  return { content, server }
}

const wish = 'Tell me when it is credited'

describe('a payment that is open', () => {
  it('asks for permission only after a tap, and confirms that it will notify', async () => {
    const browser = openBrowser()
    const { content, server } = await openPayment()
    const button = await content.findByRole('button', { name: wish })
    expect(browser.requestPermission).not.toHaveBeenCalled()
    fireEvent.click(button)
    expect(await content.findByText('This browser will notify you. You can leave this page.')).toBeTruthy()
    expect(browser.subscribe).toHaveBeenCalledOnce()
    expect(server.requests.find(({ name }) => name === 'addPush')?.body).toEqual({
      endpoint: 'https://push.test/one',
      keys: { p256dh: 'p', auth: 'a' },
    })
    expect(content.queryByRole('button', { name: wish })).toBeNull()
  })

  it('shows where the message will be if the browser refuses', async () => {
    openBrowser({ answer: 'denied' })
    const { content } = await openPayment()
    fireEvent.click(await content.findByRole('button', { name: wish }))
    expect((await content.findByRole('alert')).textContent).toContain('your inbox')
  })

  it.each([
    ['in a browser that was told to refuse', () => openBrowser({ permission: 'denied' }), open, null],
    ['in a browser without notifications', () => undefined, open, null],
    ['to a player on a break', () => openBrowser(), open, { kind: 'time_out', until: '2026-12-01T00:00:00.000Z' }],
    ['for a deposit that is credited', () => openBrowser(), { ...open, status: 'completed', state: 'credited' }, null],
  ])('offers nothing %s', async (_where, openIt, deposit, block) => {
    openIt()
    const { content, server } = await openPayment(deposit, block)
    await waitFor(() => expect(server.requests.some(({ name }) => name === 'getDeposit')).toBe(true))
    expect(content.queryByRole('button', { name: wish })).toBeNull()
  })
})
