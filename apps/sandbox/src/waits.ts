import type { FastifyReply } from 'fastify'

/** Waits, without keeping the program from ending. */
export const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

/** Answers nothing: keeps the line for a while, and then drops it, as something between the two would. */
export async function neverAnswer(reply: FastifyReply, ms: number): Promise<FastifyReply> {
  await later(ms)
  reply.hijack()
  reply.raw.destroy()
  return reply
}
