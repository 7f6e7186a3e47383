import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { AlarmsSearch } from '../alarms-search.ts'
import { WallScreen } from './wall-screen.tsx'

const route = getRouteApi('/cams/alarms/wall')

/** The wall's page. */
export function WallPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const toSearch = useCallback((next: AlarmsSearch) => void navigate({ search: next, replace: true }), [navigate])
  return <WallScreen search={search} onSearch={toSearch} />
}
