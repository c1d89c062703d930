import { WebSocket } from 'ws'
import type { ToPage } from '../crash/messages.ts'

/** Messages of one kind; of a type without kinds, all. */
type OfKind<Message extends { t: string }, Kind extends string> = string extends Message['t']
  ? Message
  : Extract<Message, { t: Kind }>

/** A page’s connection to a table, driven by a test, with the messages so far and promises of later ones. */
export interface TestPage<Message extends { t: string } = ToPage> {
  received: Message[]
  send(message: string | object): void
  /** The first message of a kind, now or later. */
  waitFor<Kind extends Message['t']>(
    kind: Kind,
    isIt?: (message: OfKind<Message, Kind>) => boolean,
  ): Promise<OfKind<Message, Kind>>
  closed: Promise<void>
  close(): void
}

export async function openPage<Message extends { t: string } = ToPage>(
  url: string,
  origin?: string,
  game = 'dhow',
): Promise<TestPage<Message>> {
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}/live/${game}`, origin === undefined ? {} : { origin })
  const received: Message[] = []
  const listeners = new Set<() => void>()
  ws.on('message', (data: Buffer) => {
    received.push(JSON.parse(data.toString()) as Message)
    for (const listener of listeners) listener()
  })
  const closed = new Promise<void>((resolve) => ws.on('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    ws.on('open', () => resolve())
    ws.on('error', reject)
  })
  return {
    received,
    send: (message) => ws.send(typeof message === 'string' ? message : JSON.stringify(message)),
    waitFor: (kind, isIt = () => true) =>
      new Promise((resolve) => {
        const look = () => {
          const found = received.find((message) => message.t === kind && isIt(message as never))
          if (!found) return
          listeners.delete(look)
          resolve(found as never)
        }
        listeners.add(look)
        look()
      }),
    closed,
    close: () => ws.close(),
  }
}
