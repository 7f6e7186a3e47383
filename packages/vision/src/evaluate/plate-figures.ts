import { distanceOf, isSamePlate } from '../plates/plate-text.ts'
import type { PlateResult } from './run-plates.ts'
import { wilson, type Share } from './wilson.ts'

/** The figures of a group of plates. All shares except the last refer to all plates, found or not. */
export interface PlateFigures {
  name: string
  plates: number
  /** Share of the plates whose place is labelled. */
  found: Share
  exact: Share
  /** Correct except for characters that look alike. */
  alike: Share
  withinOne: Share
  sure: Share
  /** The share of exact readings among the readings that the filter marks as sure. */
  sureRight: Share
}

/** The widths in pixels from which people can read a plate, and read it without effort. */
const WIDTHS = [90, 150] as const

/** The figures of one group. */
export function plateFiguresOf(name: string, results: readonly PlateResult[]): PlateFigures {
  const count = (test: (text: string, label: string) => boolean) =>
    wilson(results.filter(({ plate, label }) => plate !== null && test(plate.text, label.text)).length, results.length)
  const placed = results.filter(({ isFound }) => isFound !== null)
  const sure = results.filter(({ plate }) => plate?.isSure === true)
  return {
    name,
    plates: results.length,
    found: wilson(placed.filter(({ isFound }) => isFound).length, placed.length),
    exact: count((text, label) => text === label),
    alike: count(isSamePlate),
    withinOne: count((text, label) => distanceOf(text, label) <= 1),
    sure: wilson(sure.length, results.length),
    sureRight: wilson(sure.filter(({ plate, label }) => plate?.text === label.text).length, sure.length),
  }
}

/** The group of a plate by its width. */
export function widthGroup({ label }: PlateResult): string {
  if (label.box === null) return 'unknown width'
  const [small, large] = WIDTHS
  if (label.box.width < small) return `below ${small} px`
  return label.box.width < large ? `${small} to ${large} px` : `${large} px and more`
}

/** The figures of each group, by name. */
export function groupedPlateFigures(
  results: readonly PlateResult[],
  groupOf: (result: PlateResult) => string,
): PlateFigures[] {
  return [...Map.groupBy(results, groupOf)]
    .map(([name, group]) => plateFiguresOf(name, group))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}
