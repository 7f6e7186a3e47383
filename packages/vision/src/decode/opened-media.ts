import { LIMITS } from '../limits.ts'
import type { MediaProblem } from '../types.ts'
import type { DecodedFrame } from './decoded-frame.ts'

/** The result of decoding one file: pictures and problems. It can have both. */
export interface DecodedMedia {
  frames: DecodedFrame[]
  problems: MediaProblem[]
  /** The actual number of pictures, where that was unknown before. */
  count?: number
}

/** An opened file with the number, or the maximum number, of its pictures, before any is decoded. */
export interface OpenedMedia {
  /** The indexes of its pictures, ascending. */
  indexes: readonly number[]
  /** The maximum bytes of one picture as RGB. */
  frameBytes: number
  /** Its problem so far. */
  problems: readonly MediaProblem[]
  /** Decodes these pictures. Never throws because of the content; `deadline` is on the clock of `performance.now`. */
  decode(indexes: readonly number[], deadline: number): Promise<DecodedMedia>
}

/** A file that is not decoded, with the reason. */
export function refused(problem: MediaProblem): OpenedMedia {
  return {
    indexes: [],
    frameBytes: 0,
    problems: [problem],
    decode: async () => ({ frames: [], problems: [] }),
  }
}

/** The bytes of a picture of this size as RGB, after reduction to the working size. */
export function workingBytes(width: number, height: number): number {
  const scale = Math.min(1, LIMITS.workingSide / Math.max(width, height))
  return Math.ceil(width * scale) * Math.ceil(height * scale) * 3
}
