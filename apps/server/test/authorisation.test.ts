import '../src/features/accounts/tables.ts'
import { givenRoles, type GivenRole } from '@dhow/contract/given-roles'
import { keysOf } from '@dhow/contract/keys-of'
import { apiBase, type Operation } from '@dhow/contract/operation'
import { operations } from '@dhow/contract/operations'
import { commonRefusals } from '@dhow/contract/refusals'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dhowCallHere, playerToBePaid, withdrawalCode } from './api-calls.ts'
import { screenshot } from './pictures.ts'
import { addPasskey } from './player-passkeys.ts'
import { specifiedCalls } from './specified-calls.ts'
import { openWorld, type Answer, type World } from './world.ts'

/**
 * Every operation of the contract with every kind of caller. The expected answer follows from the access that the
 * operation declares, so that new operations are included automatically.
 */

const all = Object.values(operations).flat()
const roles = keysOf(givenRoles)
/** These end the calling session; each call gets its own session. */
const endsSession = new Set(['logout', 'logoutEverywhere', 'signOutDevice', 'staffSignOut'])
const isConsole = (operation: Operation) => operation.path.startsWith('/staff/')

interface Shaped {
  shape: object
}
type Visitor = ReturnType<World['visitor']>
let world: World
let owner: Visitor & { id: string }
let stranger: Visitor & { id: string }
let inactive: Visitor
let operators: Record<GivenRole, Visitor>
/** Real ids of the owner's objects, by the path that names one. */
let things: Record<string, string>

beforeAll(async () => {
  world = await openWorld()
  const paid = await playerToBePaid(world)
  owner = paid
  stranger = await world.player()
  const suspended = await world.player()
  await world.db.transaction((tx) => world.app.features.accounts.setActive(tx, suspended.id, false))
  inactive = suspended
  operators = {
    admin: await world.operator('admin'),
    cashier: await world.operator('cashier'),
    support: await world.operator('support'),
    finance: await world.operator('finance'),
    risk: await world.operator('risk'),
    marketing: await world.operator('marketing'),
    manager: await world.operator('manager'),
  }

  const submitted = await paid.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
    manual_deposit_id: '2',
    amount: '500',
    utr: 'AUTHORISATION1',
  })
  const picture = { name: 'shot.png', type: 'image/png', bytes: await screenshot(75_000) }
  const shown = await paid.form(
    '/player/deposit-namibia/manual-deposit/send-deposit-request',
    { manual_deposit_id: '2', amount: '500', utr: 'AUTHORISATION2' },
    picture,
  )
  await world.app.features.deposits.proofs.prepare()
  const [proof] = await world.app.features.deposits.proofsOf([shown.json.data.deposit.id])
  const asked = await paid.post('/player/withdrawals', {
    amount: '400',
    payout_account_id: paid.payoutAccountId,
    otp: await withdrawalCode(world, paid),
  })
  const gift = await operators.admin.post('/staff/gift-envelopes', {
    title: 'Authorisation',
    market: 'NA',
    kind: 'fixed',
    amount: '1.00',
    claims: 1,
    expires_in_hours: 1,
  })
  const question = await paid.post(`/player/payments/${submitted.json.data.deposit.id}/help`, { text: 'Where is it?' })
  const { conversation } = (await paid.form('/player/conversations', { category: 'technical', text: 'Look' }, picture))
    .json
  const passkey = await addPasskey(world, paid)
  const bonus = await paid.post('/player/bonuses/rule_sandbox_welcome_na/claim')
  const posting = await world.db.kysely
    .selectFrom('ledger.postings')
    .select('id')
    .where('player_id', '=', paid.id)
    .limit(1)
    .executeTakeFirstOrThrow()
  const ended = world.clock.now().getTime() - 120_000
  const span = { from: new Date(ended - 60_000).toJSON(), to: new Date(ended).toJSON() }
  await world.app.features.receipts.sequence()
  const statement = await paid.post('/player/statements', span)
  const launched = new URL((await paid.post('/games/dhow/launch', {})).json.url)
  const seat = await dhowCallHere(world, 'authenticate', { token: launched.searchParams.get('token') })
  const round = { session: seat.json.session, roundId: 'authorisation', game: 'dhow', currency: 'NAD' }
  expect((await dhowCallHere(world, 'bet', { ...round, txId: 'authorisation-bet', amount: 100 })).json.code).toBe('ok')
  things = {
    '/player/rounds/:provider': 'dhow-studio/authorisation',
    '/player/statements/:id': statement.json.statement.id,
    '/player/receipts/:id': String(posting.id),
    '/player/bonuses/:id': bonus.json.bonus.id,
    '/staff/bonus-rules/:id': 'rule_sandbox_reload_na',
    '/player/deposits/:id': submitted.json.data.deposit.id,
    '/staff/deposits/:id': submitted.json.data.deposit.id,
    '/player/withdrawals/:id': asked.json.withdrawal.id,
    '/staff/withdrawals/:id': asked.json.withdrawal.id,
    '/player/payout-accounts/:id': paid.payoutAccountId,
    '/player/passkeys/:id': passkey.id,
    '/player/devices/:id': (await paid.get('/player/devices')).json.devices[0].id,
    '/staff/players/:id': paid.id,
    '/staff/gift-envelopes/:id': gift.json.envelope.id,
    '/staff/payment-cases/:id': 'pay_of_nobody',
    '/player/payment-services/:service': 'sandbox-pay',
    '/player/proofs/:id': proof!.id,
    '/player/payments/:id': submitted.json.data.deposit.id,
    '/staff/help-cases/:id': question.json.help.id,
    '/player/conversations/:id': conversation.id,
    '/player/help-pictures/:id': conversation.messages[0].pictures[0],
    '/staff/statement-lines/:id': 'stl_of_nobody',
    '/staff/payout-batches/:id': 'bat_of_nobody',
    // A tournament belongs to its market, and to no player.
    '/tournaments/:id': 'tournament_of_nobody',
    '/games/:slug': 'dhow',
    '/player/favourites/:slug': 'dhow',
  }
})
afterAll(() => world.close())

