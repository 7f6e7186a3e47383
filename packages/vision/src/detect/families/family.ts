import type { Box } from '../../types.ts'

/** Something a network saw, in 0–1 coordinates of the picture that went in (not of its padding). */
export interface RawSighting {
  /** Number of the class as the network counts. */
  index: number
  /** 0–1. */
  score: number
  box: Box
}

/** An output of a network: its numbers, row-major, with their shape. */
export interface NetworkOutput {
  data: Float32Array
  dims: readonly number[]
}

/** How the picture lies in the network's input, in pixels: `width` and `height` are what it covers from the upper left corner on. */
export interface InputFrame {
  side: { width: number; height: number }
  covered: { width: number; height: number }
}

/** Reads what a kind of network says. Nothing below `floor` comes out; near duplicates are left in. */
export type Decode = (
  outputs: Readonly<Record<string, NetworkOutput>>,
  frame: InputFrame,
  floor: number,
) => RawSighting[]

/** An output that a family needs, by name. @throws when the network has none of that name */
export function outputOf(outputs: Readonly<Record<string, NetworkOutput>>, name: string): NetworkOutput {
  const output = outputs[name]
  if (!output) throw new Error(`the network has no output ${name}; it has ${Object.keys(outputs).join(', ')}`)
  return output
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))
