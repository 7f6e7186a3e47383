import type { View } from '@winnow/contract'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { RequestBanner, useAskedFor } from '../../../cure-requests/index.ts'
import { bestFrame } from '../../model/best-frame.ts'
import { boxAsArea } from '../../model/proposed-area.ts'
import { Locked } from '../panes/locked.tsx'
import { Section } from '../panes/section.tsx'
import { MaskEditor } from './mask-editor.tsx'
import { useAlarmToDrawOn } from './use-alarm-to-draw-on.ts'

/** Masked areas of the picture. Detections in them do not make an alarm true. */
export function MasksTab({ view }: { view: View }) {
  const { t } = useTranslation('clients')
  const { t: tCure } = useTranslation('cure')
  const search = useSearch({ strict: false })
  // Other tabs remove the alarm from the address. The picture stays nevertheless.
  const [alarmId, setAlarmId] = useState(search.alarm)
  if (search.alarm !== undefined && search.alarm !== alarmId) setAlarmId(search.alarm)
  const asked = useAskedFor(search)
  const box = boxAsArea(search.box)
  const proposed = asked.request?.areas ?? (box ? [box] : [])
  const mayMask = useMay('mask.write')
  const { alarm, isPending } = useAlarmToDrawOn(view, alarmId)
  // After it was opened, the editor stays mounted while the picture of a newer alarm loads, so that the drawing is not lost.
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen && !isPending && !asked.isPending) setIsOpen(true)
  const locked = !mayMask || view.permission !== 'write' ? 'right' : view.ptz ? 'ptz' : undefined
  // The pane says why a camera of a program cannot be changed.
  return (
    <Section title={t('masks.title')} hint={t('masks.intro')}>
      {asked.request && <RequestBanner request={asked.request} />}
      {asked.isGone && <p role="status">{tCure('requests.gone')}</p>}
      {locked && <Locked>{t(`masks.locked.${locked}`)}</Locked>}
      {isOpen ? (
        <MaskEditor
          view={view}
          frame={alarm && bestFrame(alarm)}
          alarmId={alarm?.id}
          proposed={proposed}
          locked={locked !== undefined || view.createdByApi}
        />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Section>
  )
}
