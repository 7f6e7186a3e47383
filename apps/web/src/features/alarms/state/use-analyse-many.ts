import { type AlarmRow, analyseAlarm } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { handleError } from '../../../lib/errors/error-handler.ts'
import { useMay } from '../../../lib/permissions/permissions.ts'
import { callAcrossLogin } from '../../../lib/query/use-operation.ts'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { alarmQuery, putAlarm } from './use-alarm.ts'

/** The number of alarms that are sent at the same time. */
const AT_ONCE = 4

/** Has several kept alarms analysed and passed on. Says how many, and how many somebody else had analysed before. */
export function useAnalyseMany() {
  const { t } = useTranslation('alarms')
  const queries = useQueryClient()
  const may = useMay('alarm.label')
  const [isPending, setPending] = useState(false)

  const analyse = async (id: string): Promise<'done' | 'before'> => {
    try {
      putAlarm(queries, await callAcrossLogin(analyseAlarm, { params: { id } }))
      return 'done'
    } catch (error) {
      void queries.invalidateQueries({ queryKey: alarmQuery(id).queryKey })
      if (error instanceof RequestError && error.code === 'CONFLICT') return 'before'
      throw error
    }
  }

  const run = async (rows: readonly AlarmRow[]) => {
    setPending(true)
    const counts = { done: 0, before: 0 }
    try {
      for (let from = 0; from < rows.length; from += AT_ONCE) {
        const replies = await Promise.allSettled(rows.slice(from, from + AT_ONCE).map(({ id }) => analyse(id)))
        for (const reply of replies) if (reply.status === 'fulfilled') counts[reply.value] += 1
        const failed = replies.find((reply) => reply.status === 'rejected')
        if (failed) throw failed.reason
      }
    } catch (error) {
      handleError(error)
    } finally {
      setPending(false)
    }
    if (counts.done > 0) showToast({ type: 'success', message: t('byHand.doneMany', { count: counts.done }) })
    if (counts.before > 0) showToast({ type: 'warning', message: t('byHand.before', { count: counts.before }) })
  }

  return {
    isPending,
    /** Those of the alarms that were kept, if the user may have them analysed. */
    keptOf: (rows: readonly AlarmRow[]) => (may ? rows.filter(({ outside }) => outside !== null) : []),
    run: (rows: readonly AlarmRow[]) => void run(rows),
  }
}
