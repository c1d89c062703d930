import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastProvider } from '@dhow/ui/toast'
import { fakeServer, renderScreen, type Answers } from '../../testing/render.tsx'
import { PlayerMessages } from './player-messages.tsx'

const message = (sms: object | null) => ({
  id: 'msg_1',
  kind: 'deposit_rejected',
  params: { amount: '500.00', currency: 'NAD', reason: 'not_received' },
  created_at: '2026-11-21T09:00:00.000Z',
  read_at: null,
  sms,
})
const reply = (sms: object | null) => ({ json: { status: 'success', messages: [message(sms)] } })

let answers: Answers
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  answers = {}
  server = fakeServer(answers)
  vi.stubGlobal('fetch', server.fetch)
})
let screen: Awaited<ReturnType<typeof renderScreen>>
afterEach(async () => {
  await screen.unmount()
  vi.unstubAllGlobals()
})
const open = async () => {
  screen = await renderScreen(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ToastProvider closeLabel="Close">
        <PlayerMessages about="dep_1" />
      </ToastProvider>
    </QueryClientProvider>,
  )
}
const at = '2026-11-21T12:03:00.000Z'

test.each([
  [{ state: 'queued', at, failure: null }, /Text message queued 21 Nov/],
  [{ state: 'sent', at, failure: null }, /Text message sent 21 Nov/],
  [{ state: 'delivered', at, failure: null }, /Text message delivered 21 Nov/],
  [null, /Inbox only/],
])('shows the delivery state of a text message: %o', async (sms, text) => {
  answers['GET /staff/messages'] = reply(sms)
  await open()
  expect(document.body.textContent).toMatch(text)
  expect(document.body.textContent).toContain('We did not receive this payment.')
  expect(document.body.textContent).not.toContain('Send again')
})

test('a failed text message shows its reason and can be sent again', async () => {
  answers['GET /staff/messages'] = reply({ state: 'failed', at, failure: 'unknown_number' })
  await open()
  expect(document.body.textContent).toContain('Text message failed: unknown number')
  answers['POST /staff/messages/msg_1/resend'] = () => {
    answers['GET /staff/messages'] = reply({ state: 'queued', at, failure: null })
    return { json: { status: 'success', message: message({ state: 'queued', at, failure: null }) } }
  }
  await screen.press('Send again')
  expect(server.sent.map(({ call }) => call.split('?')[0])).toContain('POST /staff/messages/msg_1/resend')
  expect(document.body.textContent).toContain('Text message queued')
})
