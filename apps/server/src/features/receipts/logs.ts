/** The public logs: one of players' entries, one of the staff's audit trail. Each is a row of `receipts.log`, and has a key of its own. */
export const logNames = ['players', 'staff'] as const
export type LogName = (typeof logNames)[number]

/** Path of each log below the portal's address. Its origin is the host with this path, at the first start. */
export const logPaths: Record<LogName, string> = { players: '/log', staff: '/log/staff' }
