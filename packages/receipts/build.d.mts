export function buildReceipts(): Promise<void>
