import { getAlarm, type Alarm } from '@winnow/contract'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { useLive } from '../../../lib/live/live.ts'
import { operationKey } from '../../../lib/query/use-operation.ts'
import { schedule } from '../../../lib/schedule.ts'

/** An alarm must be selected for this long before it is loaded, so that alarms passed by a held key are not loaded. */
const PASSING_MS = 70

const keyOf = (id: string) => operationKey(getAlarm, { params: { id } })

/** The query of an alarm. The live stream reports changes, so it does not become stale by itself. */
export function alarmQuery(id: string) {
  return {
    queryKey: keyOf(id),
    queryFn: ({ signal }: { signal: AbortSignal }) => call(getAlarm, { params: { id }, signal }),
    staleTime: 10 * 60_000,
    gcTime: 10 * 60_000,
  }
}

/** The alarm, if it is cached. */
export function findAlarm(queries: QueryClient, id: string): Alarm | undefined {
  return queries.getQueryData<Alarm>(keyOf(id))
}

/** Stores a newer version of an alarm in the cache. */
export function putAlarm(queries: QueryClient, alarm: Alarm): void {
  queries.setQueryData<Alarm>(keyOf(alarm.id), (known) => (known && known.version > alarm.version ? known : alarm))
}

/** Returns the id after it has not changed for `PASSING_MS`. */
function useResting(id: string | null): string | null {
  const [resting, setResting] = useState(id)
  useEffect(() => schedule(() => setResting(id), PASSING_MS), [id])
  return resting
}

/** Loads the open alarm: at once if it was prefetched, else after the selection has not changed for a moment. */
export function useAlarm(id: string | null) {
  const queries = useQueryClient()
  const resting = useResting(id)
  const query = useQuery({ ...alarmQuery(id ?? ''), enabled: id !== null && resting === id })
  useLive(['alarm.created', 'alarm.changed'], (event) => {
    const known = findAlarm(queries, event.id)
    if (known === undefined || known.version >= event.version) return
    void queries.invalidateQueries({ queryKey: keyOf(event.id), refetchType: event.id === id ? 'active' : 'none' })
  })
  useLive('alarms.changed', ({ ids }) => {
    for (const changed of ids)
      if (findAlarm(queries, changed) !== undefined)
        void queries.invalidateQueries({ queryKey: keyOf(changed), refetchType: changed === id ? 'active' : 'none' })
  })
  return query
}
