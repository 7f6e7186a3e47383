import { LIMITS } from '../limits.ts'
import type { MediaProblem } from '../types.ts'
import type { DecodedFrame } from './decoded-frame.ts'

/** The result of decoding one file. It can have pictures, problems, or both. */
export interface DecodedMedia {
  frames: DecodedFrame[]
  problems: MediaProblem[]
  /** The actual number of pictures in the file, if it was unknown before decoding. */
  count?: number
}

/** An opened file of which no picture is decoded yet. The number of its pictures, or at least the maximum number, is known. */
export interface OpenedMedia {
  /** The indexes of the file's pictures, ascending. */
  indexes: readonly number[]
  /** The maximum bytes of one picture as RGB. */
  frameBytes: number
  /** The problems of the file that are known before decoding. */
  problems: readonly MediaProblem[]
  /** Decodes the pictures with these indexes. Never throws because of the content. `deadline` is a time of `performance.now`. */
  decode(indexes: readonly number[], deadline: number): Promise<DecodedMedia>
}

/** Returns a file without pictures, with the problem because of which it is not decoded. */
export function refused(problem: MediaProblem): OpenedMedia {
  return {
    indexes: [],
    frameBytes: 0,
    problems: [problem],
    decode: async () => ({ frames: [], problems: [] }),
  }
}

/** Returns the number of bytes of a picture of this size as RGB, after reduction to the working size. */
export function workingBytes(width: number, height: number): number {
  const scale = Math.min(1, LIMITS.workingSide / Math.max(width, height))
  return Math.ceil(width * scale) * Math.ceil(height * scale) * 3
}