it.each(specifiedCalls)(
  'the specification’s %s %s is served with its roles and fields',
  (method, path, who, body, names) => {
    const operation = all.find((one) => one.method === method && one.path === path)!
    expect([operation.access, isServed(operation)]).toEqual([who, true])
    expect(operation.multipart !== undefined).toBe(body === 'multipart')
    const taken = [operation.body, operation.query].flatMap((schema) =>
      Object.keys((schema as Shaped | undefined)?.shape ?? {}),
    )
    // A player is only the token's own; calls that name another are refused below.
    expect(names.filter((name) => ![...taken, operation.multipart?.file, 'player_id'].includes(name))).toEqual([])
  },
)

it('an address from outside is used only as the return address after a payment', () => {
  const taken = all
    .filter((operation) => !isConsole(operation))
    .flatMap(({ name, body, query, params }) =>
      [body, query, params].flatMap((schema) =>
        Object.keys((schema as Shaped | undefined)?.shape ?? {}).map((field) => `${name} ${field}`),
      ),
    )
    .filter((field) => /ur[il]|link|host|origin|callback|redirect|webhook/i.test(field.split(' ')[1]!))
  expect(taken).toEqual(['aPayStart return_url', 'paymentStart return_url'])
})

describe.each(all.map((operation) => [operation.name, operation] as const))('%s', (_name, operation) => {
  it('is open only to its declared access', async () => {
    if (!isServed(operation)) {
      // Declared before it is served: then nothing answers, for any caller on either listener.
      for (const visitor of [owner, operators.admin]) {
        const { status, json } = await call(operation, visitor)
        expect([status, json.code]).toEqual([404, 'not_found'])
      }
      return
    }
    const row: Record<string, string> = {}
    const expected: Record<string, string> = {}
    const cell = async (who: string, answers: string, caller: () => Promise<Answer>) => {
      row[who] = outcomeOf(operation, await caller())
      expected[who] = answers
    }
    const ask = (visitor: Visitor, more?: Record<string, string>) => () => call(operation, visitor, more)

    const home = isConsole(operation) ? ('console' as const) : ('portal' as const)
    const away = isConsole(operation) ? ('portal' as const) : ('console' as const)
    const { status, json } = await call(operation, world.visitor(away))
    expect([status, json.code]).toEqual([404, 'not_found'])
    await cell('nobody', ofPlayers(operation, '401 session_invalid'), ask(world.visitor(home)))
    await cell('a forged token', ofPlayers(operation, '401 session_invalid'), ask(withToken(home, 'A'.repeat(43))))
    await cell('a player', ofPlayers(operation, 'open'), ask(await freshOr(owner)))
    await cell('an inactive player', ofPlayers(operation, '403 player_inactive'), ask(at(home, inactive)))
    await cell('another player, by name', ofOthers(operation), ask(at(home, stranger), { player_id: owner.id }))
    if (operation.access === 'player' && /\/:(id|round)/.test(operation.path))
      await cell('another player, by id', 'not theirs', async () => {
        const answer = await call(operation, stranger)
        return answer.status === 404 ? { ...answer, json: 'not theirs' } : answer
      })
    for (const role of roles) {
      await cell(role, ofStaff(operation, role), ask(await operatorFor(role, home)))
    }
    if (operation.access === 'staff' && operation.method !== 'GET')
      await cell('an operator from another site', '401 staff_session_invalid', ask(operators.admin, { crossSite: '1' }))

    expect(row).toEqual(expected)
  })

  function ofPlayers(op: Operation, ofAPlayer: string): string {
    if (op.access === 'player') return ofAPlayer
    if (op.access === 'staff') return '401 staff_session_invalid'
    return op.access === 'provider' ? '401 signature_invalid' : 'open'
  }

  /** Naming another player is refused with a session; without one it is ignored. */
  function ofOthers(op: Operation): string {
    if (op.access === 'player' || op.access === 'optional') return '403 player_mismatch'
    return ofPlayers(op, '403 player_mismatch')
  }

  function ofStaff(op: Operation, role: GivenRole): string {
    if (op.access !== 'staff') return ofPlayers(op, '401 session_invalid')
    return op.needs?.every((one) => givenRoles[role].permissions.includes(one)) ? 'open' : '403 staff_forbidden'
  }

  async function freshOr(visitor: Visitor): Promise<Visitor> {
    const player = endsSession.has(operation.name) ? await world.player() : visitor
    return at(isConsole(operation) ? 'console' : 'portal', player)
  }

  /** An operator on the console, or with the console's cookie on the portal. */
  async function operatorFor(role: GivenRole, listener: 'portal' | 'console'): Promise<Visitor> {
    const visitor = endsSession.has(operation.name) ? await world.operator(role) : operators[role]
    if (listener === 'console') return visitor
    const elsewhere = world.visitor(listener)
    for (const [name, value] of visitor.cookies) elsewhere.cookies.set(name, value)
    return elsewhere
  }
})

