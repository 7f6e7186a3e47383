import { listLooking, type Lookers } from '@winnow/contract'
import { useSyncExternalStore } from 'react'
import { call } from '../../../lib/api/call.ts'
import { createStore } from '../../../lib/create-store.ts'
import { liveStateStore, onLive } from '../../../lib/live/live.ts'

/** Alarms to remember. The server names no more. */
const MOST = 500

const lookersStore = createStore<ReadonlyMap<string, Lookers>>(new Map())

/** Asks anew: what was told while the stream was down is lost. */
async function load(): Promise<void> {
  try {
    const { alarms } = await call(listLooking, {})
    lookersStore.set(new Map(alarms.map(({ alarmId, ...lookers }) => [alarmId, lookers])))
  } catch {
    // Asked again when the stream is open again. Until then nobody is shown, which is no harm.
  }
}

function apply(alarmId: string, { people, count }: Lookers): void {
  lookersStore.set((now) => {
    const next = new Map(now)
    next.delete(alarmId)
    if (count > 0) next.set(alarmId, { people, count })
    const [oldest] = next.keys()
    if (next.size > MOST && oldest !== undefined) next.delete(oldest)
    return next
  })
}

function follow(): () => void {
  const stops = [
    onLive('alarm.looked', ({ id, people, count }) => apply(id, { people, count })),
    onLive('resync', () => void load()),
    liveStateStore.subscribe(() => {
      if (liveStateStore.get() === 'open') void load()
    }),
  ]
  void load()
  return () => {
    for (const stop of stops) stop()
    lookersStore.set(new Map())
  }
}

let marks = 0
let stopFollowing: (() => void) | undefined

/** Follows the stream while at least one mark is on screen. */
function subscribe(listener: () => void): () => void {
  const stop = lookersStore.subscribe(listener)
  marks += 1
  stopFollowing ??= follow()
  return () => {
    stop()
    marks -= 1
    // Rows come and go while the list is scrolled; the last one to go may be followed by another at once.
    queueMicrotask(() => {
      if (marks > 0) return
      stopFollowing?.()
      stopFollowing = undefined
    })
  }
}

/** Who looks at an alarm now, the user included; undefined if nobody does. */
export function useLookers(alarmId: string): Lookers | undefined {
  return useSyncExternalStore(subscribe, () => lookersStore.get().get(alarmId))
}

/** Who looks at any of these alarms now; undefined if nobody does. */
export function useLookersOfAll(alarmIds: readonly string[]): Lookers | undefined {
  const known = useSyncExternalStore(subscribe, lookersStore.get)
  const found = alarmIds.flatMap((id) => known.get(id) ?? [])
  if (found.length === 0) return undefined
  const people = [...new Map(found.flatMap((each) => each.people).map((each) => [each.userId, each])).values()]
  const unnamed = found.reduce((sum, { count, people: named }) => sum + count - named.length, 0)
  return { people, count: people.length + unnamed }
}
