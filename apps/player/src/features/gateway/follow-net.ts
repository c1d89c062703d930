import type { LiveEvent } from '@dhow/contract/live'

/** The net result is asked for at most this often while a player bets. */
const askEveryMs = 1_500

/**
 * Shows the net result now and after every movement of the balance. A movement while one waits is in the answer of the one that waits, so
 * it neither asks again nor puts it off.
 * @returns ends it
 */
export function followNet(
  ask: () => Promise<string>,
  listen: (onEvent: (event: Pick<LiveEvent, 'type'>) => void) => () => void,
  show: (net: string) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    timer = undefined
    // Cut off: the figure stands as it was, and the next movement asks again.
    ask().then(show, () => undefined)
  }
  look()
  const stop = listen(({ type }) => {
    if (type === 'balance') timer ??= setTimeout(look, askEveryMs)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