function withToken(listener: 'portal' | 'console', token: string | undefined): Visitor {
  const visitor = world.visitor(listener)
  visitor.use(token)
  return visitor
}

/** A player on one of the listeners, with everything that their browser would send. */
function at(listener: 'portal' | 'console', player: Visitor): Visitor {
  const visitor = withToken(listener, player.token())
  for (const [name, value] of player.cookies) visitor.cookies.set(name, value)
  return visitor
}

function isServed({ method, path }: Operation): boolean {
  const { portal, console: staff } = world.app
  return [portal, staff].some((listener) => listener.serves(method, apiBase + path))
}

/** Valid bodies, so that ownership is checked. */
const sound: Record<string, Record<string, string>> = {
  askForHelp: { text: 'Is it mine?' },
  writeMessage: { text: 'Is it mine?' },
  chooseDeposit: { choice: 'refund' },
  renamePlayerPasskey: { name: 'Is it mine?' },
  removePlayerPasskey: { current_password: 'calm-sea-at-dusk' },
}

/** Calls the operation with an empty body, at the path of the owner's object. */
async function call(operation: Operation, visitor: Visitor, { crossSite, ...more }: Record<string, string> = {}) {
  const [pattern] = /^.*?\/:[a-z]+/.exec(operation.path) ?? []
  const value = pattern === undefined ? '' : (things[pattern] ?? unknown(operation))
  // A value of two parts fills two parameters.
  const path = operation.path.replace(value.includes('/') ? /:[a-z]+\/:[a-z]+/ : /:[a-z]+/, value)
  const headers = crossSite ? { 'x-dhow-console': '' } : undefined
  if (operation.method === 'GET' || operation.method === 'DELETE') {
    const query = new URLSearchParams(more).toString()
    return visitor.call(operation.method, query ? `${path}?${query}` : path, undefined, headers)
  }
  if (operation.multipart) return visitor.form(path, { ...sound[operation.name], ...more }, undefined, headers)
  return visitor.call(operation.method, path, { ...sound[operation.name], ...more }, headers)
}

/** Records of a player need a real id here, or the test would not check access by others. */
function unknown(operation: Operation): string {
  if (operation.access === 'player' && isServed(operation))
    throw new Error(`the matrix has no id of the owner for ${operation.path}; add one to its things`)
  return 'nothing-by-this-name'
}

/** "open" for any answer of the operation itself that the contract declares. */
function outcomeOf(operation: Operation, { status, json }: Answer): string {
  if (json === 'not theirs') return json
  const code = (json as { code?: string }).code
  const guards = [
    'session_invalid',
    'player_inactive',
    'player_mismatch',
    'staff_session_invalid',
    'staff_forbidden',
    'signature_invalid',
  ]
  // An unknown path parameter is not found, whatever else the operation declares.
  const declared: readonly string[] = operation.params ? [...operation.refusals, 'not_found'] : operation.refusals
  const common: readonly string[] = commonRefusals[operation.access].filter((name) => !guards.includes(name))
  const isOpen = status < 400 || (status < 500 && code !== undefined && [...declared, ...common].includes(code))
  return isOpen ? 'open' : `${status} ${code}`
}
