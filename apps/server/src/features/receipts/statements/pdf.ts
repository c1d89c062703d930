/** A file attached to a PDF. */
export interface Attachment {
  name: string
  mediaType: string
  bytes: Buffer
}

/** A line of text, bold or not. An empty line leaves space. */
export interface PdfLine {
  text: string
  isBold?: boolean
}

/** A4 landscape, in points. */
const page = { width: 842, height: 595, margin: 34 }
const font = { size: 7.2, leading: 10 }
/** A Courier character is 0.6 of its size wide. */
export const lineLetters = Math.floor((page.width - 2 * page.margin) / (font.size * 0.6))
/** Lines per page, without the footer. */
export const pageLines = Math.floor((page.height - 2 * page.margin) / font.leading) - 1

/**
 * Writes a PDF 1.7 with lines in Courier, which every reader has, and attached files. The output is deterministic: it
 * has no time or randomness, and no compression, whose output may change with its version. Characters outside
 * Windows-1252 become `?`. Source: ISO 32000-1, 7.5 (structure), 7.11.4 (embedded files), Annex D (character sets).
 */
export function writePdf(
  title: string,
  pages: readonly (readonly PdfLine[])[],
  attachments: readonly Attachment[],
): Buffer {
  const objects = openObjects()
  const [catalog, tree, plain, bold, info] = Array.from({ length: 5 }, () => objects.reserve())
  const kids = pages.map((lines) => {
    const content = objects.add(...stream('', Buffer.from(contentOf(lines), 'latin1')))
    return objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${page.width} ${page.height}] ` +
        `/Resources << /Font << /F1 ${plain} 0 R /F2 ${bold} 0 R >> >> /Contents ${content} 0 R >>`,
    )
  })
  const files = attachments.map((file) => [file.name, fileObject(objects, file)] as const)
  const names = files
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, number]) => `${literal(name)} ${number} 0 R`)
  const fontObject = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  objects.set(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> ` +
      `/Names << /EmbeddedFiles << /Names [${names.join(' ')}] >> >> >>`,
  )
  objects.set(tree, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`)
  objects.set(plain, fontObject('Courier'))
  objects.set(bold, fontObject('Courier-Bold'))
  objects.set(info, `<< /Title ${literal(title)} >>`)
  return objects.end(`/Root ${catalog} 0 R /Info ${info} 0 R`)
}

function fileObject(objects: ReturnType<typeof openObjects>, { name, mediaType, bytes }: Attachment): number {
  const subtype = mediaType.replace('/', '#2F')
  const embedded = objects.add(
    ...stream(`/Type /EmbeddedFile /Subtype /${subtype} /Params << /Size ${bytes.length} >> `, bytes),
  )
  const text = literal(name)
  return objects.add(`<< /Type /Filespec /F ${text} /UF ${text} /EF << /F ${embedded} 0 R >> >>`)
}

/** Drawing commands for the lines of a page, from the top. */
function contentOf(lines: readonly PdfLine[]): string {
  const drawn = lines.map(({ text, isBold }) => `/F${isBold ? 2 : 1} ${font.size} Tf ${literal(text)} Tj T*\n`)
  return `BT\n${font.leading} TL\n${page.margin} ${page.height - page.margin - font.leading} Td\n${drawn.join('')}ET\n`
}

/** Windows-1252 characters of our texts with a different code point in Unicode. */
const elsewhere: Readonly<Record<string, string>> = { '—': '\u0097', '–': '\u0096', '’': '\u0092' }

/** A text as a PDF string, one byte per character. */
const literal = (text: string): string =>
  `(${text
    .replaceAll(/[—–’]/g, (letter) => elsewhere[letter] ?? '?')
    .replaceAll(/[^\u0020-\u007e\u0092\u0096\u0097\u00a0-\u00ff]/gu, '?')
    .replaceAll(/[\\()]/g, '\\$&')})`

const stream = (entries: string, bytes: Buffer): Part[] => [
  `<< ${entries}/Length ${bytes.length} >>\nstream\n`,
  bytes,
  '\nendstream',
]

type Part = string | Buffer

/** Numbered objects of a PDF, and the cross-reference table. */
function openObjects() {
  const objects: Part[][] = []
  const set = (number: number | undefined, ...parts: Part[]) => {
    if (number !== undefined) objects[number - 1] = parts
  }
  const reserve = () => objects.push([])
  return {
    reserve,
    set,
    add(...parts: Part[]): number {
      const number = reserve()
      set(number, ...parts)
      return number
    },
    end(trailer: string): Buffer {
      const written: Buffer[] = []
      let length = 0
      const write = (part: Part) => {
        const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
        written.push(bytes)
        length += bytes.length
      }
      // Four bytes above 127 mark the file as binary.
      write('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n')
      const places = objects.map((parts, at) => {
        const offset = length
        for (const part of [`${at + 1} 0 obj\n`, ...parts, '\nendobj\n']) write(part)
        return offset
      })
      const start = length
      const rows = places.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
      write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`)
      write(`trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`)
      return Buffer.concat(written)
    },
  }
}
