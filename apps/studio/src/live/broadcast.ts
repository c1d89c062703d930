import type { Priority } from './edge-messages.ts'

/** Pages written to before other work has its turn: a few milliseconds. */
const pagesInStep = 250

interface Broadcast<Page> {
  /** The pages of the room. */
  pages(): Iterable<Page>
  deliver(pages: readonly Page[], frames: Buffer): void
  /** Runs a step when other work has had its turn. */
  later(step: () => void): void
}

/**
 * Sends the same to all pages, each in the order of the messages and in one write for all messages of one step of the game: the write is what
 * costs. Ten thousand writes take a tenth of a second, and an event must not wait for figures that are on their way: it overtakes them, and
 * pages that do not have them yet get both in one write.
 */
export function openBroadcast<Page>({ pages, deliver, later }: Broadcast<Page>) {
  /** Message of this step. */
  let gathered: Buffer[] = []
  let priority: Priority = 'soon'
  /** Message in transit and the pages that have not received it. */
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

/** A server's WebSocket frame of a text: final, not masked, not compressed (RFC 6455, section 5.2). */
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
