import type { Demuxer } from 'node-av/api'
import type { Stream } from 'node-av/lib'

/** Which part of its own clock a clip takes up, in seconds. */
export interface ClipSpan {
  /** Where its first picture or sound stands. */
  start: number
  /** How long it is from there, as far as it is there; 0 if it does not tell. */
  length: number
  /** How long it was when it was recorded. */
  recorded: number
  /** By how much the lengths may differ from what is really there, in a whole clip. */
  tolerance: number
}

/** Containers round their length, count the last picture's own time or not, and let one track end a moment before another. */
const TOLERANCE_SECONDS = 0.5
/** Dahua's tells whole seconds, and up to its last part, be that no picture. */
const DAHUA_TOLERANCE_SECONDS = TOLERANCE_SECONDS + 1

/** These tell where the clip ends on its clock; others tell how far that is from its start. */
const TELL_THEIR_END = new Set(['matroska', 'asf'])

/** In an AVI even a picture that was left out has a head. */
const LEAST_AVI_PICTURE_BYTES = 8

/** What recorders that cannot go back to the head leave there for a size. */
const UNKNOWN_SIZE = 0xffff_ffff

/** Whether an AVI's head speaks of more bytes than there are. */
function lacksBytes(bytes: Uint8Array): boolean {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(4, true)
  return size !== UNKNOWN_SIZE && size + 8 > bytes.length
}

/** Reads from a container's head where its clip begins and how long it is. */
export function clipSpan(demuxer: Demuxer, stream: Stream, bytes: Uint8Array, format: string): ClipSpan {
  const { num, den } = stream.avgFrameRate
  const rate = num > 0 && den > 0 ? num / den : 1
  const told = Math.max(0, demuxer.duration)
  const start = Number.isFinite(demuxer.startTime) ? Math.max(0, demuxer.startTime) : 0
  const tolerance = format === 'dhav' ? DAHUA_TOLERANCE_SECONDS : TOLERANCE_SECONDS
  // Some writers of these tell the length all the same: an end before the start cannot be one.
  const length = TELL_THEIR_END.has(format) && told > start ? told - start : told
  // Recorders that cannot go back to the head leave any large number there: more pictures than the file could hold.
  if (length * rate * (format === 'avi' ? LEAST_AVI_PICTURE_BYTES : 1) > bytes.length)
    return { start, length: 0, recorded: 0, tolerance }
  // Of an AVI that was cut off only the share that is left is told, but its head still has the number of its pictures.
  const recorded = format === 'avi' && num > 0 && lacksBytes(bytes) ? Number(stream.nbFrames) / rate : length
  return { start, length, recorded, tolerance }
}
