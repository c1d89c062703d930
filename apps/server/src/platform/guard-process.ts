import type { Log } from '@dhow/platform/log'

/**
 * Decides which errors end the process. An unhandled rejection belongs to one call or job: it is logged, and all others
 * go on. An uncaught error may have left anything half done: it is logged and ends the process, and the supervisor
 * starts a new one.
 */
export function guardProcess(process: NodeJS.Process, log: Pick<Log, 'error' | 'fatal'>) {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection of a promise'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an uncaught error ends this process')
    process.exit(1)
  })
}
