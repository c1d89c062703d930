import type sharp from 'sharp'

/** A re-encoded picture: only the pixels of the upload remain. */
export interface Picture {
  /** WebP without metadata. */
  bytes: Buffer
  /**
   * Difference hashes of 64 bits: of the whole picture, then of the parts left after cropping an edge. Similar pictures
   * differ in few bits, and a cropped picture is similar to a part of the original.
   */
  looks: bigint[]
}

const limits = { pixels: 25_000_000, maxSidePx: 2_000, seconds: 10, atOnce: 2 }

/** Checks the first bytes: JPEG, PNG, WebP. A name or a declared type proves nothing, and SVG can contain scripts. */
function hasPictureStart(bytes: Buffer): boolean {
  const starts = (hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex
  return (
    starts('ffd8ff') ||
    starts('89504e470d0a1a0a') ||
    (starts('52494646') && bytes.subarray(8, 12).toString('latin1') === 'WEBP')
  )
}

export type ReencodePicture = (bytes: Buffer) => Promise<Picture | undefined>

let library: Promise<typeof sharp> | undefined
/** Image library, loaded after the start or with the first picture: loading takes a tenth of a start. */
export const loadImageLibrary = (): Promise<typeof sharp> => (library ??= load())

async function load() {
  const { default: sharp } = await import('sharp')
  // One thread per picture, and no cache.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** Whether the header claims a picture of an accepted size; nothing is decoded, so decoding may still fail. */
export async function isPicture(bytes: Buffer): Promise<boolean> {
  const pixels = await pixelsOf(bytes)
  return pixels !== undefined && pixels <= limits.pixels
}

/** Largest picture that is decoded. */
export const maxPixels = limits.pixels

/** Pixels that the header claims, without decoding; undefined if it is no picture. */
export async function pixelsOf(bytes: Buffer): Promise<number | undefined> {
  if (!hasPictureStart(bytes)) return undefined
  const sharp = await loadImageLibrary()
  const found = await sharp(bytes)
    .metadata()
    .catch(() => undefined)
  return found && found.width * found.height
}

/** Returns undefined for no picture, too large a one, or one that cannot be decoded in time. */
export function openPictures({ maxSidePx = limits.maxSidePx, atOnce = limits.atOnce } = {}): ReencodePicture {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (sent) => {
    if (!hasPictureStart(sent)) return undefined
    const sharp = await loadImageLibrary()
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      const open = () =>
        sharp(sent, { limitInputPixels: limits.pixels, failOn: 'error', animated: false }).timeout({
          seconds: limits.seconds,
        })
      const bytes = await open()
        .rotate()
        .resize({ width: maxSidePx, height: maxSidePx, fit: 'inside', withoutEnlargement: true })
        // Fastest encoding: a larger file costs less than the processor time of a smaller one.
        .webp({ quality: 80, effort: 0 })
        .toBuffer()
      const grey = await open().rotate().greyscale().resize(side, side, { fit: 'fill' }).raw().toBuffer()
      return {
        bytes,
        looks: parts.map((part) => differenceHash(grey, part)),
      }
    } catch {
      // The library has many errors for an unreadable picture; the sender gets one.
      return undefined
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** Side of the small grey picture that is hashed, in pixels. */
const side = 96
/** Crops at the left, top, right and bottom, in hundredths; people crop a phone's bars at the top and bottom. */
const parts: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 0, 0],
  [0, 4, 0, 0],
  [0, 8, 0, 0],
  [0, 0, 0, 4],
  [0, 0, 0, 8],
  [0, 6, 0, 6],
  [3, 3, 3, 3],
  [6, 6, 6, 6],
]
/** Neighbours that differ by no more than this count as equal: recompression causes such differences. */
const toleratedLevels = 2

/** One bit per cell of 8 × 8: whether it is darker than its right neighbour. */
function differenceHash(grey: Buffer, [left, top, right, bottom]: (typeof parts)[number]): bigint {
  const width = (side * (100 - left - right)) / 100
  const height = (side * (100 - top - bottom)) / 100
  const level = (column: number, row: number) =>
    mean(grey, {
      x: (side * left) / 100 + (width * column) / 9,
      y: (side * top) / 100 + (height * row) / 8,
      width: width / 9,
      height: height / 8,
    })
  let hash = 0n
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++)
      hash = (hash << 1n) | (level(column + 1, row) - level(column, row) > toleratedLevels ? 1n : 0n)
  }
  return BigInt.asIntN(64, hash)
}

/** Mean grey of a rectangle; pixels at its edges count in proportion to their covered area. */
function mean(grey: Buffer, { x, y, width, height }: { x: number; y: number; width: number; height: number }): number {
  let sum = 0
  for (let row = Math.floor(y); row < y + height; row++) {
    const high = Math.min(row + 1, y + height) - Math.max(row, y)
    for (let column = Math.floor(x); column < x + width; column++)
      sum += grey.readUInt8(row * side + column) * high * (Math.min(column + 1, x + width) - Math.max(column, x))
  }
  return sum / (width * height)
}
