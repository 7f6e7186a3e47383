import { getAlarm, listAlarms, type View } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { bestFrame } from '../../model/best-frame.ts'
import { Locked } from '../panes/locked.tsx'
import { Section } from '../panes/section.tsx'
import { MaskEditor } from './mask-editor.tsx'

/** How many alarms back a picture is looked for. */
const LOOKED_AT = 5
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Areas of the picture that are left out: what is seen in them does not make an alarm true. */
export function MasksTab({ view }: { view: View }) {
  const { t } = useTranslation('clients')
  const mayMask = useMay('mask.write')
  // A test may show any picture: masks belong on what the camera itself sees, and only before it has sent anything on a test.
  const own = useOperationQuery(
    listAlarms,
    { query: { limit: LOOKED_AT }, body: { cameras: [view.id] } },
    { quiet: true, staleTime: Number.POSITIVE_INFINITY },
  )
  const alarmId = own.data?.rows.find((row) => row.frameCount > 0)?.id ?? view.lastAlarmId
  const alarm = useOperationQuery(
    getAlarm,
    { params: { id: alarmId ?? NO_ID } },
    { enabled: alarmId !== null && !own.isPending, quiet: true, staleTime: Number.POSITIVE_INFINITY },
  )
  const locked = !mayMask || view.permission !== 'write' ? 'right' : view.ptz ? 'ptz' : undefined
  return (
    <Section title={t('masks.title')} hint={t('masks.intro')}>
      {locked && <Locked>{t(`masks.locked.${locked}`)}</Locked>}
      {own.isPending || (alarmId !== null && alarm.isPending) ? (
        <SkeletonRows rows={8} />
      ) : (
        <MaskEditor view={view} frame={alarm.data && bestFrame(alarm.data)} locked={locked !== undefined} />
      )}
    </Section>
  )
}
