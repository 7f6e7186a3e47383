import { listAlarms, listWall } from '@winnow/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { onConnectionBack } from '../../../lib/connection/connection.ts'
import { onLive } from '../../../lib/live/live.ts'
import { schedule } from '../../../lib/schedule.ts'
import { throttle } from '../../../lib/throttle.ts'
import type { AlarmFilters } from '../model/alarm-filters.ts'
import { createChangeCollector } from '../model/change-collector.ts'
import { type AlarmEvent, eventMayMatch, listRequest } from '../model/list-request.ts'
import { fitSlots, placeAlarm, type Slots } from './wall-slots.ts'

/** The wall is loaded anew at most this often, and at least as often as `REFRESH_MS`, so that nothing missed stays for days. */
const RELOAD_GAP_MS = 10_000
const REFRESH_MS = 10 * 60_000
/** The most alarms that are asked for at once after they have changed. */
const MOST_CHANGED = 200

export interface Wall {
  phase: 'loading' | 'ready' | 'failed'
  slots: Slots
  error: unknown
  /** When the wall last heard from the server; null before that. */
  asOf: Date | null
  reload: () => void
}

/** The request for the last alarms of the cameras that the filters name. */
function wallRequest(filters: AlarmFilters, limit: number) {
  const { query, body } = listRequest(filters, new Date(), limit)
  return { query: { limit, ...(query.verdict ? { verdict: query.verdict } : {}) }, body }
}

/** The tiles after the wall was loaded anew. Cameras that are already shown keep their places. */
function reloaded(slots: Slots, rows: Slots, capacity: number): Slots {
  const newest = new Map(rows.map((row) => [row.viewId, row]))
  const kept = slots.flatMap(({ viewId }) => newest.get(viewId) ?? [])
  return rows.reduce((all: Slots, row) => placeAlarm(all, row, capacity), kept)
}

const EMPTY: Omit<Wall, 'reload'> = { phase: 'loading', slots: [], error: undefined, asOf: null }

interface WallDeps {
  load: (limit: number) => Promise<Slots>
  /** Those of these alarms that match. */
  fetchRows: (ids: string[]) => Promise<Slots>
  mayMatch: (event: AlarmEvent) => boolean
  show: (change: Partial<Wall>) => void
}

/** Keeps the wall up to date until it is closed. Holds as many alarms as there are tiles, however long it runs. */
function openWall({ load, fetchRows, mayMatch, show }: WallDeps, startCapacity: number) {
  let slots: Slots = []
  let capacity = startCapacity
  let isOpen = true
  const setSlots = (next: Slots) => {
    slots = next
    if (isOpen) show({ phase: 'ready', slots, error: undefined, asOf: new Date() })
  }
  const loadAll = async () => {
    try {
      setSlots(reloaded(slots, await load(capacity), capacity))
    } catch (error) {
      // A wall that shows something goes on; the mark of the connection says that it is not up to date.
      if (isOpen && slots.length === 0) show({ phase: 'failed', error })
    }
  }
  const reload = throttle(() => void loadAll(), RELOAD_GAP_MS)
  const collector = createChangeCollector({
    flush: async (ids) => {
      const rows = await fetchRows(ids)
      const found = new Set(rows.map(({ id }) => id))
      // An alarm that no longer matches gives way to the one before it, which only the server knows.
      if (slots.some(({ id }) => ids.includes(id) && !found.has(id))) reload()
      setSlots(rows.toReversed().reduce((all: Slots, row) => placeAlarm(all, row, capacity), slots))
    },
    overflow: reload,
    schedule,
  })
  const stops = [
    onLive(['alarm.created', 'alarm.changed'], (event) => {
      if (mayMatch(event)) collector.add([event.id])
    }),
    onLive('alarms.changed', ({ ids }) => collector.add(ids)),
    onLive('resync', reload),
    onLive('KEEP_ALIVE', () => show({ asOf: new Date() })),
    onConnectionBack(reload),
  ]
  const timer = setInterval(reload, REFRESH_MS)
  reload()
  return {
    reload,
    resize(next: number) {
      if (next === capacity) return
      capacity = next
      if (slots.length > 0) setSlots(fitSlots(slots, capacity))
      // A larger wall has room for more cameras.
      reload()
    },
    close() {
      isOpen = false
      for (const stop of stops) stop()
      clearInterval(timer)
      reload.cancel()
      collector.clear()
    },
  }
}

/** The last alarm of each camera, kept up to date by the live stream. */
export function useWall(filters: AlarmFilters, key: string, capacity: number): Wall {
  const [wall, setWall] = useState(EMPTY)
  const open = useRef<ReturnType<typeof openWall> | null>(null)
  const load = useEffectEvent(async (limit: number) => (await call(listWall, wallRequest(filters, limit))).rows)
  const fetchRows = useEffectEvent(async (alarms: string[]) => {
    const { query, body } = wallRequest(filters, MOST_CHANGED)
    return (await call(listAlarms, { query, body: { ...body, alarms } })).rows
  })
  const mayMatch = useEffectEvent((event: AlarmEvent) => eventMayMatch(filters, event))
  const room = useEffectEvent(() => capacity)
  useEffect(() => {
    const show = (change: Partial<Wall>) => setWall((now) => ({ ...now, ...change }))
    const opened = openWall(
      {
        load: (limit) => load(limit),
        fetchRows: (ids) => fetchRows(ids),
        mayMatch: (event) => mayMatch(event),
        show,
      },
      room(),
    )
    open.current = opened
    return () => {
      opened.close()
      setWall(EMPTY)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other filters are another wall; the key says which they are
  }, [key])
  useEffect(() => open.current?.resize(capacity), [capacity])
  return { ...wall, reload: () => open.current?.reload() }
}
