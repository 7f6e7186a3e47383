import type { Box } from '../types.ts'

/** One reading of a plate. */
export interface PlateReading {
  /** Index of the frame. */
  frame: number
  /** The place of the plate, in 0–1 coordinates of the frame. */
  box: Box
  /** Capital letters and digits only. */
  text: string
  /** 0–1: that of its least certain character. */
  confidence: number
}

/** A plate, combined from all frames. */
export interface Plate {
  text: string
  /** 0–1: that of its least certain character. */
  confidence: number
  /**
   * Whether the text is certain. If false, the text is a guess. It must be shown as a guess, and no action may depend on it alone.
   */
  isSure: boolean
  /** The readings in the order of frames. */
  readings: PlateReading[]
}

/** The result of reading the plates of an alarm. */
export interface PlateFindings {
  /** The plates, the most certain first. */
  plates: Plate[]
  /** Whether every detected vehicle was searched. If false, there may be more plates. */
  isComplete: boolean
  /** The error because of which the result is incomplete. Null if there was none, or only the time limit was reached. */
  error: string | null
}
