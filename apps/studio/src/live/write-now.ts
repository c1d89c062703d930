import { writeSync } from 'node:fs'
import type { Socket } from 'node:net'

/** The part of a socket that says which file it is: null once it is closed. */
interface Inside {
  _handle?: { fd?: number } | null
  encrypted?: boolean
}

/** A socket that can be written to beside its stream. */
export interface Line {
  /** The file to write to now; undefined where the stream has to do it, because it has something to say first. */
  file(): number | undefined
  /** What a write to the file did not take. */
  rest(bytes: Buffer, taken: number): void
  write(bytes: Buffer): void
}

/**
 * Writes to a socket at once. A stream makes a request and a callback for each write, which costs more than the write itself; for ten
 * thousand pages that is a tenth of a second. Where the socket takes no more, or not all, the stream keeps the rest, in order; and where
 * TLS has to see the bytes first, all of them.
 */
export function openLine(socket: Socket): Line {
  const inside = socket as unknown as Inside
  // Asking costs as much as a tenth of a write. A closed file's number soon belongs to another one, and is never used again.
  const known = inside.encrypted ? undefined : inside._handle?.fd
  const own = known !== undefined && known >= 0 ? known : undefined
  const file = () => (inside._handle && socket.writableLength === 0 ? own : undefined)
  const rest = (bytes: Buffer, taken: number) => {
    if (taken < bytes.length) socket.write(bytes.subarray(taken))
  }
  return {
    file,
    rest,
    write(bytes) {
      const now = file()
      let taken = 0
      try {
        if (now !== undefined) taken = writeSync(now, bytes)
      } catch {
        // Full, or gone: the stream waits for room, or says what became of the line.
      }
      rest(bytes, taken)
    },
  }
}
