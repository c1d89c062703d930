/** Fields of log entries that could open an account or name a voucher; the log replaces their values. */
export const secretFields = [
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
]
