import { WebSocket } from 'ws'
import type { ToPage } from '../crash/messages.ts'

/** A page's line to a table, driven by a test: everything it heard, and promises for what it hears next. */
export interface TestPage<Message extends { t: string } = ToPage> {
  heard: Message[]
  send(message: string | object): void
  /** The first message of a kind, now or later. */
  hear<Kind extends Message['t']>(
    kind: Kind,
    isIt?: (message: Extract<Message, { t: Kind }>) => boolean,
  ): Promise<Extract<Message, { t: Kind }>>
  closed: Promise<void>
  close(): void
}

export async function openPage<Message extends { t: string } = ToPage>(
  url: string,
  origin?: string,
  game = 'dhow',
): Promise<TestPage<Message>> {
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}/live/${game}`, origin === undefined ? {} : { origin })
  const heard: Message[] = []
  const listeners = new Set<() => void>()
  ws.on('message', (data: Buffer) => {
    heard.push(JSON.parse(data.toString()) as Message)
    for (const listener of listeners) listener()
  })
  const closed = new Promise<void>((resolve) => ws.on('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    ws.on('open', () => resolve())
    ws.on('error', reject)
  })
  return {
    heard,
    send: (message) => ws.send(typeof message === 'string' ? message : JSON.stringify(message)),
    hear: (kind, isIt = () => true) =>
      new Promise((resolve) => {
        const look = () => {
          const found = heard.find((message) => message.t === kind && isIt(message as never))
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
