import type { Box } from '../types.ts'

/** One reading of a plate. */
export interface PlateReading {
  /** Index of the frame. */
  frame: number
  /** Where it is, in 0–1 coordinates of the frame. */
  box: Box
  /** Capital letters and digits alone. */
  text: string
  /** 0–1: that of its least certain character. */
  confidence: number
}

/** A plate, as all frames together show it. */
export interface Plate {
  text: string
  /** 0–1: that of its least certain character. */
  confidence: number
  /** Nothing speaks against the text. Where this is false it is a guess, to be shown as one and never to be acted on alone. */
  isSure: boolean
  /** In the order of frames. */
  readings: PlateReading[]
}

/** What reading the plates of an alarm gave. */
export interface PlateFindings {
  /** The surest first. */
  plates: Plate[]
  /** Every vehicle that was seen was looked at; when it is false there may be more plates. */
  isComplete: boolean
  /** Why it is not, when not for want of time alone. */
  error: string | null
}
