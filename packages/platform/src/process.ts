/** A fault that a person can mend: its message is one sentence for them, and needs no trace. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/**
 * Ends the program at the first SIGTERM or SIGINT, or when its parent process is gone, as after a `kill -9`: `close` runs once with the reason,
 * and the process exits with 0 when that has resolved.
 * @param failed receives what `close` rejected with, and has to end the process
 */
export function endOnSignal(
  process: NodeJS.Process,
  close: (reason: string) => Promise<unknown>,
  failed: (error: unknown) => void,
): void {
  let isClosing = false
  for (const reason of ['SIGTERM', 'SIGINT', 'disconnect'])
    process.on(reason, () => {
      if (isClosing) return
      isClosing = true
      close(reason).then(() => process.exit(0), failed)
    })
}

/** Ends a program that cannot start or close, with status 1: one sentence for what a person can mend, the whole trace for what they cannot. */
export function exitWith(error: unknown): never {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(1)
}

function sentenceOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
