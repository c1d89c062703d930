import { pino } from 'pino'

/** Log of an explored server, silent unless DHOW_TEST_LOG is set. */
export const silent = () => pino({ level: process.env['DHOW_TEST_LOG'] ?? 'silent' })
