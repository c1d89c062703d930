// A schedule is a list of integers, one per step: a command, a delivery, a repetition, or a part of a move, with its crash point.
import { check, checkStep } from './check.mjs'
import { creditOf, returnMoney, handle, slotFor } from './handle.mjs'
import { abort, advance, prepare, switchPrepared } from './moves.mjs'
import { balanceOf, openWorld, players, references, rowsOf, runUntil } from './world.mjs'
import { shardCount, slotOf, usedSlots } from './world.mjs'

/** Exclusive upper limit of a step. */
export const maxSteps = 2 ** 31 - 1

const kinds = ['deposit', 'deposit', 'deposit', 'bet', 'win', 'withdraw', 'gift', 'gift', 'gift']
kinds.push('contribute', 'contribute', 'claim', 'claim', 'close', 'open')
const steps = ['issue', 'issue', 'issue', 'issue', 'repeat', 'deliver', 'deliver', 'deliver', 'deliver', 'deliver']
steps.push('deliver', 'retry', 'see', 'move', 'move', 'move', 'move', 'move')
/** Outcomes of a delivery; a message that is lost, or whose handler crashes, is resent by its sender. */
const fates = ['well', 'well', 'well', 'well', 'before the commit', 'after the commit', 'twice', 'lost']
const moveParts = ['advance', 'advance', 'advance', 'advance', 'abort', 'abort', 'prepare', 'switch prepared']
const maxMessages = 300

/** The step that a number encodes, for reports. */
export function readStep(number) {
  let rest = number
  const next = (count) => {
    const digit = rest % count
    rest = Math.floor(rest / count)
    return digit
  }
  const one = (list) => list[next(list.length)]
  const step = one(steps)
  if (step === 'issue') {
    const [kind, player, other] = [one(kinds), one(players), one(players)]
    return { step, kind, player, other, reference: one(references), round: next(2), amount: 1 + next(900) }
  }
  if (step === 'deliver') return { step, fate: one(fates), router: next(2), pick: next(50_000) }
  if (step !== 'move') return { step, pick: next(50_000) }
  const part = one(moveParts)
  const cut = next(6)
  return {
    ...{ step, part, commits: cut < 4 ? Infinity : cut - 4, isOther: next(4) === 0 },
    ...{ pick: next(usedSlots.length), to: next(shardCount), changes: next(4) },
  }
}

const doSteps = {
  issue(world, { step: _step, ...command }) {
    const id = `c${world.commands.size + 1}`
    world.commands.set(id, { id, ...command })
    world.messages.push({ kind: 'command', command: world.commands.get(id) })
  },
  repeat(world, { pick }) {
    const command = [...world.commands.values()][pick % Math.max(1, world.commands.size)]
    if (command) world.messages.push({ kind: 'command', command })
  },
  deliver(world, { fate, router, pick }) {
    if (world.messages.length > 0) deliver(world, pick % world.messages.length, fate, router)
  },
  retry: (world, { pick }) => retry(world, usedSlots[pick % usedSlots.length]),
  see: (world) => void (world.potSeen = balanceOf({ rows: rowsOf(world, slotOf('pot')) }, 'pot')),
  move(world, { part, commits, isOther, pick, to, changes }) {
    const [underWay] = world.moves.keys()
    const slot = underWay === undefined || isOther ? usedSlots[pick] : underWay
    runUntil(world, commits, () => {
      if (part === 'advance') advance(world, slot, { to, changes })
      else if (part === 'abort') abort(world, slot)
      else if (part === 'prepare') prepare(world, slot)
      else switchPrepared(world)
    })
  },
}

function deliver(world, index, fate, routerIndex) {
  const message = world.messages[index]
  const remove = () => void world.messages.splice(world.messages.indexOf(message), 1)
  if (message.kind === 'answer') {
    remove()
    const first = world.answers.get(message.id)
    if (first === undefined) world.answers.set(message.id, message.outcome)
    else if (first.isAccepted !== message.outcome.isAccepted) world.faults.push(`${message.id} has two answers`)
    return
  }
  if (fate === 'lost') return remove()
  const number = slotFor(world, message)
  const router = world.routers[routerIndex]
  let sent
  const isDone = runUntil(world, fate === 'before the commit' ? 0 : fate === 'after the commit' ? 1 : Infinity, () => {
    sent = handle(world, router.get(number), message)
  })
  // Refused by a shard that does not serve the slot: the router reads the directory, and the message is resent.
  if (isDone && sent === undefined) return void router.set(number, world.directory.get(number))
  if (fate === 'after the commit') world.seen.cutOff += 1
  if (fate === 'twice') world.seen.repeated += 1
  else remove()
  if (isDone && fate !== 'after the commit' && world.messages.length < maxMessages) world.messages.push(...sent)
}

/** The sender of a pair resends unacknowledged messages. */
function retry(world, number) {
  const slot = world.shards[world.directory.get(number)].slots.get(number)
  if (!slot?.isOpen) return
  for (const [key, row] of slot.rows) {
    if (!key.startsWith('sent:') || row.state !== 'sent' || world.messages.length > maxMessages) continue
    const id = key.slice('sent:'.length)
    if (world.mistake === 'returned after a while') returnMoney(world, slot, number, id, row)
    else world.messages.push(creditOf(world.mistake === 'repeated under another id' ? `${id} again` : id, row, number))
  }
}

/** No more faults: everything pending is completed or never will be. */
function settle(world) {
  for (let round = 0; round < 40; round++) {
    for (const slot of usedSlots) advance(world, slot, { changes: 4 })
    for (const router of world.routers) for (const slot of usedSlots) router.set(slot, world.directory.get(slot))
    for (let left = world.messages.length; left > 0; left--) deliver(world, 0, 'well', 0)
    const unanswered = [...world.commands.values()].filter(({ id }) => !world.answers.has(id))
    for (const command of unanswered) world.messages.push({ kind: 'command', command })
    for (const slot of usedSlots) retry(world, slot)
    if (world.messages.length === 0 && world.moves.size === 0) return
  }
  world.faults.push('something never comes to its end')
}

/**
 * Runs a schedule to its end.
 * @param {number[]} numbers
 * @param {string} [mistake]
 * @returns the faults, the number of misplaced minor units, and event counts
 */
export function runSchedule(numbers, mistake) {
  const world = openWorld(mistake)
  for (const number of numbers) {
    const { step, ...rest } = readStep(number)
    doSteps[step](world, { step, ...rest })
    checkStep(world)
    if (world.faults.length > 0) break
  }
  if (world.faults.length === 0) settle(world)
  return { ...check(world), seen: world.seen }
}
