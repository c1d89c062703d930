import sharp from 'sharp'

/** A picture like a screenshot: noise in blocks, the same for the same seed. */
export function screenshot(seed: number, format: 'png' | 'jpeg' | 'webp' = 'png'): Promise<Buffer> {
  const width = 90
  const height = 160
  const pixels = Buffer.alloc(width * height * 3)
  let state = seed * 2_654_435_761
  const blocks = Array.from({ length: 9 * 16 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(state / 65_536) % 256
  })
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      pixels.fill(blocks[Math.floor(y / 10) * 9 + Math.floor(x / 10)]!, (y * width + x) * 3, (y * width + x) * 3 + 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer()
}
