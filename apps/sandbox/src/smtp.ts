import { createServer, type Server, type Socket } from 'node:net'
import { later } from './replies.ts'

/** Answers of the mail server. `greylists`: temporarily refuses the first try for a recipient. */
export const smtpAnswers = ['accepts', 'greylists', 'unknown', 'full', 'refuses', 'breaks', 'no_tls', 'hangs'] as const

interface SmtpBehaviour {
  answers: (typeof smtpAnswers)[number]
  /** Delay before each answer. */
  delayMs: number
}

/** A received e-mail: envelope, and raw content with one character for each byte. */
export interface Arrived {
  from: string
  to: string[]
  content: string
}

const mailLimit = 200_000
/** Most recipients that greylisting remembers. */
const maxSeen = 10_000

interface SmtpParts {
  behaviour: () => SmtpBehaviour
  keep: (mail: Arrived) => void
  /** Delay of a hanging server. */
  silenceMs: number
}

/** SMTP server without authentication, with the failures of real servers. */
export function openSmtp(parts: SmtpParts): Server {
  const seen = new Set<string>()
  return createServer((socket) => {
    socket.on('error', () => undefined)
    socket.setTimeout(Math.max(30_000, parts.silenceMs), () => socket.destroy())
    socket.setEncoding('latin1')
    void serveConnection(socket, parts, seen).catch(() => socket.destroy())
  })
}

async function serveConnection(socket: Socket, { behaviour, keep, silenceMs }: SmtpParts, seen: Set<string>) {
  let text = ''
  let isContent = false
  let mail: Arrived = { from: '', to: [], content: '' }
  const say = async (line: string) => {
    const { delayMs } = behaviour()
    if (delayMs > 0) await later(delayMs)
    if (!socket.destroyed) socket.write(`${line}\r\n`)
  }
  const take = async (line: string) => {
    const { answers } = behaviour()
    if (isContent) {
      isContent = false
      if (answers === 'refuses') return say('554 5.7.1 this looks like spam')
      keep({ ...mail, content: line.replace(/(^|\r\n)\.\./g, '$1.') })
      if (answers === 'breaks') return void socket.destroy()
      return say('250 2.0.0 kept')
    }
    const [command = ''] = line.toUpperCase().split(/[ :]/)
    if (command === 'EHLO') return say(answers === 'no_tls' ? '250-sandbox\r\n250 STARTTLS' : '250 sandbox')
    if (command === 'STARTTLS') return say('454 4.7.0 TLS is not available')
    if (command === 'QUIT') return void socket.end('221 2.0.0 bye\r\n')
    if (command === 'MAIL') mail = { from: addressIn(line), to: [], content: '' }
    if (command === 'DATA' && mail.to.length === 0) return say('503 5.5.1 no recipient')
    if (command === 'DATA') {
      isContent = true
      return say('354 go on')
    }
    if (command !== 'RCPT') return say('250 2.0.0 ok')
    const to = addressIn(line)
    if (answers === 'hangs') {
      await later(silenceMs)
      return void socket.destroy()
    }
    const refusal = refusalOf(answers, to, seen)
    if (refusal === undefined) mail.to.push(to)
    return say(refusal ?? '250 2.1.5 ok')
  }
  await say('220 sandbox')
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.length > mailLimit) return void socket.destroy()
    for (;;) {
      const mark = isContent ? '\r\n.\r\n' : '\r\n'
      const end = text.indexOf(mark)
      if (end < 0 || socket.destroyed) break
      const line = text.slice(0, end)
      text = text.slice(end + mark.length)
      await take(line)
    }
  }
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

function refusalOf(answers: SmtpBehaviour['answers'], to: string, seen: Set<string>): string | undefined {
  if (answers === 'unknown') return '550 5.1.1 no such mailbox'
  if (answers === 'full') return '552 5.2.2 this mailbox is full'
  if (answers !== 'greylists' || seen.has(to)) return undefined
  if (seen.size < maxSeen) seen.add(to)
  return '451 4.7.1 greylisted, please try again later'
}
