import { getScheduleTemplate, getSiteSchedule, getViewSchedule, listScheduleTemplates } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLive } from '../../../lib/live/live.ts'
import { operationKey } from '../../../lib/query/use-operation.ts'
import { throttle } from '../../../lib/throttle.ts'

/** The time for which changes are collected, in milliseconds: many cameras can get a schedule at once. */
const LIVE_MS = 300

function useRefresh(shown: readonly Parameters<typeof operationKey>[0][]) {
  const queries = useQueryClient()
  const refresh = useMemo(
    () =>
      throttle(() => {
        for (const each of shown) void queries.invalidateQueries({ queryKey: operationKey(each) })
      }, LIVE_MS),
    [queries, shown],
  )
  useEffect(() => refresh.cancel, [refresh])
  return refresh
}

const TEMPLATES = [listScheduleTemplates, getScheduleTemplate]
const NODES = [getSiteSchedule, getViewSchedule]

/** Keeps templates up to date with what others change. */
export function useTemplatesLive(): void {
  const refresh = useRefresh(TEMPLATES)
  useLive(['schedule.changed', 'resync'], () => refresh())
}

/** Keeps the shown schedule of a site or camera up to date: others change it, its site, or the template that it follows. */
export function useNodeScheduleLive(id: string, templateId: string | null | undefined): void {
  const refresh = useRefresh(NODES)
  useLive(['schedule.changed', 'tree.changed', 'resync'], (event) => {
    if (event.type === 'schedule.changed' && event.scheduleId !== templateId) return
    // The schedule of a camera's site counts for the camera, which does not know the site's id.
    if (event.type === 'tree.changed' && event.viewId !== null && event.viewId !== id) return
    refresh()
  })
}
