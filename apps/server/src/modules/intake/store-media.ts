import type { MediaPart } from '@winnow/intake'
import { showingOf } from '@winnow/vision/showing'
import { sniffMedia } from '@winnow/vision/sniff'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { pictureKey } from '../../platform/media/picture-key.ts'

const ENDING: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/x-msvideo': 'avi',
  'video/x-matroska': 'mkv',
}

export interface StoredPart {
  mediaId: string
  kind: 'still' | 'clip'
  key: string
  type: string
  bytes: number
  /** A browser may be given the file as it is. */
  displayable: boolean
  offsetMs: number | null
}

/**
 * Puts the pictures and clips of a message into the media store, each under a name of ours. Their type is what their first
 * bytes say. Parts that are neither picture nor clip are kept too: the analysis says of them that they cannot be read. All
 * that were read are kept: how many those may be is bounded by the reader, which says so when it leaves some out.
 */
export async function storeMedia(
  media: MediaStore,
  signal: { id: string; receivedAt: Date },
  parts: readonly MediaPart[],
): Promise<StoredPart[]> {
  return Promise.all(
    parts.map(async (part, index): Promise<StoredPart> => {
      const found = sniffMedia(part.bytes.subarray(0, 4096))
      const key = pictureKey(signal.receivedAt, signal.id, `${index}.${ENDING[found.type] ?? 'bin'}`)
      await media.put(key, part.bytes)
      return {
        mediaId: `${signal.id}:${index}`,
        kind: found.kind === 'clip' ? 'clip' : 'still',
        key,
        type: found.type,
        bytes: part.bytes.byteLength,
        displayable: found.kind === 'image' && showingOf(part.bytes) === 'as-it-is',
        offsetMs: part.offsetMs,
      }
    }),
  )
}
