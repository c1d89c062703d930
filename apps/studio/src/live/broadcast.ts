import type { Priority } from './edge-messages.ts'

/** Pages written to in one turn, which takes a few milliseconds. */
const pagesInStep = 250

interface Broadcast<Page> {
  /** The pages of the room. */
  pages(): Iterable<Page>
  deliver(pages: readonly Page[], frames: Buffer): void
  /** Runs a step after other pending work. */
  later(step: () => void): void
}

/**
 * Broadcasts to all pages in order, with one write for all messages of one step, since writes are the cost. Ten thousand writes take 0.1 s, which must
 * not delay an event behind a running low-priority broadcast: pages that do not have that yet get both in one write.
 */
export function openBroadcast<Page>({ pages, deliver, later }: Broadcast<Page>) {
  /** Messages of this step. */
  let gathered: Buffer[] = []
  let priority: Priority = 'soon'
  /** Messages being sent, and the pages that have not received them. */
  let frames: Buffer = Buffer.alloc(0)
  let left = new Set<Page>()

  function step(): void {
    const some: Page[] = []
    for (const page of left) {
      if (some.push(page) === pagesInStep) break
    }
    for (const page of some) left.delete(page)
    deliver(some, frames)
    if (left.size > 0) later(step)
  }

  function send(): void {
    const behind = { frames, left }
    const isWaiting = left.size > 0
    frames = Buffer.concat(gathered)
    gathered = []
    if (priority === 'now') {
      const all = [...pages()]
      left = new Set()
      if (isWaiting)
        deliver(
          all.filter((page) => behind.left.has(page)),
          Buffer.concat([behind.frames, frames]),
        )
      deliver(isWaiting ? all.filter((page) => !behind.left.has(page)) : all, frames)
    } else {
      deliver([...behind.left], behind.frames)
      left = new Set(pages())
      if (!isWaiting) later(step)
    }
    priority = 'soon'
  }

  return (frame: Buffer, how: Priority): void => {
    if (how === 'now') priority = how
    if (gathered.push(frame) === 1) queueMicrotask(send)
  }
}

/** WebSocket text frame of a server: final, unmasked, uncompressed (RFC 6455, section 5.2). */
export function frameOf(text: string): Buffer {
  const body = Buffer.from(text)
  return Buffer.concat([headerOf(body.length), body])
}

function headerOf(length: number): Buffer {
  if (length < 126) return Buffer.from([0x81, length])
  const header = Buffer.alloc(length < 65_536 ? 4 : 10)
  header[0] = 0x81
  header[1] = length < 65_536 ? 126 : 127
  if (length < 65_536) header.writeUInt16BE(length, 2)
  else header.writeUInt32BE(length, 6)
  return header
}
