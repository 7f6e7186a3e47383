import { listActiveJobs } from '@winnow/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/call.ts'
import { useStore } from '../../../lib/create-store.ts'
import { liveStateStore, useLive } from '../../../lib/live/live.ts'
import { schedule } from '../../../lib/schedule.ts'
import { sessionStore } from '../../../lib/session/session-store.ts'
import { reportTreeChange } from '../../../lib/tree-changes.ts'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { watchJobs } from '../model/job-watch.ts'
import { jobsStore, lookAtJobs, setWatch } from './jobs-store.ts'

const TOAST_MS = 5_000
/** Ids of operations whose data a job may have changed: the tree, the ways in and figures of cameras, the list of jobs, and the audit log. */
const CHANGED_BY_JOBS = /^(?:tree|connect|pictures|stats|groups|home|jobs|audit)\./

/** Marks the displayed data of the tree and of cameras as outdated. */
function refresh(queries: QueryClient): void {
  reportTreeChange()
  void queries.invalidateQueries({
    predicate: ({ queryKey: [operation] }) => typeof operation === 'string' && CHANGED_BY_JOBS.test(operation),
  })
}

/** Follows the jobs of the company while the user is logged in. When a job ends, refreshes once the data that it has changed. */
export function useJobWatch(companyId: string): void {
  const { t } = useTranslation('jobs')
  const queries = useQueryClient()
  const expired = useStore(sessionStore, (session) => session.expired)
  const refreshed = useRef(new Set<string>())
  const tellError = useEffectEvent(() =>
    showToast({ id: 'jobs.list', type: 'error', message: t('listError'), duration: TOAST_MS }),
  )
  const refreshOnce = (jobId: string) => {
    if (refreshed.current.has(jobId)) return
    refreshed.current.add(jobId)
    refresh(queries)
  }
  const onEnd = useEffectEvent(refreshOnce)

  useEffect(() => {
    if (expired) return undefined
    const watch = watchJobs({
      fetchJobs: (watchIds) => call(listActiveJobs, { params: { id: companyId }, body: { watchIds } }),
      schedule,
      isAnnounced: () => liveStateStore.get() === 'open',
      onChange(state) {
        for (const { id, status } of state.jobs) if (status === 'done') onEnd(id)
        jobsStore.set(state)
      },
      onError: () => void (sessionStore.get().expired || tellError()),
    })
    setWatch(watch)
    watch.look()
    const unsubscribe = liveStateStore.subscribe(() => {
      // The stream also ends when another user logs in. That user may not see the jobs of this company.
      if (liveStateStore.get() !== 'open') watch.replan()
      else if (sessionStore.get().user?.companyId === companyId) watch.look()
    })
    return () => {
      unsubscribe()
      setWatch(undefined)
      watch.stop()
    }
  }, [companyId, expired])

  useLive(['job.changed', 'resync'], (event) => {
    // The message may be about a job of another user that this user must not see. So the jobs are requested from the server.
    if (event.type === 'job.changed' && event.status === 'done') refreshOnce(event.jobId)
    lookAtJobs()
  })
}
