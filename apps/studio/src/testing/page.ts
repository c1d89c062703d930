import { WebSocket } from 'ws'
import type { FromPage, ToPage } from '../crash/messages.ts'

/** A page's line to the table, driven by a test: everything it heard, and promises for what it hears next. */
export interface TestPage {
  heard: ToPage[]
  send(message: FromPage | string | object): void
  /** The first message of a kind, now or later. */
  hear<Kind extends ToPage['t']>(
    kind: Kind,
    isIt?: (message: Extract<ToPage, { t: Kind }>) => boolean,
  ): Promise<Extract<ToPage, { t: Kind }>>
  closed: Promise<void>
  close(): void
}

export async function openPage(url: string, origin?: string): Promise<TestPage> {
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}/live/dhow`, origin === undefined ? {} : { origin })
  const heard: ToPage[] = []
  const listeners = new Set<() => void>()
  ws.on('message', (data: Buffer) => {
    heard.push(JSON.parse(data.toString()) as ToPage)
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
