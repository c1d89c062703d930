import type { Duplex } from 'node:stream'

/** Messages between two processes over a stream, in order. */
export interface Channel<Out> {
  post(message: Out): void
  /** Bytes that the other side has not taken yet. */
  waitingBytes(): number
}

/** Opens a channel of JSON messages, one a line; the messages of one step leave in one write. */
export function openChannel<Out, In>(stream: Duplex, receive: (message: In) => void): Channel<Out> {
  let lines: string[] = []
  let rest = ''
  const flush = (): void => {
    const text = lines.join('')
    lines = []
    if (stream.writable) stream.write(text)
  }
  stream.setEncoding('utf8')
  stream.on('data', (part: string) => {
    const whole = (rest + part).split('\n')
    rest = whole.pop() ?? ''
    for (const line of whole) receive(JSON.parse(line) as In)
  })
  // Both sides notice by the process that ended; a message that is lost with it has nobody left to read it.
  stream.on('error', () => undefined)
  return {
    post(message) {
      if (lines.push(`${JSON.stringify(message)}\n`) === 1) process.nextTick(flush)
    },
    waitingBytes: () => stream.writableLength,
  }
}
