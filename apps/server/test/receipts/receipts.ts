import sharp from 'sharp'
import { drawText, textWidth, type Face } from './glyphs.ts'
import type { Field, Layout } from './layouts.ts'

/** Deterministic random numbers from 0 up to 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The contents of one receipt. */
export interface Receipt {
  layout: Layout
  amountMinor: number
  reference: string
  at: Date
  /** When the screenshot was taken. */
  seenAt: Date
  battery: number
  payer: string
  payerAccount: string
  note: string
  isDark: boolean
}

const firstNames = [
  'Anna',
  'Petrus',
  'Johanna',
  'Ravi',
  'Meena',
  'Tomas',
  'Selma',
  'Arjun',
  'Lukas',
  'Priya',
  'Hilma',
  'Vikram',
]
const lastNames = ['Shilongo', 'Kapoor', 'Nangolo', 'Sharma', 'Beukes', 'Iyer', 'Amupolo', 'Reddy', 'Haufiku', 'Das']
const amounts = [10_000, 10_000, 20_000, 50_000, 50_000, 100_000, 150_000, 25_000, 123_450, 78_999]
const notes = ['Deposit', 'Topup', 'Game', 'Wallet', 'For play']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const firstDay = Date.UTC(2026, 8, 1)

/**
 * Receipts of each layout. Half of them are of one player who pays one amount again within the hour: only reference and
 * times differ, which is the hardest legitimate pair.
 */
export function makeReceipts(layouts: readonly Layout[], perLayout: number, seed: number): Receipt[] {
  const random = seeded(seed)
  const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
  return layouts.flatMap((layout) => {
    let before: Receipt | undefined
    return Array.from({ length: perLayout }, (_, index) => {
      const at = new Date(firstDay + Math.floor(random() * 60 * 86_400) * 1_000)
      const fresh: Receipt = {
        layout,
        amountMinor: one(amounts),
        reference: layout.reference(digits),
        at,
        seenAt: new Date(at.getTime() + Math.floor(random() * 300) * 1_000),
        battery: 5 + Math.floor(random() * 95),
        payer: `${one(firstNames)} ${one(lastNames)}`,
        payerAccount: `*****${digits(4)}`,
        note: one(notes),
        isDark: random() < 0.3,
      }
      if (index % 2 === 0) return (before = fresh)
      const again = new Date(before!.at.getTime() + (60 + Math.floor(random() * 3_000)) * 1_000)
      return {
        ...before!,
        reference: fresh.reference,
        at: again,
        seenAt: new Date(again.getTime() + 30_000),
        battery: fresh.battery,
      }
    })
  })
}

const two = (number: number) => String(number).padStart(2, '0')
const clock = (at: Date) => `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
const labels: Record<Field, string> = {
  reference: 'Reference',
  date: 'Date',
  time: 'Time',
  payer: 'From',
  payerAccount: 'Account',
  payee: 'Beneficiary',
  payeeAccount: 'To account',
  fee: 'Fee',
  note: 'Note',
  amount: 'Amount',
}

function valueOf(field: Field, receipt: Receipt): string {
  const { layout, at } = receipt
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), two(at.getUTCDate())]
  const dates = {
    words: `${day} ${months[month]} ${year}`,
    numbers: `${day}/${two(month + 1)}/${year}`,
    iso: `${year}-${two(month + 1)}-${day}`,
  }
  const values: Record<Field, () => string> = {
    reference: () => receipt.reference,
    date: () => dates[layout.date],
    time: () => `${clock(at)}:${two(at.getUTCSeconds())}`,
    payer: () => receipt.payer,
    payerAccount: () => receipt.payerAccount,
    payee: () => 'Dhow Gaming',
    payeeAccount: () => '62001447310',
    fee: () => `${layout.currency}0.00`,
    note: () => receipt.note,
    amount: () => inWords(receipt),
  }
  return values[field]()
}

const inWords = ({ layout, amountMinor }: Receipt) =>
  `${layout.currency}${String(Math.floor(amountMinor / 100)).replace(/\B(?=(\d{3})+$)/g, ',')}.${two(amountMinor % 100)}`

/** A receipt as a phone screenshot, in SVG. */
export function receiptSvg(receipt: Receipt): string {
  const { layout } = receipt
  const {
    width,
    height,
    face: { scale },
  } = layout
  const [page, card, text, quiet, accent] = receipt.isDark ? layout.dark : layout.light
  const parts: string[] = [`<rect width="${width}" height="${height}" fill="${page}"/>`]
  const face = (size: number, colour: string): Face => ({ ...layout.face, size: size * scale, colour })
  const write = (words: string, x: number, y: number, look: Face, align: 'start' | 'middle' | 'end' = 'start') => {
    const wide = textWidth(words, look)
    parts.push(drawText(words, align === 'start' ? x : align === 'end' ? x - wide : x - wide / 2, y, look))
  }
  const edge = width * 0.07
  const right = width - edge
  let y = 34 * scale
  // The phone's status bar: clock, reception, battery.
  write(clock(receipt.seenAt), edge * 0.6, y, face(17, text))
  parts.push(
    `<rect x="${width - edge * 1.4}" y="${y - 15 * scale}" width="${32 * scale}" height="${15 * scale}" rx="3" fill="none" stroke="${text}" stroke-width="2"/>`,
  )
  parts.push(
    `<rect x="${width - edge * 1.4 + 3}" y="${y - 12 * scale}" width="${(26 * scale * receipt.battery) / 100}" height="${9 * scale}" fill="${text}"/>`,
  )
  write(`${receipt.battery}%`, width - edge * 1.7, y, face(15, text), 'end')
  y += 40 * scale
  y = drawHead(receipt, parts, write, face, { y, edge, accent, text, page })
  if (layout.amount.at !== 'row') {
    y += layout.amount.size + 20 * scale
    const look = { ...face(1, text), size: layout.amount.size }
    if (layout.amount.at === 'middle') write(inWords(receipt), width / 2, y, look, 'middle')
    else write(inWords(receipt), edge, y, look)
    y += 50 * scale
  }
  const top = y
  const rows: string[] = []
  const writeRow = (words: string, x: number, at: number, look: Face, align: 'start' | 'end' = 'start') =>
    rows.push(drawText(words, align === 'start' ? x : x - textWidth(words, look), at, look))
  const inset = layout.hasCard ? edge * 0.6 : 0
  for (const field of layout.fields) {
    y += layout.rowStep
    const label = layout.labels[field] ?? labels[field]
    const value = valueOf(field, receipt)
    if (layout.rows === 'above') {
      writeRow(label, edge + inset, y - 34 * scale, face(16, quiet))
      writeRow(value, edge + inset, y, face(21, text))
    } else {
      writeRow(label, edge + inset, y, face(18, quiet))
      if (layout.rows === 'edges') writeRow(value, right - inset, y, face(19, text), 'end')
      else writeRow(value, width * 0.42, y, face(19, text))
    }
    if (layout.hasRules)
      rows.push(
        `<rect x="${edge + inset}" y="${y + layout.rowStep * 0.28}" width="${width - 2 * edge - 2 * inset}" height="2" fill="${quiet}" opacity=".4"/>`,
      )
  }
  if (layout.hasCard)
    parts.push(
      `<rect x="${edge * 0.6}" y="${top}" width="${width - edge * 1.2}" height="${y - top + layout.rowStep * 0.7}" rx="${18 * scale}" fill="${card}"/>`,
    )
  parts.push(...rows)
  drawFoot(receipt, parts, write, face, { y: y + layout.rowStep, edge, accent, text: quiet, page })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`
}

