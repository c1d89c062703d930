import type { Metrics } from './metrics.ts'

interface Asked {
  method: string
  routeOptions: { url?: string | undefined }
}

interface Answered {
  statusCode: number
  elapsedTime: number
}

/** Fastify `onResponse` hook that counts answers. Uses the route's pattern, so that ids do not create series. */
export const countRequests =
  (metrics: Metrics, listener: string) =>
  ({ method, routeOptions }: Asked, { statusCode, elapsedTime }: Answered, done: () => void): void => {
    const route = routeOptions.url ?? 'none'
    metrics.count('dhow_requests_total', { listener, method, route, status: String(statusCode) })
    metrics.observe('dhow_request_seconds', { listener }, elapsedTime / 1_000)
    done()
  }
