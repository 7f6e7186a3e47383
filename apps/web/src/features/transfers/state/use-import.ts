import { getImport, getJobState, listImportLines } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { liveStateStore, useLive } from '../../../lib/live/live.ts'
import { operationKey, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { isActive } from '../../jobs/index.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'
/** The pause between two requests for the state of the job: if the live stream announces its changes, and if not. */
const ANNOUNCED_MS = 5_000
const POLL_MS = 1_500

/** An import and the job that runs it, kept up to date. After the job has ended, the lines are loaded again. */
export function useImport(id: string) {
  const queries = useQueryClient()
  const query = useOperationQuery(getImport, { params: { id } }, { quiet: true })
  const jobId = query.data?.jobId ?? undefined
  const ofJob = { params: { id: jobId ?? NO_ID } }
  const job = useOperationQuery(getJobState, ofJob, {
    enabled: jobId !== undefined,
    quiet: true,
    refetchInterval: (last) => {
      if (last && !isActive(last)) return 0
      return liveStateStore.get() === 'open' ? ANNOUNCED_MS : POLL_MS
    },
  })
  useLive(['job.changed', 'resync'], (event) => {
    if (event.type === 'resync' || event.jobId === jobId)
      void queries.invalidateQueries({ queryKey: operationKey(getJobState, ofJob) })
  })
  const isDone = job.data !== undefined && !isActive(job.data)
  useEffect(() => {
    if (!isDone) return
    void queries.invalidateQueries({ queryKey: operationKey(getImport, { params: { id } }) })
    void queries.invalidateQueries({ queryKey: operationKey(listImportLines) })
  }, [isDone, id, queries])
  return { query, job: jobId === undefined ? undefined : job }
}
