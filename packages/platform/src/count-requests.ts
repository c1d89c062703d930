import type { Metrics } from './metrics.ts'

interface Asked {
  method: string
  routeOptions: { url?: string | undefined }
}

interface Answered {
  statusCode: number
  elapsedTime: number
}

/** Counts each answer of a Fastify server: its `onResponse` hook. The route is its pattern, so that no address with an id becomes a series. */
export const countRequests =
  (metrics: Metrics, listener: string) =>
  ({ method, routeOptions }: Asked, { statusCode, elapsedTime }: Answered, done: () => void): void => {
    const route = routeOptions.url ?? 'none'
    metrics.count('dhow_requests_total', { listener, method, route, status: String(statusCode) })
    metrics.observe('dhow_request_seconds', { listener }, elapsedTime / 1_000)
    done()
  }
