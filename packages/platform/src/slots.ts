/** Items that come and go thousands of times a second. */
export interface Slots<Item> {
  readonly size: number
  /** Adds an item and gives the call that removes it; a second removal does nothing. */
  add(item: Item): () => void
  forEach(run: (item: Item) => void): void
}

/**
 * A list whose free places are used again. A Set that changes this often replaces its hash table again and again, and each old table of V8
 * refers to the next: one that the collector of young objects keeps then keeps every item added later until the next full collection.
 * Measured with 64 requests at a time: 20 us of collection for a bet with a Set, 10 us with this list (bench/bets.mjs).
 */
export function openSlots<Item>(): Slots<Item> {
  const items: (Item | undefined)[] = []
  const free: number[] = []
  let size = 0

  return {
    get size() {
      return size
    },
    add(item) {
      const at = free.pop() ?? items.length
      items[at] = item
      size++
      return () => {
        if (items[at] !== item) return
        items[at] = undefined
        free.push(at)
        size--
      }
    },
    forEach(run) {
      for (const item of items) if (item !== undefined) run(item)
    },
  }
}
