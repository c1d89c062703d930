import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstPassword, openWorld, type Answer, type World } from '../../../test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  writeFileSync(secretsPath(), JSON.stringify({ secretKey: 'kept', firstOperatorPassword: firstPassword }))
  admin = await world.operator('admin')
})
afterAll(() => world.close())

const secretsPath = () => join(world.config.dataDir, 'secrets.json')
const password = 'a dozen and more letters'
const many = (count: number, run: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)))
/** Refused by a limit, or as busy because too many calls of one caller wait. */
const unjudged = [429, 503]
const judged = (answers: Answer[]) => answers.filter(({ status }) => !unjudged.includes(status))
const codeOf = ({ secret }: { secret: string }) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() })
const wrongCode = (right: string, index: number) => {
  const code = String(index).padStart(6, '7')
  return code === right ? '000000' : code
}

describe('a burst of guesses at the console', () => {
  it('of passwords has only five checked', async () => {
    const cashier = await world.operator('cashier')
    const stranger = world.visitor('console')
    const answers = await many(60, (index) =>
      stranger.post('/staff/sign-in', { name: cashier.name, password: index < 55 ? `wrong ${index}` : password }),
    )
    expect(judged(answers)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
  })

  it('of codes has only five checked, and a right one later among sixty does not sign in', async () => {
    const cashier = await world.operator('cashier')
    await world.clock.advance(60_000)
    const thief = world.visitor('console')
    const { ticket } = (await thief.post('/staff/sign-in', { name: cashier.name, password })).json
    const right = codeOf(cashier)
    const answers = await many(60, (index) =>
      thief.post('/staff/sign-in/totp', { ticket, code: index === 55 ? right : wrongCode(right, index) }),
    )
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
    expect(judged(answers).length).toBeLessThanOrEqual(5)
  })
})

it('the first operator’s used password is removed from secrets.json, and the keys are kept', () => {
  expect(JSON.parse(readFileSync(secretsPath(), 'utf8'))).toEqual({ secretKey: 'kept' })
  expect(statSync(secretsPath()).mode & 0o777).toBe(0o600)
})

describe('an operator whose name is known to a stranger', () => {
  it('signs in on their own device while the stranger guesses', async () => {
    const cashier = await world.operator('cashier')
    for (let n = 0; n < 11; n++)
      await world.visitor('console').post('/staff/sign-in', { name: cashier.name, password: `wrong ${n}` })
    await world.clock.advance(60_000)
    const first = await cashier.post('/staff/sign-in', { name: cashier.name, password })
    expect(first.json.next).toBe('totp')
    const second = await cashier.post('/staff/sign-in/totp', { ticket: first.json.ticket, code: codeOf(cashier) })
    expect(second.status).toBe(200)
  })

  it('is answered like an unknown name', async () => {
    const cashier = await world.operator('cashier')
    const walk = async (name: string) => {
      const browser = world.visitor('console')
      const answers = []
      for (let n = 0; n < 7; n++) {
        const { status, json } = await browser.post('/staff/sign-in', { name, password: 'not the password' })
        answers.push([status, json])
      }
      return answers
    }
    const known = await walk(cashier.name)
    expect(known).toEqual(await walk('nobody_of_ours'))
    expect(known.at(-1)?.[0]).toBe(429)
  })
})

describe('an operator’s own account', () => {
  const me = (
    browser: { post: World['visitor'] extends never ? never : typeof admin.post },
    path: string,
    body: object,
  ) => browser.post(`/staff/me/${path}`, body)

  it('gets a new password with the current one and a code, and other sessions end', async () => {
    const cashier = await world.operator('cashier')
    await world.clock.advance(60_000)
    const other = world.visitor('console')
    const first = await other.post('/staff/sign-in', { name: cashier.name, password })
    await other.post('/staff/sign-in/totp', { ticket: first.json.ticket, code: codeOf(cashier) })
    await world.clock.advance(60_000)
    const new_password = 'another dozen of letters'
    const wrong = await me(cashier, 'password', { current_password: 'wrong', code: codeOf(cashier), new_password })
    expect([wrong.status, wrong.json.code]).toEqual([422, 'own_account_wrong'])
    const changed = await me(cashier, 'password', { current_password: password, code: codeOf(cashier), new_password })
    expect(changed.status).toBe(200)
    expect((await cashier.get('/staff/me')).status).toBe(200)
    expect((await other.get('/staff/me')).status).toBe(401)
    await world.clock.advance(60_000)
    expect((await cashier.post('/staff/sign-in', { name: cashier.name, password: new_password })).status).toBe(200)
    expect((await cashier.post('/staff/sign-in', { name: cashier.name, password })).status).toBe(401)
    const trail = await admin.get(`/staff/audit?subject=${cashier.id}&action=operator.password`)
    expect(trail.json.entries).toHaveLength(1)
  })

  it('changes to a new authenticator with password, old code and a first code of the new one', async () => {
    const cashier = await world.operator('cashier')
    await world.clock.advance(60_000)
    const begun = await me(cashier, 'authenticator', { current_password: password, code: codeOf(cashier) })
    expect(begun.status).toBe(200)
    const fresh = { secret: begun.json.secret as string }
    const unsure = await me(cashier, 'authenticator/confirm', { ticket: begun.json.ticket, code: '000000' })
    expect(unsure.status).toBe(422)
    // Until confirmed the old one is valid.
    await world.clock.advance(60_000)
    const first = await cashier.post('/staff/sign-in', { name: cashier.name, password })
    expect(
      (await cashier.post('/staff/sign-in/totp', { ticket: first.json.ticket, code: codeOf(cashier) })).status,
    ).toBe(200)
    const done = await me(cashier, 'authenticator/confirm', { ticket: begun.json.ticket, code: codeOf(fresh) })
    expect(done.status).toBe(200)
    await world.clock.advance(60_000)
    const again = await cashier.post('/staff/sign-in', { name: cashier.name, password })
    const old = await cashier.post('/staff/sign-in/totp', { ticket: again.json.ticket, code: codeOf(cashier) })
    expect(old.status).toBe(401)
    const right = await cashier.post('/staff/sign-in/totp', { ticket: again.json.ticket, code: codeOf(fresh) })
    expect(right.status).toBe(200)
    const trail = await admin.get(`/staff/audit?subject=${cashier.id}&action=operator.authenticator`)
    expect(trail.json.entries).toHaveLength(1)
  })

  it('has five guesses of its password checked', async () => {
    const cashier = await world.operator('cashier')
    await world.clock.advance(60_000)
    const answers = await many(30, (index) =>
      me(cashier, 'password', {
        current_password: `wrong ${index}`,
        code: codeOf(cashier),
        new_password: 'x'.repeat(20),
      }),
    )
    expect(judged(answers)).toHaveLength(5)
  })
})
