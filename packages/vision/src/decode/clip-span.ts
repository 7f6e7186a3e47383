import type { Demuxer } from 'node-av/api'
import type { Stream } from 'node-av/lib'

/** The time that a clip covers on its own clock, in seconds. */
export interface ClipSpan {
  /** The time of the clip's first picture or sound. */
  start: number
  /** The length of the part of the clip that exists in the file. 0 if unknown. */
  length: number
  /** The length of the complete clip, as it was recorded. */
  recorded: number
  /** The largest difference between the stated length and the data of a complete clip. */
  tolerance: number
}

/**
 * The tolerance for most containers. They round the length, may leave out the last picture's duration, and tracks end at different times.
 */
const TOLERANCE_SECONDS = 0.5
/** The tolerance for Dahua's containers. They give the length in whole seconds, up to the last part, even if that part is no picture. */
const DAHUA_TOLERANCE_SECONDS = TOLERANCE_SECONDS + 1

/** The containers that state the time at which the clip ends on its clock. All others state the duration. */
const TELL_THEIR_END = new Set(['matroska', 'asf'])

/** The smallest number of bytes per picture in an AVI: even an omitted picture has a header. */
const LEAST_AVI_PICTURE_BYTES = 8

/** The size in the header of a recorder that cannot go back to the header when the recording ends. */
const UNKNOWN_SIZE = 0xffff_ffff

/** Whether an AVI's header states more bytes than the file has. */
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
  // Some writers store the duration even in these containers. Then the stated end would be before the start.
  const length = TELL_THEIR_END.has(format) && told > start ? told - start : told
  // Recorders that cannot go back to the header write a very large number. It would mean more pictures than fit into the file.
  if (length * rate * (format === 'avi' ? LEAST_AVI_PICTURE_BYTES : 1) > bytes.length)
    return { start, length: 0, recorded: 0, tolerance }
  // FFmpeg reports only the remaining length of a truncated AVI. But the AVI's header still has the number of all pictures.
  const recorded = format === 'avi' && num > 0 && lacksBytes(bytes) ? Number(stream.nbFrames) / rate : length
  return { start, length, recorded, tolerance }
}
