import { writeSync } from 'node:fs'
import type { Socket } from 'node:net'

/** The part of a socket that says which file it is: null once it is closed. */
interface Inside {
  _handle?: { fd?: number } | null
  encrypted?: boolean
}

/**
 * Writes to a socket at once. A stream makes a request and a callback for each write, which costs more than the write itself; for ten
 * thousand pages that is a tenth of a second. Where the socket takes no more, or not all, the stream keeps the rest, in order; and where
 * TLS has to see the bytes first, all of them.
 */
export function openWriteNow(socket: Socket): (bytes: Buffer) => void {
  const inside = socket as unknown as Inside
  // Asking costs as much as a tenth of a write. A closed file's number soon belongs to another one, and is never used again.
  const file = inside.encrypted ? undefined : inside._handle?.fd
  return (bytes) => {
    if (file === undefined || file < 0 || !inside._handle || socket.writableLength > 0) {
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
}
