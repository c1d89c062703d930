/** Public logs: players' entries, and the staff's audit trail. Each is a row of `receipts.log` with its own key. */
export const logNames = ['players', 'staff'] as const
export type LogName = (typeof logNames)[number]

/** Path of each log below the portal's URL. Its origin is the host at the first start, with this path. */
export const logPaths: Record<LogName, string> = { players: '/log', staff: '/log/staff' }
