import { type CureRequest, getAlarm } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import { bestFrame, MaskedPicture } from '../../clients/index.ts'
import css from './ask.module.css'

/** What somebody has drawn, on the picture of the alarm. */
export function RequestDrawing({ request: { alarmId, areas, viewName } }: { request: CureRequest }) {
  const { t } = useTranslation('cure')
  const alarm = useOperationQuery(getAlarm, { params: { id: alarmId } }, { quiet: true, staleTime: Infinity })
  const frame = alarm.data && bestFrame(alarm.data)
  const picture = frame?.url ? { url: frame.url, width: frame.width, height: frame.height } : null
  return (
    <div className={css['picture']}>
      <MaskedPicture picture={picture} masks={areas} alt={t('requests.picture', { name: viewName })} />
    </div>
  )
}
