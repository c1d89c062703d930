export function findPostgres(): string | undefined
export function startTemporaryCluster(options?: { durable?: boolean; settings?: string[] }): Promise<{
  url: string
  bin: string
  folder: string
  data: string
  port: number
  as: { uid?: number; gid?: number }
  pid: number
  stop(): Promise<void>
}>
export function makeDatabase(url: string, name: string, template?: string): string
export function dropDatabase(url: string): void
export function startStandby(
  cluster: { url: string; bin: string },
  name: string,
): Promise<{ url: string; pid: number; stop(): Promise<void> }>
