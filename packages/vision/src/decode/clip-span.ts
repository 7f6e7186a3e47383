import type { Demuxer } from 'node-av/api'
import type { Stream } from 'node-av/lib'

/** The part of its own clock that a clip covers, in seconds. */
export interface ClipSpan {
  /** The time of its first picture or sound. */
  start: number
  /** Its length from there, as far as the data exists; 0 if unknown. */
  length: number
  /** Its length when it was recorded. */
  recorded: number
  /** By how much the lengths of a complete clip may differ from its data. */
  tolerance: number
}

/** Containers round their length, may or may not include the last picture's duration, and let one track end a moment before another. */
const TOLERANCE_SECONDS = 0.5
/** Dahua's containers have whole seconds, up to the last part, even if that is no picture. */
const DAHUA_TOLERANCE_SECONDS = TOLERANCE_SECONDS + 1

/** These containers have the clip's end on its clock; others have the duration. */
const TELL_THEIR_END = new Set(['matroska', 'asf'])

/** In an AVI even an omitted picture has a header. */
const LEAST_AVI_PICTURE_BYTES = 8

/** The size that recorders write which cannot go back to the header. */
const UNKNOWN_SIZE = 0xffff_ffff

/** Whether an AVI's header claims more bytes than there are. */
function lacksBytes(bytes: Uint8Array): boolean {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(4, true)
  return size !== UNKNOWN_SIZE && size + 8 > bytes.length
}

/** Reads the start and the length of a clip from its container's header. */
export function clipSpan(demuxer: Demuxer, stream: Stream, bytes: Uint8Array, format: string): ClipSpan {
  const { num, den } = stream.avgFrameRate
  const rate = num > 0 && den > 0 ? num / den : 1
  const told = Math.max(0, demuxer.duration)
  const start = Number.isFinite(demuxer.startTime) ? Math.max(0, demuxer.startTime) : 0
  const tolerance = format === 'dhav' ? DAHUA_TOLERANCE_SECONDS : TOLERANCE_SECONDS
  // Some writers put the length there anyway: an end before the start is impossible.
  const length = TELL_THEIR_END.has(format) && told > start ? told - start : told
  // Recorders that cannot go back to the header write any large number, of more pictures than the file could hold.
  if (length * rate * (format === 'avi' ? LEAST_AVI_PICTURE_BYTES : 1) > bytes.length)
    return { start, length: 0, recorded: 0, tolerance }
  // For a truncated AVI only the remaining share is reported, but its header still has the number of pictures.
  const recorded = format === 'avi' && num > 0 && lacksBytes(bytes) ? Number(stream.nbFrames) / rate : length
  return { start, length, recorded, tolerance }
}
