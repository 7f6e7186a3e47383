import type { IncomingMessage } from 'node:http'
import { DETECTOR_LIMITS } from '@winnow/contract'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { MediaFullError, MediaTooLargeError } from '../../platform/media/media-store.ts'
import { droppedKey } from './add-dropped.ts'
import type { DetectorsDeps } from './detectors-deps.ts'

const tooLarge = (): AppError =>
  new AppError('TOO_LARGE', `A detector's file may have at most ${DETECTOR_LIMITS.bytes / 1024 / 1024} MB`)

/** Stores an uploaded file under its checksum, for the task that tries it. The file is streamed to the store and never held in memory. */
export async function dropFile(
  { media, limits }: Pick<DetectorsDeps, 'media' | 'limits'>,
  request: FastifyRequest,
): Promise<{ sha256: string; bytes: number }> {
  limits.requireRoom()
  if (Number(request.headers['content-length'] ?? 0) > DETECTOR_LIMITS.bytes) throw tooLarge()
  const arriving = `detectors/dropped/${newId()}.part`
  // The request stays open if the body is too large: destroying it would close the connection before the reply is sent.
  const body = (request.body as IncomingMessage).iterator({ destroyOnReturn: false })
  try {
    const { sha256, bytes } = await media.put(arriving, body, { limit: DETECTOR_LIMITS.bytes })
    await media.put(droppedKey(sha256), (await media.get(arriving)).body)
    return { sha256, bytes }
  } catch (error) {
    if (error instanceof MediaTooLargeError) throw tooLarge()
    if (error instanceof MediaFullError) throw new AppError('STORAGE_FULL', 'The disk is full, or nearly so')
    throw error
  } finally {
    await media.delete([arriving])
  }
}
