import type { FastifyRequest } from 'fastify'
import type { Clock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'

export type ProxyWatch = ReturnType<typeof openProxyWatch>

/** A forwarding peer that was last seen longer ago is no longer shown. */
const shownForMs = 3_600_000
/** Anybody can send the header: only this many peers are remembered. */
const maxPeers = 20

/**
 * Notices requests with `X-Forwarded-For` from a peer that TRUSTED_PROXIES does not name: all players behind it look
 * like one address to the rate limits.
 */
export function openProxyWatch({ clock, log }: { clock: Clock; log: Log }) {
  const peers = new Map<string, number>()
  return {
    see(request: FastifyRequest) {
      const peer = request.socket.remoteAddress
      // For a trusted peer `request.ip` is the forwarded address, not the peer's.
      if (request.headers['x-forwarded-for'] === undefined || peer === undefined || request.ip !== peer) return
      const isNew = !peers.has(peer)
      if (isNew && peers.size >= maxPeers) return
      peers.set(peer, clock.now().getTime())
      if (isNew) log.warn({ peer }, 'requests are forwarded by a proxy missing in TRUSTED_PROXIES')
    },
    /** Addresses of untrusted peers that forwarded requests within the last hour. */
    untrusted(): string[] {
      const since = clock.now().getTime() - shownForMs
      return [...peers].filter(([, seenAt]) => seenAt > since).map(([peer]) => peer)
    },
  }
}
