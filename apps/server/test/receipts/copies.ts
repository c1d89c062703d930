import sharp from 'sharp'
import { drawReceipt, seeded, type Receipt } from './receipts.ts'

type Random = () => number
const between = (random: Random, least: number, most: number) => least + random() * (most - least)

async function cut(bytes: Buffer, random: Random): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata()
  // Between 5 and 20 hundredths of the height, at the top, the bottom or both; sometimes a little of the sides, too.
  const share = between(random, 0.05, 0.2)
  const atTop = random() < 0.5 ? share * random() : share
  const top = Math.round(height * atTop)
  const bottom = Math.round(height * (share - atTop))
  const side = random() < 0.4 ? Math.round(width * between(random, 0.01, 0.05)) : 0
  return sharp(bytes)
    .extract({ left: side, top, width: width - 2 * side, height: height - top - bottom })
    .png({ compressionLevel: 2 })
    .toBuffer()
}

async function resize(bytes: Buffer, random: Random): Promise<Buffer> {
  const { width } = await sharp(bytes).metadata()
  return sharp(bytes)
    .resize({ width: Math.round(width * between(random, 0.4, 1.5)) })
    .png({ compressionLevel: 2 })
    .toBuffer()
}

const resave = (bytes: Buffer, random: Random): Promise<Buffer> => {
  const quality = Math.round(between(random, 40, 90))
  return random() < 0.7
    ? sharp(bytes).jpeg({ quality }).toBuffer()
    : sharp(bytes).webp({ quality, effort: 0 }).toBuffer()
}

/** A screenshot of the screenshot: shown by a viewer between its own bars. */
async function pad(bytes: Buffer, random: Random): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata()
  const of = (side: number) => Math.round(side * between(random, 0.02, 0.15))
  const shade = random() < 0.5 ? 0 : random() < 0.5 ? 255 : 40
  return sharp(bytes)
    .extend({
      left: of(width),
      right: of(width),
      top: of(height),
      bottom: of(height),
      background: { r: shade, g: shade, b: shade },
    })
    .png({ compressionLevel: 2 })
    .toBuffer()
}

const brighten = (bytes: Buffer, random: Random): Promise<Buffer> =>
  sharp(bytes)
    .removeAlpha()
    .linear(between(random, 0.85, 1.1), between(random, -10, 12))
    .png({ compressionLevel: 2 })
    .toBuffer()

type Change = (bytes: Buffer, random: Random, receipt: Receipt) => Promise<Buffer>

/** Changes of a screenshot before it is sent a second time. */
export const changes: Record<string, Change> = {
  cut,
  resized: resize,
  'saved again': resave,
  padded: pad,
  brighter: brighten,
  'taken again': (_bytes, random, receipt) =>
    drawReceipt({
      ...receipt,
      seenAt: new Date(receipt.seenAt.getTime() + between(random, 60_000, 7_200_000)),
      battery: Math.round(between(random, 5, 99)),
    }),
  'cut, resized and saved again': async (bytes, random) =>
    resave(await resize(await cut(bytes, random), random), random),
  'padded, resized and saved again': async (bytes, random) =>
    resave(await resize(await pad(bytes, random), () => 0.35 + random() * 0.65), random),
}

/** A copy of a receipt's picture, changed in one way; the same for the same seed. */
export const copyOf = (bytes: Buffer, receipt: Receipt, change: string, seed: number): Promise<Buffer> =>
  changes[change]!(bytes, seeded(seed), receipt)
