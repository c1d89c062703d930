import type { FastifyReply, FastifyRequest } from 'fastify'

/** Waits without keeping the process alive. */
export const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

/** Sends no answer: closes the connection after a while, like a failing network. */
export async function leaveUnanswered(reply: FastifyReply, ms: number): Promise<FastifyReply> {
  await later(ms)
  reply.hijack()
  reply.raw.destroy()
  return reply
}

/** Checks that a call carries the key as a bearer token; answers 401 if it does not. An empty key accepts every call. */
export function isBearer(key: string, request: FastifyRequest, reply: FastifyReply): boolean {
  if (key === '' || request.headers.authorization === `Bearer ${key}`) return true
  void reply.code(401).send({ error: 'the key is missing or wrong' })
  return false
}
