import { rowsBetween, type Lines } from './lines.ts'

/** The alarms that are selected for a common action, apart from the open one. */
export interface Picked {
  ids: ReadonlySet<string>
  /** The alarm from which a range extends. */
  anchor: string | null
  /** Whether each row has a checkbox, as on a phone. A tap then selects and does not open. */
  isChoosing: boolean
}

export const nonePicked: Picked = { ids: new Set(), anchor: null, isChoosing: false }

/** Adds alarms, or removes them if all are selected. */
export function toggled(picked: Picked, ids: readonly string[]): Picked {
  const next = new Set(picked.ids)
  const isRemoval = ids.every((id) => next.has(id))
  for (const id of ids) {
    if (isRemoval) next.delete(id)
    else next.add(id)
  }
  return { ...picked, ids: next, anchor: ids[0] ?? picked.anchor }
}

/** Selects the lines from the anchor to an alarm. `start` is the anchor if there is none yet. */
export function extended(picked: Picked, lines: Lines, start: string | null, to: string): Picked {
  const anchor = picked.anchor ?? start ?? to
  return { ...picked, ids: new Set(rowsBetween(lines, anchor, to).map((row) => row.id)), anchor }
}

/** Whether none, some or all of these alarms are selected. */
export function shareOf(picked: Picked, ids: readonly string[]): 'none' | 'some' | 'all' {
  const count = ids.filter((id) => picked.ids.has(id)).length
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some'
}
