/** A parsed e-mail. */
export interface ReadMail {
  /** Header lines in order, with decoded values. */
  headers: { name: string; value: string }[]
  text: string
  html: string
}

/** Parses an e-mail with plain text and HTML, one character for each byte; supports the MIME that our programs write. */
export function readMail(content: string): ReadMail {
  const read = readPart(content)
  return { headers: read.headers, text: read.bodies['text/plain'] ?? '', html: read.bodies['text/html'] ?? '' }
}

interface Part {
  headers: ReadMail['headers']
  bodies: Record<string, string>
}

function readPart(content: string): Part {
  const end = content.startsWith('\r\n') ? 0 : content.indexOf('\r\n\r\n')
  const head = end < 0 ? content : content.slice(0, end)
  const body = end < 0 ? '' : content.slice(end).replace(/^(\r\n){1,2}/, '')
  const headers = head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .flatMap((line) => {
      const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [{ name, value: decodeWords(value) }]
    })
  const header = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''
  const type = header('content-type')
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary !== undefined) {
    const parts = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1)
    const bodies = parts.map((part) => readPart(part.replace(/^\r\n/, '')).bodies)
    return { headers, bodies: Object.assign({}, ...bodies) }
  }
  const name = type === '' ? 'text/plain' : (type.split(';')[0] ?? '').trim().toLowerCase()
  return { headers, bodies: { [name]: decode(body, header('content-transfer-encoding')) } }
}

function decode(body: string, encoding: string): string {
  const bytes = {
    base64: () => Buffer.from(body, 'base64'),
    'quoted-printable': () => unquote(body.replace(/=\r\n/g, '')),
  }[encoding.toLowerCase()]
  return (bytes?.() ?? Buffer.from(body, 'latin1')).toString('utf8').replaceAll('\r\n', '\n').trimEnd()
}

const unquote = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )

/** Decodes encoded words (RFC 2047); a character may be split between two. */
function decodeWords(value: string): string {
  const joined = value.replace(/\?=\s+=\?/g, '?==?')
  return joined.replace(/(=\?[\w-]+\?[BQ]\?[^?]*\?=)+/gi, (words) =>
    Buffer.concat(
      [...words.matchAll(/=\?[\w-]+\?([BQ])\?([^?]*)\?=/gi)].map(([, how = '', text = '']) =>
        how.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : unquote(text.replaceAll('_', ' ')),
      ),
    ).toString('utf8'),
  )
}
