import type { EdgePort } from './edge-process.ts'
import type { Seat } from './seats.ts'

/** An open page of a player or a visitor, on the edge that holds its socket. */
export interface OpenPage {
  id: number
  edge: EdgePort
  room: string
  address: string
  seat: Seat | null
}

/** The open pages, by id, player, address and edge. */
export function openPages<Page extends OpenPage>(edges: readonly EdgePort[], perPlayer: number) {
  const pages = new Map<number, Page>()
  const byPlayer = new Map<string, Set<Page>>()
  const byAddress = new Map<string, number>()
  /** Number of pages by edge. */
  const held = new Map(edges.map((edge) => [edge, 0]))
  const heldBy = (edge: EdgePort): number => held.get(edge) ?? 0

  return {
    get: (id: number) => pages.get(id),
    all: () => pages.values(),
    of: (player: string): Iterable<Page> => byPlayer.get(player) ?? [],
    at: (address: string): number => byAddress.get(address) ?? 0,
    /** The running edge with the fewest pages. */
    emptiest: (): EdgePort | undefined => edges.filter((edge) => edge.isUp()).sort((a, b) => heldBy(a) - heldBy(b))[0],
    add(page: Page): void {
      pages.set(page.id, page)
      held.set(page.edge, heldBy(page.edge) + 1)
      byAddress.set(page.address, (byAddress.get(page.address) ?? 0) + 1)
    },
    /** False if this player has too many open pages, or the page is closed. */
    takeSeat(page: Page, seat: Seat): boolean {
      const others = byPlayer.get(seat.player) ?? new Set()
      // The page may have closed during the look-up of its seat.
      if (others.size >= perPlayer || !pages.has(page.id)) return false
      byPlayer.set(seat.player, others.add(page))
      page.seat = seat
      return true
    },
    remove(page: Page): void {
      pages.delete(page.id)
      held.set(page.edge, heldBy(page.edge) - 1)
      const left = (byAddress.get(page.address) ?? 1) - 1
      if (left > 0) byAddress.set(page.address, left)
      else byAddress.delete(page.address)
      const others = page.seat && byPlayer.get(page.seat.player)
      if (!page.seat || !others) return
      others.delete(page)
      if (others.size === 0) byPlayer.delete(page.seat.player)
    },
  }
}
