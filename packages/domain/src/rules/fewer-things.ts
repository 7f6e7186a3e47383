import { RULE_ENGINE } from './limits.ts'
import type { Look, SeenThing } from './rule-memory.ts'

/** The number of alarms for which there is room, however many people each shows: enough to reach over the longest period. */
const ALARMS = 8
/** What an alarm takes besides its things: its name, and when it looked. */
const ALARM_BYTES = 28
/** What a thing takes besides its look. */
const THING_BYTES = 60

const bytesOf = ({ look = '', posture = '' }: SeenThing): number => THING_BYTES + look.length + posture.length

/** What was seen, and when it was looked for. */
interface Seen {
  things: SeenThing[]
  looks: Look[]
}

/** Of one alarm, the largest of each class first, so that the same people are kept from alarm to alarm. */
function fewerOfOne(things: readonly SeenThing[], bytes: number): SeenThing[] {
  const moments = new Map([...new Set(things.map(({ at }) => at))].map((at) => [at, 0]))
  const ranked = things
    .toSorted((a, b) => Number(b.attended === true) - Number(a.attended === true) || b.box.height - a.box.height)
    .map((thing) => {
      const rank = moments.get(thing.at) ?? 0
      moments.set(thing.at, rank + 1)
      return { thing, rank }
    })
    .toSorted((a, b) => a.rank - b.rank || b.thing.at - a.thing.at)
  let room = bytes
  const kept: SeenThing[] = []
  for (const { thing } of ranked) {
    room -= bytesOf(thing)
    if (room < 0) break
    kept.push(thing)
  }
  return kept
}

/** What one alarm left in the memory. */
interface Left {
  alarm: string
  at: number
  bytes: number
  /** Whether what it says would be untrue without it: somebody was with a bag. */
  isTelling: boolean
}

function leftBy({ things, looks }: Seen): Left[] {
  const all = new Map<string, Left>()
  for (const one of [...looks, ...things]) {
    const left = all.get(one.alarm) ?? { alarm: one.alarm, at: one.at, bytes: ALARM_BYTES, isTelling: false }
    const isThing = 'box' in one
    all.set(one.alarm, {
      ...left,
      at: Math.min(left.at, one.at),
      bytes: left.bytes + (isThing ? bytesOf(one) : 0),
      isTelling: left.isTelling || (isThing && one.attended === true),
    })
  }
  return [...all.values()].toSorted((a, b) => a.at - b.at)
}

/** The alarm that is missed least: that with the closest neighbours. Where all are far apart, the oldest. */
function leastMissed(left: readonly Left[]): number {
  let [best, least] = [0, Infinity]
  for (const [index, { isTelling }] of left.entries()) {
    const [before, after] = [left[index - 1], left[index + 1]]
    if (index === 0 || before === undefined || after === undefined || isTelling) continue
    const gap = after.at - before.at
    if (gap < least && gap <= RULE_ENGINE.gapMs) [best, least] = [index, gap]
  }
  return best
}

/**
 * The part that fits. Of alarms that show many people some are kept, and alarms that come close together are thinned out whole, so that the
 * memory still reaches over the longest period: an alarm that is known to have looked, and whose people are gone, would seem to have missed them.
 */
export function fewerThings({ things, looks }: Seen, bytes: number): Seen {
  const classes = new Set(things.map(({ class: kind }) => kind)).size
  const share = (bytes / ALARMS - ALARM_BYTES) / Math.max(1, classes)
  const all = things.reduce((sum, thing) => sum + bytesOf(thing), looks.length * ALARM_BYTES)
  if (all <= bytes) return { things, looks }
  const fewer = [...Map.groupBy(things, ({ alarm, class: kind }) => `${alarm} ${kind}`).values()].flatMap((of) =>
    fewerOfOne(of, share),
  )
  const left = leftBy({ things: fewer, looks })
  let sum = left.reduce((total, one) => total + one.bytes, 0)
  while (sum > bytes && left.length > 0) sum -= left.splice(leastMissed(left), 1)[0]?.bytes ?? 0
  const isKept = new Set(left.map(({ alarm }) => alarm))
  return {
    things: fewer.filter(({ alarm }) => isKept.has(alarm)),
    looks: looks.filter(({ alarm }) => isKept.has(alarm)),
  }
}
