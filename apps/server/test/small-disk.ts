import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const mebibyte = 1024 * 1024

export interface SmallDisk {
  folder: string
  /** Fills all free space. */
  fill(): void
  /** Frees what `fill` used. */
  free(): void
  close(): void
}

/** Mounts a separate file system in memory; undefined if this user may not mount any. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'dhow-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  const isFiller = (name: string) => name.startsWith('filler')
  return {
    folder,
    fill() {
      for (let part = 0; ; part++) {
        try {
          writeFileSync(join(folder, `filler-${part}`), Buffer.alloc(mebibyte))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          return
        }
      }
    },
    free() {
      for (const name of readdirSync(folder).filter(isFiller)) rmSync(join(folder, name))
    },
    close() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
