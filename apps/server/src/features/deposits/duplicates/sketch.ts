import { loadImageLibrary } from '../../../platform/pictures.ts'
import { cutIntoBoxes, type Box } from './boxes.ts'
import { describeLine, type Line } from './lines.ts'

/** A grey picture, small enough to compare and large enough to distinguish two digits. */
export interface Sketch {
  width: number
  height: number
  grey: Uint8Array
  /** Marks that differ from their surroundings: words, numbers, logos. */
  boxes: Box[]
  /** Boxes long enough to be recognised by themselves. */
  lines: Line[]
}

const maxWidth = 540
const maxHeight = 1_400

/** Reduces a JPEG, PNG or WebP picture to a sketch, in about 30 ms of processor time. */
export async function sketchOf(bytes: Buffer): Promise<Sketch> {
  const sharp = await loadImageLibrary()
  const { data, info } = await sharp(bytes)
    .rotate()
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sketchOfGrey(data, info.width, info.height)
}

/** Makes a sketch of grey pixels, row by row. */
export function sketchOfGrey(grey: Uint8Array, width: number, height: number): Sketch {
  const boxes = cutIntoBoxes(grey, width, height)
  const lines = boxes.flatMap((box) => describeLine(grey, width, box) ?? [])
  return { width, height, grey, boxes, lines }
}
