import { FAULTS, type Fault } from '@winnow/delivery/testing/faults'
import type { Random } from '@winnow/testkit'

/** A fault of one receiver, in ms since the beginning. */
export interface PlannedFault {
  fault: Fault
  from: number
  till: number
}

/** How long a receiver works at least before each fault, and at most. */
const WORKS_MS = { least: 2_000, most: 5_000 }

/** All faults in an order of its own, one after the other, with pauses, so that all of them begin within the time. */
export function drawTimeline(random: Random, totalMs: number): PlannedFault[] {
  const lots = FAULTS.map((fault) => ({ fault, lot: random.next() })).toSorted((a, b) => a.lot - b.lot)
  const share = totalMs / FAULTS.length
  return lots.map(({ fault }, at) => {
    const from = at * share + random.range(WORKS_MS.least, WORKS_MS.most)
    return { fault, from, till: (at + 1) * share }
  })
}
