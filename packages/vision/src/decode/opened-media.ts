import { LIMITS } from '../limits.ts'
import type { MediaProblem } from '../types.ts'
import type { DecodedFrame } from './decoded-frame.ts'

/** What came out of one file: pictures of it, and what was wrong. Both can be there. */
export interface DecodedMedia {
  frames: DecodedFrame[]
  problems: MediaProblem[]
  /** How many it has after all, where that was not known before. */
  count?: number
}

/** One file, of which is known how many pictures it has, or how many at most, before any of them is decoded. */
export interface OpenedMedia {
  /** The places of its pictures within it, ascending. */
  indexes: readonly number[]
  /** Bytes that one of them takes as RGB, at most. */
  frameBytes: number
  /** What was wrong with it so far. */
  problems: readonly MediaProblem[]
  /** Decodes these of its pictures. Never throws for what is in the file; `deadline` is on the clock of `performance.now`. */
  decode(indexes: readonly number[], deadline: number): Promise<DecodedMedia>
}

/** A file that is not decoded, and why. */
export function refused(problem: MediaProblem): OpenedMedia {
  return {
    indexes: [],
    frameBytes: 0,
    problems: [problem],
    decode: async () => ({ frames: [], problems: [] }),
  }
}

/** What a picture of this size takes as RGB once it is made as small as it is looked at. */
export function workingBytes(width: number, height: number): number {
  const scale = Math.min(1, LIMITS.workingSide / Math.max(width, height))
  return Math.ceil(width * scale) * Math.ceil(height * scale) * 3
}
