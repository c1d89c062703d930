import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen, waitFor } from './portal.tsx'

afterEach(closePortal)

const none = { is_available: true, address: null, confirmed_at: null, came_back_at: null, asked: null }
const own = { ...none, address: 'zoe@mail.example', confirmed_at: '2026-11-20T10:00:00.000Z' }
const asked = { address: 'new@mail.example', until: '2026-11-20T10:30:00.000Z', failed: false }
const channelsWith = (email: object) => ({ ...(reply('getChannels') as object), email }) as never

async function open(email: object, also = {}) {
  const server = await openPortal(paths.channels, { getChannels: channelsWith(email), ...also })
  const content = within(await screen.findByRole('main'))
  await content.findByRole('heading', { level: 2, name: 'Text messages' })
  return { server, content }
}

describe('the e-mail address', () => {
  it('is entered, and its code confirms it', async () => {
    const sent = { ...(reply('setEmail') as object), email: { ...none, asked }, resend_after_s: 60 } as never
    const confirmed = channelsWith({ ...own, address: asked.address })
    const { server, content } = await open(none, { setEmail: sent, confirmEmail: confirmed })
    fireEvent.click(content.getByRole('button', { name: 'Send me a code' }))
    expect(await content.findByText('Enter an e-mail address')).toBeTruthy()
    fireEvent.change(content.getByLabelText('E-mail address'), { target: { value: asked.address } })
    fireEvent.click(content.getByRole('button', { name: 'Send me a code' }))
    expect(await content.findByText(/^We sent a code to new@mail\.example/)).toBeTruthy()
    expect(content.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeTruthy()
    fireEvent.change(content.getByRole('textbox', { name: /code/i }), { target: { value: '123456' } })
    expect(await content.findByText('E-mails go to new@mail.example.')).toBeTruthy()
    const bodies = server.requests.filter(({ name }) => name.endsWith('Email')).map(({ body }) => body)
    expect(bodies).toEqual([{ address: asked.address }, { otp: '123456' }])
  })

  it('stays in its field after a refusal', async () => {
    const { content } = await open(none, { setEmail: { refusal: 'email_unusable' } })
    const field = content.getByLabelText('E-mail address') as HTMLInputElement
    fireEvent.change(field, { target: { value: 'zoe@' } })
    fireEvent.click(content.getByRole('button', { name: 'Send me a code' }))
    expect(await content.findByRole('alert')).toBeTruthy()
    expect(field.value).toBe('zoe@')
  })

  it('can be changed, and the old one stays until then', async () => {
    const { content } = await open(own)
    fireEvent.click(content.getByRole('button', { name: 'Change the address' }))
    expect((content.getByLabelText('E-mail address') as HTMLInputElement).value).toBe('')
    fireEvent.click(content.getByRole('button', { name: 'Cancel' }))
    expect(content.queryByLabelText('E-mail address')).toBeNull()
  })

  it('is removed, and a switch allows sums', async () => {
    const removed = channelsWith(none)
    const { server, content } = await open(own, { removeEmail: removed, setChannels: channelsWith(own) })
    fireEvent.click(content.getByLabelText('Show amounts in e-mails'))
    await waitFor(() =>
      expect(server.requests.find(({ name }) => name === 'setChannels')?.body).toEqual({
        email_sums: expect.any(Boolean),
      }),
    )
    fireEvent.click(content.getByRole('button', { name: 'Remove the address' }))
    expect(await content.findByLabelText('E-mail address')).toBeTruthy()
  })

  it('that does not exist is shown, and entered again', async () => {
    const { content } = await open({ ...none, asked: { ...asked, failed: true } })
    expect(
      content.getByText('There is no mailbox new@mail.example. Check the address and send a new code.'),
    ).toBeTruthy()
    expect((content.getByLabelText('E-mail address') as HTMLInputElement).value).toBe(asked.address)
    closePortal()
    const { content: back } = await open({ ...own, came_back_at: '2026-11-21T10:00:00.000Z' })
    expect(back.getByText(/^E-mails to zoe@mail\.example come back/)).toBeTruthy()
    expect(back.queryByLabelText('Show amounts in e-mails')).toBeNull()
  })

  it('is not offered if the portal sends no e-mail', async () => {
    const { content } = await open({ ...none, is_available: false })
    expect(content.queryByRole('heading', { name: 'E-mail' })).toBeNull()
  })
})
