import type { GivenRole } from '@dhow/contract/given-roles'
import { Secret, TOTP } from 'otpauth'
import type { Clock } from '@dhow/platform/clock'
import { openBrowser, type Browser } from './browser.ts'
import { userAgents } from './plan.ts'

/** Sign-in of a demo operator, for people who open the console. */
export interface OperatorSignIn {
  name: string
  role: Role
  password: string
  /** Base32, to type into an authenticator app. */
  secret: string
}

export type Role = GivenRole

/** The first admin adds a second one alone; together they add the others. */
const secondAdmin = { name: 'deputy', role: 'admin' } as const
const team: { name: string; role: Role }[] = [
  { name: 'manager', role: 'manager' },
  { name: 'cashier', role: 'cashier' },
  { name: 'cashier2', role: 'cashier' },
  { name: 'support', role: 'support' },
  { name: 'finance', role: 'finance' },
  { name: 'risk', role: 'risk' },
  { name: 'marketing', role: 'marketing' },
]
/** Shared by all demo operators. */
const password = 'calm sea at dusk'
/** A session ends after a quarter of an hour without a call, and after twelve hours. */
const idleMs = 14 * 60_000
const sessionMs = 11 * 3_600_000
const codeMs = 30_000
const [, , , , userAgent] = userAgents
/** An operator and the one who added them may not decide together for a day. */
const separationMs = 25 * 3_600_000

/** Signs the first admin in, adds the team, and provides sessions that are renewed when they expire. */
export async function openOperators(parts: {
  origin: string
  clock: Clock & { moveTo(at: Date): void }
  firstPassword: string
}) {
  const { origin, clock } = parts
  const people = new Map<
    string,
    OperatorSignIn & { browser: Browser; signedInMs: number; lastCallMs: number; lastCode: string }
  >()

  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() })
  const newBrowser = () => openBrowser(origin, { address: `198.19.251.${people.size + 1}`, userAgent, isConsole: true })

  async function enrol(person: { name: string; role: Role }, browser: Browser, first: EnrolReply) {
    const { secret } = first.enrol
    const code = codeOf(secret)
    await browser.post('/staff/sign-in/totp', { ticket: first.ticket, code, new_password: password })
    const nowMs = clock.now().getTime()
    const times = { signedInMs: nowMs, lastCallMs: nowMs }
    people.set(person.name, { ...person, password, secret, browser, ...times, lastCode: code })
  }

  /** An operator's browser, signed in. A code opens only one session, so a second sign-in waits for the next code. */
  async function as(name: string): Promise<Browser> {
    const person = people.get(name)
    if (!person) throw new Error(`there is no operator ${name}`)
    const now = clock.now().getTime()
    if (now - person.lastCallMs > idleMs || now - person.signedInMs > sessionMs) {
      const { ticket } = await person.browser.post('/staff/sign-in', { name, password })
      if (codeOf(person.secret) === person.lastCode) clock.moveTo(new Date(now + codeMs))
      person.lastCode = codeOf(person.secret)
      await person.browser.post('/staff/sign-in/totp', { ticket, code: person.lastCode })
      person.signedInMs = now
    }
    person.lastCallMs = now
    return person.browser
  }

  /** Confirms the newest proposal of a colleague. @returns what is shown once to the person who confirms */
  async function confirmNewest(name: string): Promise<unknown> {
    const second = await as(name)
    const { changes } = await second.get('/staff/changes')
    const { shown_once } = await second.post(`/staff/changes/${changes.at(-1).id}/confirm`)
    return shown_once[0]?.value
  }

  const browser = newBrowser()
  const first = await browser.post('/staff/sign-in', { name: 'admin', password: parts.firstPassword })
  await enrol({ name: 'admin', role: 'admin' }, browser, first)
  async function enrolByLink(person: { name: string; role: Role }, link: unknown) {
    const own = newBrowser()
    await enrol(person, own, await own.post('/staff/enrolments/open', { token: String(link).split('#enrol=')[1] }))
  }

  await enrolByLink(secondAdmin, (await (await as('admin')).post('/staff/operators', secondAdmin)).link)
  clock.moveTo(new Date(clock.now().getTime() + separationMs))
  for (const person of team) {
    const { link } = await (await as('admin')).post('/staff/operators', person)
    await enrolByLink(person, link ?? (await confirmNewest('deputy')))
  }

  return {
    as,
    confirmNewest,
    signIns: (): OperatorSignIn[] =>
      [...people.values()].map(({ name, role, password, secret }) => ({ name, role, password, secret })),
    idOf: async (name: string): Promise<string> => (await (await as(name)).get('/staff/me')).operator.id,
  }
}

interface EnrolReply {
  ticket: string
  enrol: { secret: string }
}