type Write = (words: string, x: number, y: number, look: Face, align?: 'start' | 'middle' | 'end') => void
type MakeFace = (size: number, colour: string) => Face
interface Place {
  y: number
  edge: number
  accent: string
  text: string
  page: string
}

function drawHead(
  { layout }: Receipt,
  parts: string[],
  write: Write,
  face: MakeFace,
  { y, edge, accent, text, page }: Place,
): number {
  const {
    width,
    face: { scale },
  } = layout
  if (layout.head === 'band') {
    parts.push(`<rect y="${y}" width="${width}" height="${110 * scale}" fill="${accent}"/>`)
    write(layout.name, edge, y + 46 * scale, face(22, page))
    write(layout.title, edge, y + 88 * scale, face(18, page))
    return y + 130 * scale
  }
  if (layout.head === 'tick') {
    const middle = y + 60 * scale
    parts.push(`<circle cx="${width / 2}" cy="${middle}" r="${44 * scale}" fill="${accent}"/>`)
    parts.push(
      `<path d="M${width / 2 - 18 * scale} ${middle}l${12 * scale} ${14 * scale}l${24 * scale} ${-26 * scale}" fill="none" stroke="${page}" stroke-width="${7 * scale}"/>`,
    )
    write(layout.title, width / 2, y + 150 * scale, face(24, text), 'middle')
    write(layout.name, width / 2, y + 190 * scale, face(17, text), 'middle')
    return y + 205 * scale
  }
  parts.push(`<circle cx="${edge + 34 * scale}" cy="${y + 40 * scale}" r="${32 * scale}" fill="${accent}"/>`)
  write(layout.name.slice(0, 1), edge + 34 * scale, y + 54 * scale, face(28, page), 'middle')
  write(layout.name, edge + 86 * scale, y + 34 * scale, face(22, text))
  write(layout.title, edge + 86 * scale, y + 68 * scale, face(18, text))
  return y + 90 * scale
}

function drawFoot(
  { layout, reference }: Receipt,
  parts: string[],
  write: Write,
  face: MakeFace,
  { y, edge, accent, text, page }: Place,
) {
  const {
    width,
    height,
    face: { scale },
  } = layout
  if (layout.foot === 'buttons') {
    for (const [index, words] of ['Share receipt', 'Back to home'].entries()) {
      const top = height - (170 - index * 82) * scale
      parts.push(
        `<rect x="${edge}" y="${top}" width="${width - 2 * edge}" height="${66 * scale}" rx="${33 * scale}" fill="${index === 0 ? accent : 'none'}" stroke="${accent}" stroke-width="2"/>`,
      )
      write(words, width / 2, top + 42 * scale, face(20, index === 0 ? page : accent), 'middle')
    }
  } else if (layout.foot === 'code') {
    // A code of squares that depends on the reference, like a QR code.
    const random = seeded([...reference].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7))
    const cell = 7 * scale
    const top = Math.min(y, height - 24 * cell)
    for (let n = 0; n < 21 * 21; n++)
      if (random() < 0.5)
        parts.push(
          `<rect x="${width / 2 + ((n % 21) - 10.5) * cell}" y="${top + Math.floor(n / 21) * cell}" width="${cell}" height="${cell}" fill="${text}"/>`,
        )
  } else {
    for (const [index, words] of [
      'This receipt was made by the app.',
      'Payments are usually there at once.',
      'Help: www.example.org',
    ].entries())
      write(words, edge, Math.min(y + 20 * scale, height - 120 * scale) + index * 34 * scale, face(14, text))
  }
}

/** Picture of a receipt, as a phone stores it. */
export const drawReceipt = (receipt: Receipt): Promise<Buffer> =>
  sharp(Buffer.from(receiptSvg(receipt)))
    .png({ compressionLevel: 2 })
    .toBuffer()
