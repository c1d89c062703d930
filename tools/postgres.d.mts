export function findPostgres(): string | undefined
export function startTemporaryCluster(options?: {
  durable?: boolean
}): Promise<{ url: string; bin: string; pid: number; stop(): Promise<void> }>
export function makeDatabase(url: string, name: string, template?: string): string
export function dropDatabase(url: string): void
