import type { Platform } from '../../../platform/platform.ts'
import { openMailer, type Mail } from '../../alarms/index.ts'

/**
 * How a mail server took an e-mail. `unknown_mailbox`: nobody has this address. `refused`: not this e-mail, for good. `later`: not now, or nobody knows.
 */
type Handed = 'accepted' | 'unknown_mailbox' | 'refused' | 'later'

interface Letter {
  /** Names it for the other end; the same at each try. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

export type HandOver = (letter: Letter) => Promise<Handed>

/** Opens the way to the mail server of the settings; undefined without one. */
export function openMailServer({ config: { email, origins }, log }: Platform): HandOver | undefined {
  if (!email) return undefined
  const send = openMailer(email.url)
  const host = new URL(origins.portal).hostname
  return async ({ id, to, subject, headers, ...bodies }) => {
    const mail: Mail = {
      messageId: `<${id}@${host}>`,
      from: email.from,
      // As an address and nothing else: no list of several, no name.
      to: { name: '', address: to },
      subject: subject.replace(/\s+/g, ' ').trim(),
      ...bodies,
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    }
    try {
      await send(mail)
      return 'accepted'
    } catch (error) {
      // Without its own words, which may name the address.
      log.warn({ letter: id, ...faultOf(error) }, 'a mail server did not take an e-mail')
      return judgeFailure(error)
    }
  }
}

/**
 * Reads a failure by the command that it answers. Only an answer to the recipient speaks of the mailbox, and only by its enhanced code (RFC 3463): one
 * that is full or whose server dislikes ours is there. A refused greeting, sign-in or sender is a fault of our own.
 */
export function judgeFailure(error: unknown): Exclude<Handed, 'accepted'> {
  const { responseCode, command } = faultOf(error)
  if (typeof responseCode !== 'number' || responseCode < 500) return 'later'
  if (command === 'DATA') return 'refused'
  if (command !== 'RCPT TO') return 'later'
  const enhanced = /^5\d\d[ -]5\.(\d+\.\d+)/.exec(String(memberOf(error, 'response')))?.[1]
  return enhanced === undefined || /^(1\.\d+|2\.1)$/.test(enhanced) ? 'unknown_mailbox' : 'refused'
}

const faultOf = (error: unknown) => ({
  code: memberOf(error, 'code'),
  responseCode: memberOf(error, 'responseCode'),
  command: memberOf(error, 'command'),
})

const memberOf = (error: unknown, name: string): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined
