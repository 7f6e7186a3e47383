import type { Box } from '../types.ts'

/** One reading of a plate. */
export interface PlateReading {
  /** Index of the frame. */
  frame: number
  /** Where it is, in 0–1 coordinates of the frame. */
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
   * The text is certain. If false, the text is a guess, which must be shown as a guess and never cause an action by
   * itself.
   */
  isSure: boolean
  /** In the order of frames. */
  readings: PlateReading[]
}

/** The result of reading the plates of an alarm. */
export interface PlateFindings {
  /** The surest first. */
  plates: Plate[]
  /** Every detected vehicle was searched. When false, there may be more plates. */
  isComplete: boolean
  /** Why the result is incomplete, unless time simply ran out. */
  error: string | null
}
