import type { Box } from '../../types.ts'

/** An object that a network detected, in 0–1 coordinates of its input picture without the padding. */
export interface RawSighting {
  /** The network's class number. */
  index: number
  /** 0–1. */
  score: number
  box: Box
}

/** An output of a network: its numbers (row-major) and its shape. */
export interface NetworkOutput {
  data: Float32Array
  dims: readonly number[]
}

/**
 * The size of the network's input (`side`) and of the part that the picture covers (`covered`), in pixels. The covered part starts at the
 * upper left corner.
 */
export interface InputFrame {
  side: { width: number; height: number }
  covered: { width: number; height: number }
}

/** Decodes the outputs of one kind of network. Drops detections with a score below `floor`. Does not remove near duplicates. */
export type Decode = (
  outputs: Readonly<Record<string, NetworkOutput>>,
  frame: InputFrame,
  floor: number,
) => RawSighting[]

/** Returns the output with this name. @throws if the network has no such output */
export function outputOf(outputs: Readonly<Record<string, NetworkOutput>>, name: string): NetworkOutput {
  const output = outputs[name]
  if (!output) throw new Error(`the network has no output ${name}; it has ${Object.keys(outputs).join(', ')}`)
  return output
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))
