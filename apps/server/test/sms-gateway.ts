import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedSms {
  id: string
  to: string
  text: string
  language: string
}
export type SmsGateway = Awaited<ReturnType<typeof openSmsGateway>>

/**
 * A text-message gateway behind a real listener. It stores accepted messages; a repeat under the same id is the same
 * message. A test sets `answer` to make it fail: that answers the request itself, and returns whether the message was
 * accepted.
 */
export async function openSmsGateway() {
  const messages: ReceivedSms[] = []
  /** Every request, accepted or not. */
  const requests: ReceivedSms[] = []
  const waiters = new Set<() => void>()
  const gateway = {
    url: '',
    messages,
    requests,
    answer: accept as (response: ServerResponse, sms: ReceivedSms) => boolean | Promise<boolean>,
    accept,
    /** The next unread message to a number; waits for it. */
    next: (to: string) => nextOf(({ to: number }) => number === to),
    /** The code in the next unread message with one to a number; other messages may have come before it. */
    code: async (to: string) =>
      (await nextOf(({ to: number, text }) => number === to && codeText.test(text))).slice(0, 6),
    /** Waits for a message that meets the condition. */
    waitFor,
    close: () => void server.close(),
  }
  const taken = new Set<object>()
  async function nextOf(isWanted: (sms: ReceivedSms) => boolean): Promise<string> {
    const isNext = (message: ReceivedSms) => !taken.has(message) && isWanted(message)
    await waitFor(() => messages.some(isNext))
    const message = messages.find(isNext)!
    taken.add(message)
    return message.text
  }
  async function waitFor(isThere: () => boolean) {
    while (!isThere()) await new Promise<void>((resolve) => waiters.add(resolve))
  }
  const wake = () => {
    for (const resolve of waiters) resolve()
    waiters.clear()
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const sms = { id: String(request.headers['idempotency-key']), ...(JSON.parse(body) as Omit<ReceivedSms, 'id'>) }
      requests.push(sms)
      wake()
      void Promise.resolve(gateway.answer(response, sms)).then((isAccepted) => {
        if (isAccepted && !messages.some(({ id }) => id === sms.id)) messages.push(sms)
        wake()
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`
  return gateway
}

const codeText = /^\d{6} /

function accept(response: ServerResponse): boolean {
  response.end('{}')
  return true
}
