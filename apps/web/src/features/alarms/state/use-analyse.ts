import { type Alarm, analyseAlarm } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../lib/permissions/permissions.ts'
import { useOperation } from '../../../lib/query/use-operation.ts'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { alarmQuery, putAlarm } from './use-alarm.ts'

/** Has an alarm analysed and passed on that was kept outside the time of its camera. */
export function useAnalyse() {
  const { t } = useTranslation('alarms')
  const queries = useQueryClient()
  const may = useMay('alarm.label')
  const analyse = useOperation(analyseAlarm, {
    onSuccess: (alarm) => {
      putAlarm(queries, alarm)
      showToast({ type: 'success', message: t('byHand.done', { name: alarm.viewName }) })
    },
    // Somebody else was faster: the alarm is shown as it is now.
    onError: (_error, { params: { id } }) => void queries.invalidateQueries({ queryKey: alarmQuery(id).queryKey }),
  })
  return {
    isPending: analyse.isPending,
    can: (alarm: Pick<Alarm, 'outside'> | undefined) => may && alarm !== undefined && alarm.outside !== null,
    run: (id: string) => analyse.mutate({ params: { id } }),
  }
}
