import { writeSync } from 'node:fs'
import type { Socket } from 'node:net'

/** The part of a socket that says which file it is; undefined where it is closed, or where TLS has to see the bytes first. */
interface Inside {
  _handle?: { fd?: number } | null
  encrypted?: boolean
}

/**
 * Writes to a socket at once. A stream makes a request and a callback for each write, which costs more than the write itself; for ten
 * thousand pages that is a tenth of a second. Where the socket takes no more, or not all, the stream keeps the rest, in order.
 */
export function writeNow(socket: Socket, bytes: Buffer): void {
  const { _handle, encrypted } = socket as unknown as Inside
  const file = _handle?.fd
  if (file === undefined || file < 0 || encrypted || socket.writableLength > 0) {
    socket.write(bytes)
    return
  }
  let written = 0
  try {
    written = writeSync(file, bytes)
  } catch {
    // Full, or gone: the stream waits for room, or says what became of the line.
  }
  if (written < bytes.length) socket.write(bytes.subarray(written))
}
