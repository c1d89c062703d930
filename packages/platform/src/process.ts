/** An error that an operator can fix: its message is one sentence for them, without a stack trace. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/**
 * Ends the program at the first SIGTERM or SIGINT, or when its parent process ends, as after `kill -9`: runs `close` once with the reason, then exits
 * with 0.
 * @param failed receives the error of `close`, and has to end the process
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

/** Ends a program that cannot start or close, with status 1: prints an OperatorError's sentence, or else the stack trace. */
export function exitWith(error: unknown): never {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(1)
}

function sentenceOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
