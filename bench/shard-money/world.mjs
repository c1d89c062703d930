// Parts of the model: shards that each commit by themselves, slots with their rows, a directory, and a network that repeats and loses.

/** As many as the plan has; only those with something in them are walked. */
const slotCount = 1_024

/** FNV-1a of a name, over the slots. */
export function slotOf(name) {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  return hash % slotCount
}

export const players = ['ada', 'ben', 'cleo', 'dan', 'eve', 'finn']
export const references = ['EFT 1', 'EFT 2', 'EFT 3']
/** The slots that hold anything. */
export const usedSlots = [...new Set([...players, ...references, 'pot'].map(slotOf))]
export const shardCount = 3

/**
 * @param {string | undefined} mistake the planted mistake, by its name
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
    /** Slot to shard, with the moves under way: rows of one database. */
    directory,
    moves: new Map(),
    attempts: 0,
    /** A switch that was decided and not yet done, by a mover that was held up. */
    prepared: undefined,
    /** Each knows the directory as it was when it asked last. */
    routers: [new Map(directory), new Map(directory)],
    messages: [],
    /** Commands by id, and the first answer that their clients got. */
    commands: new Map(),
    answers: new Map(),
    /** The pot's balance as somebody read it earlier. */
    potSeen: 0,
    faults: [],
    /** How much of what a schedule shall show happened in it. */
    seen: { answers: 0, moves: 0, givenUp: 0, cutOff: 0, repeated: 0, arrived: 0, returned: 0 },
    commitsLeft: Infinity,
  }
}

const crash = new Error('crash')

/** One transaction on one shard, or none of it. */
export function commit(world, write) {
  if (world.commitsLeft <= 0) throw crash
  world.commitsLeft -= 1
  write()
}

/** Runs work that may be cut off after so many commits. @returns whether it came to its end */
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
  // Kept for a copy under way, as a replication slot keeps them.
  slot.changes?.push([key, value])
}
export const balanceOf = (slot, account) => slot.rows.get(`balance:${account}`) ?? 0
export const add = (slot, account, amount) => put(slot, `balance:${account}`, balanceOf(slot, account) + amount)

/** The rows of a slot at the shard that the directory names. */
export function rowsOf(world, slot) {
  const { slots, staging } = world.shards[world.directory.get(slot)]
  return (slots.get(slot) ?? staging.get(slot))?.rows ?? new Map()
}
