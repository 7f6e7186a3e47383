import type { AlarmRow } from '@winnow/contract'

/** The tiles of the wall, by their place. Each camera has at most one. */
export type Slots = readonly AlarmRow[]

/**
 * Puts a camera's newest alarm on the wall. A camera keeps its place, so that nothing moves: its tile is replaced in place. A new camera
 * takes a free place, or else the place of the camera whose alarm is the oldest, if that alarm is older.
 */
export function placeAlarm(slots: Slots, row: AlarmRow, capacity: number): Slots {
  const own = slots.findIndex(({ viewId }) => viewId === row.viewId)
  const known = slots[own]
  if (known) {
    const isNewer = row.id > known.id || (row.id === known.id && row.version > known.version)
    return isNewer ? slots.with(own, row) : slots
  }
  if (slots.length < capacity) return [...slots, row]
  let oldest = 0
  for (const [index, { id }] of slots.entries()) if (id < (slots[oldest]?.id ?? '')) oldest = index
  const replaced = slots[oldest]
  return replaced && replaced.id < row.id ? slots.with(oldest, row) : slots
}

/** Fits the wall to another number of tiles. A smaller wall keeps the newest alarms, in their order. */
export function fitSlots(slots: Slots, capacity: number): Slots {
  if (slots.length <= capacity) return slots
  const kept = new Set(slots.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, capacity))
  return slots.filter((row) => kept.has(row))
}

/** A tile's width is at least this, in pixels. Its picture has the shape 16:9, and two lines of text are below. */
const MIN_WIDTH = 280
const TEXT_HEIGHT = 52
const GAP = 8
/** The most tiles, so that the memory for their pictures is bounded. */
const MOST = 48

/** How many columns and tiles fit without scrolling. On a phone, where few fit, the wall scrolls. */
export function layoutOf(width: number, height: number): { columns: number; capacity: number } {
  const columns = Math.max(1, Math.min(8, Math.floor((width + GAP) / (MIN_WIDTH + GAP))))
  const tileWidth = (width - (columns - 1) * GAP) / columns
  const rows = Math.max(1, Math.floor((height + GAP) / ((tileWidth * 9) / 16 + TEXT_HEIGHT + GAP)))
  const capacity = columns <= 2 ? 24 : columns * rows
  return { columns, capacity: Math.min(MOST, capacity) }
}
