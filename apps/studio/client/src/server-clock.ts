/** The server's time, from the trips of pings: the page computes the flight from it. */
export function openServerClock() {
  let offsetMs = 0
  let bestTripMs = Infinity
  return {
    nowMs: () => Date.now() + offsetMs,
    /** A ping came back: when it was sent by this clock, and when the server answered by its own. */
    answered(sentMs: number, serverMs: number): void {
      const tripMs = Date.now() - sentMs
      if (tripMs <= bestTripMs) {
        bestTripMs = tripMs
        offsetMs = serverMs + tripMs / 2 - Date.now()
      } else {
        // A trip slowly counts as worse than it was, so that a clock that drifts is noticed.
        bestTripMs += 2
      }
    },
    /** A first guess until a ping has come back. */
    guess(serverMs: number): void {
      if (bestTripMs === Infinity) offsetMs = serverMs - Date.now()
    },
  }
}
