import { pino, type Logger } from 'pino'

export type Log = Logger

/** Structured log on standard output; whatever could open an account or name a voucher is taken out before it is written. */
export function openLog(level: string): Log {
  return pino({
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'password',
        'token',
        'pin',
        'otp',
        '*.password',
        '*.token',
        '*.pin',
        '*.otp',
      ],
      censor: '[taken out]',
    },
  })
}
