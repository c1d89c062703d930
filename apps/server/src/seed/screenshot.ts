import sharp from 'sharp'
import { openChance } from './chance.ts'

const width = 90
const height = 160
const blockSide = 10

/** Draws coloured blocks in place of a payment's screenshot, the same for the same seed. */
export async function drawScreenshot(seed: string): Promise<Blob> {
  const chance = openChance(seed)
  const across = width / blockSide
  const blocks = Array.from({ length: across * (height / blockSide) }, () => chance.int(256))
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const shade = blocks[Math.trunc(y / blockSide) * across + Math.trunc(x / blockSide)] ?? 0
      pixels.fill(shade, (y * width + x) * 3, (y * width + x) * 3 + 3)
    }
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(png)], { type: 'image/png' })
}
