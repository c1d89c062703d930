// Parts of the model: shards that commit independently, slots with their rows, a directory, and a network that repeats and loses messages.

/** The planned number; only non-empty slots are visited. */
const slotCount = 1_024

/** FNV-1a hash of a name, modulo the slots. */
export function slotOf(name) {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  return hash % slotCount
}

export const players = ['ada', 'ben', 'cleo', 'dan', 'eve', 'finn']
export const references = ['EFT 1', 'EFT 2', 'EFT 3']
/** Non-empty slots. */
export const usedSlots = [...new Set([...players, ...references, 'pot'].map(slotOf))]
export const shardCount = 3

/**
 * @param {string | undefined} mistake the injected bug, by name
 */
export function openWorld(mistake) {
  const shards = Array.from({ length: shardCount }, () => ({ slots: new Map(), staging: new Map(), house: 0 }))
  const directory = new Map()
  for (const slot of usedSlots) {
    directory.set(slot, slot % shardCount)
    shards[slot % shardCount].slots.set(slot, { rows: new Map(), isOpen: true, changes: undefined })
  }
  return {
    mistake,
    shards,
    /** Slot to shard, with the pending moves: rows of one database. */
    directory,
    moves: new Map(),
    attempts: 0,
    /** A prepared switch that a delayed mover has not performed yet. */
    prepared: undefined,
    /** Each has the directory as of its last read. */
    routers: [new Map(directory), new Map(directory)],
    messages: [],
    /** Commands by id, and the first answer to their clients. */
    commands: new Map(),
    answers: new Map(),
    /** The pot's balance at an earlier read. */
    potSeen: 0,
    faults: [],
    /** Event counts, to prove that a schedule covers them. */
    seen: { answers: 0, moves: 0, givenUp: 0, cutOff: 0, repeated: 0, arrived: 0, returned: 0 },
    commitsLeft: Infinity,
  }
}

const crash = new Error('crash')

/** One transaction on one shard, all or nothing. */
export function commit(world, write) {
  if (world.commitsLeft <= 0) throw crash
  world.commitsLeft -= 1
  write()
}

/** Runs work that crashes after so many commits. @returns whether it completed */
export function runUntil(world, commits, work) {
  world.commitsLeft = commits
  try {
    work()
    return true
  } catch (error) {
    if (error !== crash) throw error
    world.seen.cutOff += 1
    return false
  } finally {
    world.commitsLeft = Infinity
  }
}

export function put(slot, key, value) {
  slot.rows.set(key, value)
  // Recorded for a running copy, as by a replication slot.
  slot.changes?.push([key, value])
}
export const balanceOf = (slot, account) => slot.rows.get(`balance:${account}`) ?? 0
export const add = (slot, account, amount) => put(slot, `balance:${account}`, balanceOf(slot, account) + amount)

/** The rows of a slot at the shard that the directory names. */
export function rowsOf(world, slot) {
  const { slots, staging } = world.shards[world.directory.get(slot)]
  return (slots.get(slot) ?? staging.get(slot))?.rows ?? new Map()
}
