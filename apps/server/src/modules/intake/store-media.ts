import { fileEnding } from '@winnow/domain'
import type { MediaPart } from '@winnow/intake'
import { showingOf } from '@winnow/vision/showing'
import { sniffMedia } from '@winnow/vision/sniff'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { pictureKey } from '../../platform/media/picture-key.ts'

export interface StoredPart {
  mediaId: string
  kind: 'still' | 'clip'
  key: string
  type: string
  bytes: number
  /** Whether browsers can display the file without conversion. */
  displayable: boolean
  offsetMs: number | null
}

/**
 * Stores the pictures and clips of a message under generated names. Their type is detected from the first bytes. Parts that are neither
 * picture nor clip are stored too, and the analysis reports that they cannot be read. The number of parts is limited before, when the
 * message is read; parts that are left out are reported there.
 */
export async function storeMedia(
  media: MediaStore,
  signal: { id: string; receivedAt: Date },
  parts: readonly MediaPart[],
): Promise<StoredPart[]> {
  return Promise.all(
    parts.map(async (part, index): Promise<StoredPart> => {
      const found = sniffMedia(part.bytes.subarray(0, 4096))
      const key = pictureKey(signal.receivedAt, signal.id, `${index}.${fileEnding(found.type)}`)
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
