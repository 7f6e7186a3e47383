import { buffer } from 'node:stream/consumers'
import { withoutMetadata } from '@winnow/vision/showing'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../platform/http/app-error.ts'
import { MediaMissingError, type MediaStore } from '../../platform/media/media-store.ts'

/**
 * Sends a stored picture. Browsers may cache it but must revalidate it each time (ETag), so that the next user of the same browser gets 404
 * instead of a picture from the cache; with `keep: false` they may not store it at all. `embeddable` allows other sites to show it, as central stations do with signed addresses. The bytes
 * came from outside, so the headers forbid scripts and content sniffing. A picture to look at is sent without its metadata; a
 * download is the stored file.
 */
export async function serveFrame(
  media: MediaStore,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  options: { download?: boolean; embeddable?: boolean; keep?: boolean } = {},
): Promise<unknown> {
  const etag = `"${key.replaceAll('/', '-')}"`
  void reply
    .headers(options.keep === false ? { 'cache-control': 'no-store' } : { 'cache-control': 'private, no-cache', etag })
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', options.embeddable ? 'cross-origin' : 'same-origin')
  if (options.keep !== false && request.headers['if-none-match'] === etag) return reply.code(304).send()
  try {
    const content = await media.get(key)
    void reply.header('content-type', content.contentType)
    if (options.download) {
      void reply
        .header('content-disposition', `attachment; filename="${key.split('/').slice(-2).join('-')}"`)
        .header('content-length', content.bytes)
      return await reply.send(content.body)
    }
    const picture = Buffer.from(withoutMetadata(await buffer(content.body)))
    return await reply.header('content-length', picture.length).send(picture)
  } catch (error) {
    if (error instanceof MediaMissingError) throw notFound()
    throw error
  }
}
