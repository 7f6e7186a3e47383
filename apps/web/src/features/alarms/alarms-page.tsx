import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { AlarmsSearch } from './alarms-search.ts'
import { AlarmScreen } from './components/alarm-screen.tsx'

const route = getRouteApi('/cams/alarms/{-$id}')

/** The alarms page. */
export function AlarmsPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const toAddress = useCallback(
    (to: string | null, replace: boolean) =>
      void navigate({
        to: '/cams/alarms/{-$id}',
        params: to === null ? { id: undefined } : { id: to },
        search: (now) => now,
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  const toSearch = useCallback(
    (next: AlarmsSearch) =>
      void navigate({ to: '/cams/alarms/{-$id}', params: (now) => now, search: next, resetScroll: false }),
    [navigate],
  )
  return <AlarmScreen addressId={id ?? null} search={search} onAddress={toAddress} onSearch={toSearch} />
}
