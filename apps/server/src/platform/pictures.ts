import { createHash } from 'node:crypto'
import sharp from 'sharp'

/** A picture that was taken in: drawn anew, so that nothing but its pixels is left of what was sent. */
export interface Picture {
  /** WebP without metadata. */
  bytes: Buffer
  /** Of what was sent. */
  sha256: Buffer
  /** Difference hash of 64 bits: similar pictures differ in few of them. */
  dhash: Buffer
}

const limits = { pixels: 25_000_000, sideAtMost: 2_000, seconds: 10, atOnce: 2 }

/** By their first bytes: JPEG, PNG, WebP. A name or a declared type proves nothing, and SVG is a program. */
function isPicture(bytes: Buffer): boolean {
  const starts = (hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex
  return (
    starts('ffd8ff') ||
    starts('89504e470d0a1a0a') ||
    (starts('52494646') && bytes.subarray(8, 12).toString('latin1') === 'WEBP')
  )
}

export type TakePicture = (bytes: Buffer) => Promise<Picture | undefined>

/** Answers undefined for what is no picture, too large a one, or one that cannot be read in time. */
export function openPictures({ sideAtMost = limits.sideAtMost } = {}): TakePicture {
  let free = limits.atOnce
  const waiting: (() => void)[] = []
  return async (sent) => {
    if (!isPicture(sent)) return undefined
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      const open = () =>
        sharp(sent, { limitInputPixels: limits.pixels, failOn: 'error', animated: false }).timeout({
          seconds: limits.seconds,
        })
      const bytes = await open()
        .rotate()
        .resize({ width: sideAtMost, height: sideAtMost, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer()
      const grey = await open().rotate().greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer()
      return { bytes, sha256: createHash('sha256').update(sent).digest(), dhash: differenceHash(grey) }
    } catch {
      // The library says in many ways that it cannot read a picture; for the sender they are one.
      return undefined
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** One bit a pixel of 8 × 8: is it darker than its right neighbour? */
function differenceHash(grey: Buffer): Buffer {
  const hash = Buffer.alloc(8)
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) {
      if (grey[y * 9 + x]! < grey[y * 9 + x + 1]!) hash[y] = hash[y]! | (1 << x)
    }
  }
  return hash
}

/** In how many bits two difference hashes differ. */
export function hashDistance(a: Buffer, b: Buffer): number {
  let distance = 0
  for (let place = 0; place < 8; place++) {
    let difference = a[place]! ^ b[place]!
    while (difference) {
      distance += difference & 1
      difference >>= 1
    }
  }
  return distance
}
