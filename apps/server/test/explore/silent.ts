import { pino } from 'pino'

/** The log of an explored server, which nobody reads unless DHOW_TEST_LOG asks for it. */
export const silent = () => pino({ level: process.env['DHOW_TEST_LOG'] ?? 'silent' })
