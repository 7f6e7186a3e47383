import type { FastifyReply } from 'fastify'

/** A reader that takes nothing of a reply for this long counts as gone, whatever the state of its connection. */
const STALLED_MS = 60_000

/** Closes the connection of a reader that has stopped reading a long reply, so that it frees its place. */
export function cutStalled(reply: FastifyReply, stalledMs = STALLED_MS): void {
  reply.raw.setTimeout(stalledMs, () => void reply.raw.destroy())
}
