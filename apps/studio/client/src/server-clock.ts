/** The server's time, estimated from ping round trips. */
export function openServerClock() {
  let offsetMs = 0
  let bestTripMs = Infinity
  return {
    nowMs: () => Date.now() + offsetMs,
    /** Handles a pong: `sentMs` by this clock, `serverMs` by the server's. */
    answered(sentMs: number, serverMs: number): void {
      const tripMs = Date.now() - sentMs
      if (tripMs <= bestTripMs) {
        bestTripMs = tripMs
        offsetMs = serverMs + tripMs / 2 - Date.now()
      } else {
        // Age the best trip, so that clock drift is noticed.
        bestTripMs += 2
      }
    },
    /** First estimate, used until a pong arrives. */
    guess(serverMs: number): void {
      if (bestTripMs === Infinity) offsetMs = serverMs - Date.now()
    },
  }
}
