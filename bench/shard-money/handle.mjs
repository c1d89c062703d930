// Messages between clients and shards: each is handled in one transaction of one shard, any number of times.
import { add, balanceOf, commit, put, slotOf } from './world.mjs'

const transit = (number) => `transit ${number}`
const outside = (number) => `outside ${number}`

/** The slot whose shard decides a command. */
export function homeOf({ mistake }, { kind, player, reference }) {
  if (kind === 'deposit') return slotOf(mistake === 'reference reserved beside the player' ? player : reference)
  if (kind === 'claim' && mistake !== 'pot paid from a copy') return slotOf('pot')
  return slotOf(player)
}

/**
 * Effect of a command: `write` within its own slot, and money sent to another by `send`; undefined if it is refused. Each leaves the sum of
 * all accounts at zero.
 */
const decisions = {
  deposit: (slot, { reference, player, amount }, { number }) =>
    slot.rows.has(`reference:${reference}`)
      ? undefined
      : {
          write: () => put(slot, `reference:${reference}`, true),
          send: { source: outside(number), to: player, amount },
        },
  withdraw: (slot, { player, amount }, { number }) =>
    balanceOf(slot, player) < amount
      ? undefined
      : {
          write() {
            add(slot, player, -amount)
            add(slot, outside(number), amount)
          },
        },
  bet: (slot, { player, amount }, { shard }) =>
    balanceOf(slot, player) < amount
      ? undefined
      : {
          write() {
            add(slot, player, -amount)
            shard.house += amount
          },
        },
  win: (slot, { player, amount }, { shard }) => ({
    write() {
      add(slot, player, amount)
      shard.house -= amount
    },
  }),
  gift: (slot, { player, other, amount }) =>
    balanceOf(slot, player) < amount ? undefined : { send: { source: player, to: other, amount } },
  contribute: (slot, { player, amount }) =>
    balanceOf(slot, player) < amount ? undefined : { send: { source: player, to: 'pot', amount } },
  claim: (slot, { player, round }) => {
    const amount = balanceOf(slot, 'pot')
    if (slot.rows.has(`paid:${round}`) || amount === 0) return undefined
    return { write: () => put(slot, `paid:${round}`, true), send: { source: 'pot', to: player, amount } }
  },
  close: (slot, { player }) => ({ write: () => put(slot, `closed:${player}`, true) }),
  open: (slot, { player }) => ({ write: () => put(slot, `closed:${player}`, false) }),
}

/** Pays a pot at the winner's shard from an earlier read of it: only an injected bug does. */
function claimCopy({ potSeen }, slot, { player }) {
  if (potSeen === 0) return undefined
  const write = () => {
    add(slot, 'pot', -potSeen)
    add(slot, player, potSeen)
  }
  return { write, amount: potSeen }
}

function handleCommand(world, slot, where, { command }) {
  const { id } = command
  const known = slot.rows.get(`key:${id}`)
  const answer = (outcome) => [{ kind: 'answer', id, outcome }]
  if (known && world.mistake !== 'repeated command applied again') return answer(known)
  const isCopied = command.kind === 'claim' && world.mistake === 'pot paid from a copy'
  const decided = isCopied ? claimCopy(world, slot, command) : decisions[command.kind](slot, command, where)
  const amount = decided?.amount ?? decided?.send?.amount ?? command.amount
  const outcome = { isAccepted: decided !== undefined, amount }
  if (world.mistake === 'answered before the commit') world.messages.push(...answer(outcome))

  const keep = () => put(slot, `key:${id}`, outcome)
  const { send } = decided ?? {}
  const take = () => send && add(slot, send.source, -send.amount)
  const remember = () => {
    if (!send) return
    add(slot, transit(where.number), send.amount)
    put(slot, `sent:${id}`, { ...send, state: 'sent' })
  }
  if (world.mistake === 'money taken before its row is written') {
    commit(world, () => [keep(), decided?.write?.(), take()])
    commit(world, remember)
  } else commit(world, () => [keep(), decided?.write?.(), take(), remember()])
  return [...answer(outcome), ...(send ? [creditOf(id, send, where.number)] : [])]
}

/** The message that credits money to another slot, retried as often as needed. */
export const creditOf = (id, { to, amount }, home) => ({ kind: 'credit', id, to, amount, home })

function handleCredit(world, slot, { number }, { id, to, amount, home }) {
  const { mistake } = world
  const known = mistake === 'credit without a memory' ? undefined : slot.rows.get(`received:${id}`)
  const outcome = known ?? (slot.rows.get(`closed:${to}`) ? 'refused' : 'credited')
  if (known === undefined)
    commit(world, () => {
      if (outcome === 'credited') {
        add(slot, transit(number), -amount)
        add(slot, to, amount)
      }
      if (outcome === 'credited' || mistake !== 'refusal without a memory') put(slot, `received:${id}`, outcome)
    })
  return [{ kind: 'receipt', id, home, outcome }]
}

function handleReceipt(world, slot, { number }, { id, outcome }) {
  const row = slot.rows.get(`sent:${id}`)
  const isOpen = row?.state === 'sent' || (row?.state === 'returned' && world.mistake === 'returned at each receipt')
  if (!isOpen) return []
  if (outcome === 'credited') commit(world, () => put(slot, `sent:${id}`, { ...row, state: 'done' }))
  else returnMoney(world, slot, number, id, row)
  return []
}

/** Returns the money of a pair to its origin. */
export function returnMoney(world, slot, number, id, row) {
  commit(world, () => {
    put(slot, `sent:${id}`, { ...row, state: 'returned' })
    add(slot, transit(number), -row.amount)
    add(slot, row.source, row.amount)
  })
}

const handlers = { command: handleCommand, credit: handleCredit, receipt: handleReceipt }

/** The target slot of a message. */
export function slotFor(world, message) {
  if (message.kind === 'command') return homeOf(world, message.command)
  return message.kind === 'credit' ? slotOf(message.to) : message.home
}

/** Handles a message at a shard. @returns the messages it sends, or undefined if the shard does not serve the slot */
export function handle(world, shardIndex, message) {
  const shard = world.shards[shardIndex]
  const number = slotFor(world, message)
  const slot = shard.slots.get(number)
  if (slot === undefined || (!slot.isOpen && world.mistake !== 'old owner not asked')) return undefined
  return handlers[message.kind](world, slot, { number, shard }, message)
}
