import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { parseCheckpoint, type Checkpoint } from '@dhow/receipts/checkpoint'
import { emptyRoot } from '@dhow/receipts/merkle'

export type Heads = ReturnType<typeof openHeads>

/** The newest cosigned head of each log, one file each. Only one process may use the folder. */
export function openHeads(folder: string) {
  mkdirSync(folder, { recursive: true })
  const known = new Map<string, Checkpoint>()
  const pathOf = (origin: string) => join(folder, createHash('sha256').update(origin).digest('hex'))

  /** The head of a log; that of the empty log if it has none. */
  function of(origin: string): Checkpoint {
    const path = pathOf(origin)
    const head =
      known.get(origin) ??
      (existsSync(path) ? parseCheckpoint(readFileSync(path, 'utf8')) : { origin, size: 0, root: emptyRoot })
    known.set(origin, head)
    return head
  }

  return {
    of,
    /**
     * Replaces the head of this size atomically within the process. Returns false, without a change, if the stored head has another size. Durable
     * when it returns.
     */
    compareAndStore(oldSize: number, head: Checkpoint, text: string): boolean {
      if (of(head.origin).size !== oldSize) return false
      writeDurably(folder, pathOf(head.origin), text)
      known.set(head.origin, head)
      return true
    },
  }
}

function writeDurably(folder: string, path: string, text: string) {
  const file = openSync(`${path}.part`, 'w')
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
  renameSync(`${path}.part`, path)
  const entries = openSync(folder, 'r')
  fsyncSync(entries)
  closeSync(entries)
}
