import type { Look } from './rule-memory.ts'

/** The longest gap of a task in milliseconds, by its key; undefined for a task of no rule that judges now. */
export type GapOf = (key: string) => number | undefined

/** What a look takes besides its key: alarm, time and state. */
const LOOK_BYTES = 14
/** The quotes and brackets of a key. */
const KEY_BYTES = 6

/** Two looks in a row that do not hold end what was before. */
function sinceTheEnd(looks: readonly Look[]): Look[] {
  const end = looks.findLastIndex(({ holds }, at) => !holds && at > 0 && looks[at - 1]?.holds === false)
  return looks.slice(Math.max(end - 1, 0))
}

/** Whether the looks around one say the same without it. */
const isTold = (before: Look, look: Look, after: Look): boolean =>
  look.holds ? before.holds || after.holds : !before.holds && !after.holds

/** This many looks of a task: those with the closest neighbours go first, so that they still reach over its period. Otherwise the oldest. */
function thinned(looks: readonly Look[], most: number, gapMs: number): Look[] {
  const kept = sinceTheEnd(looks.toSorted((a, b) => a.at - b.at))
  while (kept.length > most) {
    let [best, least] = [0, Infinity]
    for (const [index, look] of kept.entries()) {
      const [before, after] = [kept[index - 1], kept[index + 1]]
      if (before === undefined || after === undefined || !isTold(before, look, after)) continue
      const gap = after.at - before.at
      if (gap < least && gap <= gapMs) [best, least] = [index, gap]
    }
    kept.splice(best, 1)
  }
  return kept
}

/**
 * The looks that fit. Each task keeps as many as the others, or all that it has; those of rules that do not judge now go first, because what
 * they saw is old when their time comes.
 */
export function fewerLooks(looks: readonly Look[], bytes: number, gapOf: GapOf): Look[] {
  const bytesOf = ({ length }: readonly Look[], key: string) => key.length + KEY_BYTES + length * LOOK_BYTES
  const all = [...Map.groupBy(looks, ({ key }) => key)]
  const sum = (some: typeof all) => some.reduce((total, [key, of]) => total + bytesOf(of, key), 0)
  if (sum(all) <= bytes) return [...looks]
  const judging = all.filter(([key]) => gapOf(key) !== undefined).toSorted(([, a], [, b]) => a.length - b.length)
  let room = bytes
  return judging.flatMap(([key, of], index) => {
    const share = room / (judging.length - index)
    const most = Math.max(0, Math.floor((share - bytesOf([], key)) / LOOK_BYTES))
    const kept = thinned(of, most, gapOf(key) ?? 0)
    room -= kept.length === 0 ? 0 : bytesOf(kept, key)
    return kept
  })
}
