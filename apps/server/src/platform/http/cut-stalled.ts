import type { FastifyReply } from 'fastify'

/** A reader that takes nothing of an answer for so long has gone, whatever its connection says. */
const STALLED_MS = 60_000

/** Cuts the connection of a reader that has stopped reading a long answer, so that it keeps its place no longer. */
export function cutStalled(reply: FastifyReply): void {
  reply.raw.setTimeout(STALLED_MS, () => void reply.raw.destroy())
}
