export function findPostgres(): string | undefined
export function startTemporaryCluster(options?: {
  durable?: boolean
}): Promise<{ url: string; bin: string; pid: number; stop(): Promise<void> }>
export function makeDatabase(url: string, name: string, template?: string): string
export function dropDatabase(url: string): void
export function startStandby(
  cluster: { url: string; bin: string },
  name: string,
): Promise<{ url: string; pid: number; stop(): Promise<void> }>
