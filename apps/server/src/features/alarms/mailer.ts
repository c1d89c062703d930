import { createTransport } from 'nodemailer'
import { leaseMs, timeoutMs } from './rules.ts'

export interface Mail {
  /** Names it, so that a repeat is known as one. */
  messageId: string
  from: string
  /** As a text it may be a list. */
  to: string | { name: string; address: string }
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  file?: { name: string; text: string } | undefined
}

/** A server that answers each command slowly is given up before the lease of what it is sent ends. */
const wholeMs = leaseMs * 0.75

/** Sends e-mails by a mail server, without waiting for one that stays silent or is slow. @throws Error with `responseCode` where the server refuses */
export function openMailer(url: string): (mail: Mail) => Promise<void> {
  const transport = createTransport(withTimeouts(url))
  return async ({ file, ...mail }) => {
    await transport.sendMail({
      ...mail,
      signal: AbortSignal.timeout(wholeMs),
      ...(file ? { attachments: [{ filename: file.name, content: file.text, contentType: 'text/csv' }] } : {}),
    })
  }
}

/** The mail server's address with the time limits as parameters, since Nodemailer takes no options beside an address. Those it has stay. */
export function withTimeouts(url: string): string {
  const address = new URL(url)
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(timeoutMs))
  return address.href
}
