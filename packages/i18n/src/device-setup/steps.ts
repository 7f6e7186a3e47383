import type { GuideStep } from './device-guide.ts'

/** A field whose value the user copies from the page. */
export const copy = (field: string, value: string, when?: GuideStep['when']): GuideStep =>
  when ? { field, value, copy: true, when } : { field, value, copy: true }

/** A field whose value the user selects in the device. */
export const choose = (field: string, value: string, when?: GuideStep['when']): GuideStep =>
  when ? { field, value, when } : { field, value }
