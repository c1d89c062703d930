export function findPostgres(): string | undefined
export function startTemporaryCluster(options?: {
  durable?: boolean
}): Promise<{ url: string; bin: string; pid: number; stop(): Promise<void> }>
