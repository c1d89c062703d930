/** Fields of log entries that could open an account or reveal a voucher; the log redacts their values. */
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
