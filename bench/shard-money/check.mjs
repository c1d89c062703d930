// Invariants: after each step no money is created or lost, and in the end every account has the balance that the answers imply.
import { homeOf } from './handle.mjs'
import { rowsOf, usedSlots } from './world.mjs'

/** The sum of each account over all slots, in the shards that the directory names. */
function balances(world) {
  const sums = new Map([['house', world.shards.reduce((sum, { house }) => sum + house, 0)]])
  for (const slot of usedSlots)
    for (const [key, value] of rowsOf(world, slot)) {
      if (!key.startsWith('balance:')) continue
      // Money in transit and the outside world have an account in each slot.
      const account = key.slice('balance:'.length).replace(/ \d+$/, '')
      sums.set(account, (sums.get(account) ?? 0) + value)
    }
  return sums
}

/** All accounts together sum to zero, and no player's balance is negative. */
export function checkStep(world) {
  let sum = world.shards.reduce((total, { house }) => total + house, 0)
  for (const slot of usedSlots)
    for (const [key, value] of rowsOf(world, slot)) {
      // Only balances are numeric rows.
      if (typeof value !== 'number') continue
      sum += value
      if (value < 0 && !/^balance:(transit|outside) /.test(key)) world.faults.push(`${key} is below nothing`)
    }
  if (sum !== 0) world.faults.push(`${Math.abs(sum)} minor units are ${sum > 0 ? 'too many' : 'missing'}`)
}

const effects = {
  withdraw: ({ player }) => [
    [player, -1],
    ['outside', 1],
  ],
  bet: ({ player }) => [
    [player, -1],
    ['house', 1],
  ],
  win: ({ player }) => [
    [player, 1],
    ['house', -1],
  ],
  deposit: ({ player }) => [
    ['outside', -1],
    [player, 1],
  ],
  gift: ({ player, other }) => [
    [player, -1],
    [other, 1],
  ],
  contribute: ({ player }) => [
    [player, -1],
    ['pot', 1],
  ],
  claim: ({ player }) => [
    ['pot', -1],
    [player, 1],
  ],
}

/** Expected balance of every account, from the answers to clients and the outcome of money that left a slot. */
function expected(world) {
  const sums = new Map()
  const credited = new Set()
  for (const [id, command] of world.commands) {
    const outcome = world.answers.get(id)
    if (outcome) world.seen.answers += 1
    if (!outcome?.isAccepted || !(command.kind in effects)) continue
    const sent = rowsOf(world, homeOf(world, command)).get(`sent:${id}`)
    if (sent) world.seen[sent.state === 'returned' ? 'returned' : 'arrived'] += 1
    if (sent?.state === 'returned') continue
    if (command.kind === 'deposit') {
      if (credited.has(command.reference)) world.faults.push(`${command.reference} is credited twice`)
      credited.add(command.reference)
    }
    for (const [account, sign] of effects[command.kind](command))
      sums.set(account, (sums.get(account) ?? 0) + sign * outcome.amount)
  }
  return sums
}

/** @returns {{ faults: string[], minorOff: number }} */
export function check(world) {
  const wanted = expected(world)
  const found = balances(world)
  let minorOff = 0
  for (const account of new Set([...wanted.keys(), ...found.keys()])) {
    const off = (found.get(account) ?? 0) - (wanted.get(account) ?? 0)
    if (off === 0) continue
    minorOff = Math.max(minorOff, Math.abs(off))
    world.faults.push(`${account} has ${Math.abs(off)} minor units too ${off > 0 ? 'many' : 'few'}`)
  }
  return { faults: [...new Set(world.faults)], minorOff }
}
