import { getAlarm, listAlarms, type View } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { bestFrame } from '../../model/best-frame.ts'
import { Locked } from '../panes/locked.tsx'
import { Section } from '../panes/section.tsx'
import { MaskEditor } from './mask-editor.tsx'

/** How many alarms to search for a picture. */
const LOOKED_AT = 5
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Masked areas of the picture. Detections in them do not make an alarm true. */
export function MasksTab({ view }: { view: View }) {
  const { t } = useTranslation('clients')
  const mayMask = useMay('mask.write')
  // A test may show any picture. Masks are drawn on the camera's own picture, and on a test only while there is no other.
  const own = useOperationQuery(
    listAlarms,
    { query: { limit: LOOKED_AT }, body: { cameras: [view.id] } },
    { quiet: true, staleTime: Number.POSITIVE_INFINITY },
  )
  const alarmId = own.data?.rows.find((row) => row.frameCount > 0)?.id ?? view.lastAlarmId
  const alarm = useOperationQuery(
    getAlarm,
    { params: { id: alarmId ?? NO_ID } },
    {
      enabled: alarmId !== null && !own.isPending,
      quiet: true,
      staleTime: Number.POSITIVE_INFINITY,
      keepPrevious: true,
    },
  )
  // Once open, the editor keeps its drawing, also while the picture of a newer alarm loads.
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen && !own.isPending && (alarmId === null || !alarm.isPending)) setIsOpen(true)
  const locked = !mayMask || view.permission !== 'write' ? 'right' : view.ptz ? 'ptz' : undefined
  return (
    <Section title={t('masks.title')} hint={t('masks.intro')}>
      {locked && <Locked>{t(`masks.locked.${locked}`)}</Locked>}
      {isOpen ? (
        <MaskEditor view={view} frame={alarm.data && bestFrame(alarm.data)} locked={locked !== undefined} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Section>
  )
}
