import { removeBoxes, type Alarm, type AlarmRow } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { memo, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { VerdictBadge } from '../../../../ui/verdict-badge.tsx'
import { alarmQuery } from '../../state/use-alarm.ts'
import { CameraPath } from './camera-path.tsx'
import { DeliveriesSection } from './deliveries-section.tsx'
import { DetailsSection } from './details-section.tsx'
import css from './facts.module.css'
import { LabelSection } from './label-section.tsx'
import { NotesSection } from './notes-section.tsx'
import { VerdictSection } from './verdict-section.tsx'

function RemoveBoxes({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const queries = useQueryClient()
  const mayLabel = useMay('alarm.label')
  const [asked, setAsked] = useState(false)
  const remove = useOperation(removeBoxes, {
    onSuccess: () => void queries.invalidateQueries({ queryKey: alarmQuery(alarm.id).queryKey }),
  })
  if (alarm.boxesRemoved) return <p className={css['muted']}>{t('boxes.removed')}</p>
  if (!mayLabel || alarm.detections.length === 0) return null
  return (
    <>
      <Button size="xs" onClick={() => setAsked(true)}>
        {t('boxes.remove')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('boxes.removeTitle')}
        confirm={t('boxes.remove')}
        danger
        onConfirm={() => remove.mutateAsync({ params: { id: alarm.id } })}
        onClose={() => setAsked(false)}
      >
        {t('boxes.removeBody')}
      </ConfirmDialog>
    </>
  )
}

interface FactsPanelProps {
  /** The line of the list, there before the alarm itself is fetched. */
  row: AlarmRow
  alarm: Alarm | undefined
  noteRef: Ref<HTMLTextAreaElement>
}

/** What, where, when and why, and what to do about it. */
export const FactsPanel = memo(function FactsPanel({ row, alarm, noteRef }: FactsPanelProps) {
  const { t } = useTranslation('alarms')
  return (
    // A scrolling part must take the keyboard's focus, or it cannot be scrolled without a mouse.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <aside className={css['facts']} aria-label={t('facts.label')} tabIndex={0}>
      <div className={css['head']}>
        <div className={css['title']}>
          <h2>{row.viewName}</h2>
          <CopyButton value={`${location.origin}/cams/alarms/${row.id}`} label={t('actions.copyLink')} iconOnly />
        </div>
        <CameraPath row={row} />
        <div className={css['when']}>
          <VerdictBadge verdict={row.verdict} />
          <TimeText at={row.receivedAt} zone={row.timezone} />
        </div>
      </div>
      <LabelSection row={row} alarm={alarm} />
      {alarm ? (
        <>
          <VerdictSection alarm={alarm} />
          <NotesSection row={row} inputRef={noteRef} />
          <DeliveriesSection alarm={alarm} />
          <DetailsSection alarm={alarm} />
          <div className={css['section']}>
            <RemoveBoxes alarm={alarm} />
          </div>
        </>
      ) : (
        <div className={css['section']}>
          <Skeleton height={120} />
        </div>
      )}
    </aside>
  )
})
