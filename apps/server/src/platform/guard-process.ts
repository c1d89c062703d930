import type { Log } from '@dhow/platform/log'

/**
 * Decides what ends the process. A rejected promise without a handler belongs to one call or job, and all others go on: it is logged.
 * An error that no callback contained may have left anything half done, so it is logged and ends the process; the supervisor starts a new one.
 */
export function guardProcess(process: NodeJS.Process, log: Pick<Log, 'error' | 'fatal'>) {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise without a handler was rejected'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an uncaught error ends this process')
    process.exit(1)
  })
}
