import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../platform/http/app-error.ts'
import { byteRange } from '../../platform/http/byte-range.ts'
import { MediaMissingError, type MediaStore } from '../../platform/media/media-store.ts'

/** Sends a file of a guide, or the part of it that the browser asks for: without parts, people could not go back and forth in a video. */
export async function serveFile(
  media: MediaStore,
  { key, isVersioned }: { key: string; isVersioned: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const info = await media.head(key)
  if (!info) throw notFound()
  const range = byteRange(request.headers.range, info.bytes)
  void reply
    .header('accept-ranges', 'bytes')
    .header('cache-control', isVersioned ? 'private, max-age=31536000, immutable' : 'private, no-cache')
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${info.bytes}`).send()
  try {
    const content = await media.get(key, range)
    void reply.header('content-type', info.contentType)
    if (!range) return await reply.header('content-length', info.bytes).send(content.body)
    return await reply
      .code(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${info.bytes}`)
      .header('content-length', range.end - range.start + 1)
      .send(content.body)
  } catch (error) {
    if (error instanceof MediaMissingError) throw notFound()
    throw error
  }
}
