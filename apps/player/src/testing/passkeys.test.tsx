import { refusalSentence } from '@dhow/contract/refusals'
import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen, waitFor } from './portal.tsx'

/** Undo functions of stubbed browser features: opening the portal resets Vitest's own stubs. */
const lent: (() => void)[] = []
function lend(target: object, name: string, value: unknown) {
  const before = Object.getOwnPropertyDescriptor(target, name)
  Object.defineProperty(target, name, { configurable: true, writable: true, value })
  lent.push(() =>
    before === undefined ? Reflect.deleteProperty(target, name) : Object.defineProperty(target, name, before),
  )
}
afterEach(() => {
  closePortal()
  for (const takeBack of lent.splice(0)) takeBack()
})

const main = async () => within(await screen.findByRole('main'))
const password = 'calm-sea-at-dusk'
const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** Stubs a device with given answers; `suggests`: it can suggest passkeys in a field. */
function openDevice({ suggests = false, ...answers }: { suggests?: boolean; create?: unknown; get?: unknown }) {
  const answered = (answer: unknown) =>
    vi.fn<(options: { mediation?: string }) => Promise<unknown>>(() =>
      answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
    )
  const device = { create: answered(answers.create), get: answered(answers.get) }
  const isConditionalMediationAvailable = async () => suggests
  lend(
    globalThis,
    'PublicKeyCredential',
    Object.assign(() => undefined, { isConditionalMediationAvailable }),
  )
  lend(globalThis, 'requestIdleCallback', (start: () => void) => setTimeout(start))
  lend(globalThis, 'cancelIdleCallback', clearTimeout)
  lend(navigator, 'credentials', device)
  return device
}

const outside = { id: 'cGFzc2tleQ', rawId: bytes('passkey'), type: 'public-key', getClientExtensionResults: () => ({}) }
const made = {
  ...outside,
  response: {
    clientDataJSON: bytes('data'),
    attestationObject: bytes('object'),
    getTransports: () => ['internal'],
  },
}
const signed = {
  ...outside,
  response: { clientDataJSON: bytes('data'), authenticatorData: bytes('state'), signature: bytes('signature') },
}
const verification = { residentKey: 'required', requireResidentKey: true, userVerification: 'required' }
const creation = {
  ...{ challenge: 'Y2hhbGxlbmdl', rp: { id: 'portal.test', name: 'Dhow' } },
  ...{ user: { id: 'cGx5', name: 'maria.n', displayName: '' }, pubKeyCredParams: [{ alg: -7, type: 'public-key' }] },
  ...{ timeout: 300_000, attestation: 'none', excludeCredentials: [], authenticatorSelection: verification },
}
const request = {
  ...{ challenge: 'Y2hhbGxlbmdl', rpId: 'portal.test', timeout: 300_000, allowCredentials: [] },
  userVerification: 'required',
}
const phone = {
  ...{ id: 'pky_1', name: 'My phone' },
  ...{ created_at: '2026-11-20T10:00:00.000Z', last_used_at: '2026-11-21T10:00:00.000Z' },
}

