// A slot moves by a copy that follows its changes, a fence, and a switch in the directory; a mover may stop anywhere, and another one resumes.
import { commit } from './world.mjs'

/** Rows that a bug leaves behind, by key prefix. */
const leftRows = {
  'keys stay behind': 'key:',
  'received credits stay behind': 'received:',
  'money under way stays behind': 'sent:',
  'references stay behind': 'reference:',
}
const isCopied = ({ mistake }, key) => !(mistake in leftRows && key.startsWith(leftRows[mistake]))

function shipChanges(world, source, staging, atMost) {
  commit(world, () => {
    for (const [key, value] of source.changes.splice(0, atMost)) if (isCopied(world, key)) staging.rows.set(key, value)
  })
}

function copy(world, slot, { to, attempt }, source) {
  commit(world, () => (source.changes = []))
  const rows = new Map([...source.rows].filter(([key]) => isCopied(world, key)))
  commit(world, () => world.shards[to].staging.set(slot, { rows, attempt }))
}

function fence(world, move, source) {
  if (world.mistake !== 'no fence') commit(world, () => (source.isOpen = false))
  commit(world, () => (move.state = 'fenced'))
}

/** The commit point of the move: one row of the directory, and only if the move is unchanged since it was prepared. */
function switchOver(world, slot, { to, attempt, from }) {
  commit(world, () => {
    const now = world.moves.get(slot)
    const stands = now?.attempt === attempt && now.state === 'fenced'
    if (!stands && world.mistake !== 'switch without looking again') return
    world.directory.set(slot, to)
    world.moves.set(slot, { from, to, attempt, state: 'switched' })
    world.seen.moves += 1
  })
}

/** The rest of a move after its switch, idempotent. */
function finish(world, slot, { from, to }) {
  const target = world.shards[to]
  const staged = target.staging.get(slot)
  if (staged)
    commit(world, () => {
      target.slots.set(slot, { rows: staged.rows, isOpen: true, changes: undefined })
      target.staging.delete(slot)
    })
  if (world.mistake !== 'old owner not asked') commit(world, () => world.shards[from].slots.delete(slot))
  commit(world, () => world.moves.delete(slot))
}

/** Performs the next part of a slot's move; starts one if there is none. */
export function advance(world, slot, { to, changes }) {
  const move = world.moves.get(slot)
  if (!move) {
    const from = world.directory.get(slot)
    if (from === to || to === undefined) return reopen(world, slot)
    return commit(world, () => world.moves.set(slot, { from, to, state: 'copying', attempt: ++world.attempts }))
  }
  if (move.state === 'switched') return finish(world, slot, move)
  const source = world.shards[move.from].slots.get(slot)
  // Missing only if a bug let two moves overlap.
  if (!source) return undefined
  const staging = world.shards[move.to].staging.get(slot)
  if (staging?.attempt !== move.attempt) return copy(world, slot, move, source)
  const isBehind = source.changes.length > 0 && !(move.state === 'fenced' && world.mistake === 'switch before the end')
  if (isBehind && (changes > 0 || move.state === 'fenced')) return shipChanges(world, source, staging, changes + 1)
  if (move.state === 'copying') return fence(world, move, source)
  return switchOver(world, slot, move)
}

/** Prepares a switch, which another step performs. */
export function prepare(world, slot) {
  const move = world.moves.get(slot)
  if (move?.state === 'fenced' && world.shards[move.from].slots.get(slot)?.changes.length === 0)
    world.prepared = { slot, move }
}

export function switchPrepared(world) {
  if (!world.prepared) return
  const { slot, move } = world.prepared
  world.prepared = undefined
  switchOver(world, slot, move)
}

/** Aborts a move unless the directory already names the new shard. */
export function abort(world, slot) {
  const move = world.moves.get(slot)
  if (!move) return
  const isLate = move.state === 'switched'
  if (isLate && world.mistake !== 'given up after the switch') return
  if (isLate && !world.shards[move.from].slots.has(slot)) return
  commit(world, () => {
    world.moves.delete(slot)
    world.directory.set(slot, move.from)
    world.seen.givenUp += 1
  })
  reopen(world, slot)
}

/** Reopens a slot without a move at its owner, and removes partial copies. */
function reopen(world, slot) {
  const owner = world.shards[world.directory.get(slot)].slots.get(slot)
  if (owner && (!owner.isOpen || owner.changes))
    commit(world, () => {
      owner.isOpen = true
      owner.changes = undefined
    })
  for (const { staging } of world.shards) if (staging.has(slot)) commit(world, () => staging.delete(slot))
}
