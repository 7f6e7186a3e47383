import { thresholdOf, type Parameters } from '../decide/parameters.ts'
import { logit, roomAbove } from './adjustment.ts'
import type { Example } from './needed-labels.ts'

/** An alarm's distance above its camera's usual threshold, and how far this threshold can be raised, both in log-odds. */
interface Distance {
  margin: number
  room: number
}

/** The distance of an example, with its label. */
export interface Placed extends Distance {
  isTrue: boolean
}

/** What decides whether an alarm passes: its evidence, and the setting of its camera. */
export type Judged = Pick<Example, 'evidence' | 'sensitivity'>

function distance({ evidence, sensitivity }: Judged, parameters: Parameters): Distance {
  const threshold = logit(thresholdOf(parameters, sensitivity))
  const margin = parameters.bias + parameters.slope * evidence - threshold
  return { margin: evidence > 0 ? margin : -Infinity, room: roomAbove(parameters, sensitivity) }
}

export const place = (example: Example, parameters: Parameters): Placed => ({
  ...distance(example, parameters),
  isTrue: example.isTrue,
})

/** Whether the alarm is passed on with this shift. An alarm above the strictest threshold is always passed on. */
export const isPassed = ({ margin, room }: Distance, shift: number): boolean => margin >= Math.min(shift, room)

/** Whether an alarm that passes with the shift `before` is filtered with the shift `after`. */
export function isFilteredBy(
  alarm: Judged,
  change: { before: number; after: number },
  parameters: Parameters,
): boolean {
  const placed = distance(alarm, parameters)
  return isPassed(placed, change.before) && !isPassed(placed, change.after)
}

/** The number of alarms labelled true that pass with the usual threshold and are filtered with this shift. */
export const countLost = (examples: readonly Example[], shift: number, parameters: Parameters): number =>
  examples.filter((example) => example.isTrue && isFilteredBy(example, { before: 0, after: shift }, parameters)).length