describe('the passkeys of the account', () => {
  const open = (passkeys: object[], also = {}) =>
    openPortal(paths.accountDashboard, {
      accountDashboard: { ...(reply('accountDashboard') as object), block: null } as never,
      devices: reply('devices'),
      playerPasskeys: { status: 'success', passkeys } as never,
      beginPlayerPasskey: { status: 'success', options: creation } as never,
      addPlayerPasskey: { status: 'success', passkey: phone } as never,
      ...also,
    })
  const add = async (name = '') => {
    const content = await main()
    fireEvent.click(await content.findByRole('button', { name: 'Add a passkey' }))
    fireEvent.change(content.getByLabelText('Current password'), { target: { value: password } })
    fireEvent.change(content.getByLabelText('Name (optional)'), { target: { value: name } })
    fireEvent.click(content.getByRole('button', { name: 'Continue' }))
    return content
  }

  it('are listed with their names, when they were added and last used', async () => {
    await open([phone, { ...phone, id: 'pky_2', name: 'Key ring', last_used_at: null }])
    const content = await main()
    const [first, second] = [await content.findByText('My phone'), content.getByText('Key ring')].map(
      (name) => name.closest('li')?.textContent,
    )
    expect(first).toMatch(/Added 20 Nov, .*Last used 21 Nov, /)
    expect(second).toMatch(/Added 20 Nov, .*Not used yet/)
  })

  it('get one more with the password and the device', async () => {
    const device = openDevice({ create: made })
    const server = await open([])
    await add(' My phone ')
    expect(await screen.findByText('Passkey added.')).toBeTruthy()
    const sent = (name: string) => server.requests.filter((one) => one.name === name)
    expect(sent('beginPlayerPasskey')[0]?.body).toEqual({ current_password: password })
    expect(device.create).toHaveBeenCalledTimes(1)
    expect(sent('addPlayerPasskey')[0]?.body).toMatchObject({
      name: 'My phone',
      credential: { id: 'cGFzc2tleQ', type: 'public-key', response: { transports: ['internal'] } },
    })
    await waitFor(() => expect(sent('playerPasskeys')).toHaveLength(2))
  })

  it.each([
    [
      'that has one already',
      new DOMException('', 'InvalidStateError'),
      'This device already has a passkey for your account.',
    ],
    [
      'that makes none',
      new DOMException('', 'NotAllowedError'),
      'No passkey was added. Try again, or use another browser.',
    ],
  ])('show the error of a device %s, and keep what was typed', async (_name, error, sentence) => {
    openDevice({ create: error })
    await open([])
    const content = await add('My phone')
    expect((await content.findByRole('alert')).textContent).toBe(sentence)
    expect(content.getByLabelText<HTMLInputElement>('Current password').value).toBe(password)
    expect(content.getByLabelText<HTMLInputElement>('Name (optional)').value).toBe('My phone')
  })

  it('are not requested from the device if the password is wrong', async () => {
    const device = openDevice({ create: made })
    await open([], { beginPlayerPasskey: { refusal: 'credentials_wrong' } })
    const content = await add()
    expect((await content.findByRole('alert')).textContent).toBe(refusalSentence('credentials_wrong'))
    expect(device.create).not.toHaveBeenCalled()
  })

  it('are removed with the password', async () => {
    const server = await open([phone], { removePlayerPasskey: { status: 'success' } })
    const content = await main()
    fireEvent.click(await content.findByRole('button', { name: 'Remove: My phone' }))
    fireEvent.change(content.getByLabelText('Current password'), { target: { value: password } })
    fireEvent.click(content.getByRole('button', { name: 'Remove passkey' }))
    expect(await screen.findByText('Passkey removed.')).toBeTruthy()
    const sent = server.requests.find(({ name }) => name === 'removePlayerPasskey')
    expect(sent?.body).toEqual({ current_password: password })
  })

  it('are renamed, and a refusal keeps what was typed', async () => {
    const server = await open([phone], { renamePlayerPasskey: { refusal: 'unavailable' } })
    const content = await main()
    fireEvent.click(await content.findByRole('button', { name: 'Rename: My phone' }))
    const field = content.getByLabelText<HTMLInputElement>('New name')
    expect(field.value).toBe('My phone')
    fireEvent.change(field, { target: { value: ' Work phone ' } })
    fireEvent.click(content.getByRole('button', { name: 'Save name' }))
    expect((await content.findByRole('alert')).textContent).not.toBe('')
    expect(field.value).toBe(' Work phone ')
    server.answers.renamePlayerPasskey = { status: 'success', passkey: { ...phone, name: 'Work phone' } } as never
    server.answers.playerPasskeys = { status: 'success', passkeys: [{ ...phone, name: 'Work phone' }] } as never
    fireEvent.click(content.getByRole('button', { name: 'Save name' }))
    expect(await screen.findByText('Passkey renamed.')).toBeTruthy()
    const sent = server.requests.filter(({ name }) => name === 'renamePlayerPasskey')
    expect(sent.map(({ body }) => body)).toEqual([{ name: 'Work phone' }, { name: 'Work phone' }])
    expect(await content.findByText('Work phone')).toBeTruthy()
    expect(content.queryByLabelText('New name')).toBeNull()
  })

  it('are loaded again after a failure', async () => {
    const server = await open([], { playerPasskeys: { refusal: 'unavailable' } })
    const content = await main()
    const retry = await content.findByRole('button', { name: 'Try again' })
    server.answers.playerPasskeys = { status: 'success', passkeys: [phone] } as never
    fireEvent.click(retry)
    expect(await content.findByText('My phone')).toBeTruthy()
  })
})

describe('the sign-in by passkey', () => {
  const open = (also = {}) =>
    openPortal(
      paths.login,
      {
        authenticationType: reply('authenticationType'),
        beginPasskeyLogin: { status: 'success', options: request } as never,
        passkeyLogin: reply('passkeyLogin'),
        games: reply('games'),
        winners: reply('winners'),
        recentGames: reply('recentGames'),
        favourites: reply('favourites'),
        ...also,
      },
      { isSignedIn: false },
    )
  const expectSignedIn = () => expect(localStorage.getItem('token')).toBe('Sample text')
  const tap = async () => fireEvent.click(await (await main()).findByRole('button', { name: 'Log in with a passkey' }))

  it('takes one tap, and nothing is asked of the device before', async () => {
    const device = openDevice({ get: signed })
    const server = await open()
    await main()
    expect(server.requests.map(({ name }) => name)).not.toContain('beginPasskeyLogin')
    await tap()
    await waitFor(expectSignedIn)
    expect(device.get).toHaveBeenCalledTimes(1)
    expect(server.requests.find(({ name }) => name === 'passkeyLogin')?.body).toMatchObject({
      credential: { id: 'cGFzc2tleQ', type: 'public-key' },
    })
  })

  it('starts from the number field if the browser suggests passkeys there', async () => {
    const device = openDevice({ suggests: true, get: signed })
    await open()
    await waitFor(expectSignedIn)
    expect(device.get.mock.calls.map(([options]) => options.mediation)).toEqual(['conditional'])
  })

  it('reports that no passkey was used, and leaves the form as it was', async () => {
    openDevice({ get: new DOMException('', 'NotAllowedError') })
    await open()
    const content = await main()
    fireEvent.change(await content.findByLabelText('Mobile number'), { target: { value: '812345678' } })
    await tap()
    const sentence = 'No passkey was used. Try again, or log in with your password.'
    expect((await content.findByRole('alert')).textContent).toBe(sentence)
    expect(content.getByLabelText<HTMLInputElement>('Mobile number').value).toBe('812345678')
  })

  it.each(['player_passkey_wrong', 'player_inactive', 'closed_by_player'] as const)(
    'shows the sentence of %s',
    async (refusal) => {
      openDevice({ get: signed })
      await open({ passkeyLogin: { refusal } })
      await tap()
      expect(await screen.findAllByText(refusalSentence(refusal))).not.toEqual([])
      expect(localStorage.getItem('token')).toBeNull()
    },
  )
})
