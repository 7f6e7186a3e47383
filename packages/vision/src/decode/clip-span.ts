import type { Demuxer } from 'node-av/api'

/** Which part of its own clock a clip takes up, in seconds. */
export interface ClipSpan {
  /** Where its first picture or sound stands. */
  start: number
  /** How long it is from there; 0 if it does not tell. */
  length: number
}

/** These tell where the clip ends on its clock; others tell how far that is from its start. */
const TELL_THEIR_END = new Set(['matroska', 'asf'])

/** Reads from a container's head where its clip begins and how long it is. */
export function clipSpan(demuxer: Demuxer, format: string): ClipSpan {
  const told = Math.max(0, demuxer.duration)
  const start = Number.isFinite(demuxer.startTime) ? Math.max(0, demuxer.startTime) : 0
  // Some writers of these tell the length all the same: an end before the start cannot be one.
  return { start, length: TELL_THEIR_END.has(format) && told > start ? told - start : told }
}
