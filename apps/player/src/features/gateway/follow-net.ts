import type { LiveEvent } from '@dhow/contract/live'

/** Shortest time between two fetches of the net result. */
const pollEveryMs = 1_500

/**
 * Shows the net result now and after every movement of the balance. A movement during a pending fetch is covered by that fetch: it neither starts
 * another nor delays it.
 * @returns stops it
 */
export function followNet(
  ask: () => Promise<string>,
  listen: (onEvent: (event: Pick<LiveEvent, 'type'>) => void) => () => void,
  show: (net: string) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    timer = undefined
    // If it fails, keep the figure; the next movement fetches again.
    ask().then(show, () => undefined)
  }
  look()
  const stop = listen(({ type }) => {
    if (type === 'balance') timer ??= setTimeout(look, pollEveryMs)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
