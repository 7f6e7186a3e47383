import { removeBoxes, type Alarm, type AlarmRow } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { memo, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { BothTimes } from '../../../../ui/both-times.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { VerdictBadge } from '../../../../ui/verdict-badge.tsx'
import { alarmQuery } from '../../state/use-alarm.ts'
import { AskAdmin } from '../../cure/ask-admin.tsx'
import { CameraSection } from '../../cure/camera-section.tsx'
import { MaskThis } from '../../cure/mask-this.tsx'
import { ShareAlarm } from '../../cure/share-alarm.tsx'
import { LookingMark } from '../looking-mark.tsx'
import { CameraPath } from './camera-path.tsx'
import { DeliveriesSection } from './deliveries-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { DownloadAlarm } from './download-alarm.tsx'
import css from './facts.module.css'
import { FactsToggle } from './facts-toggle.tsx'
import { LabelSection } from './label-section.tsx'
import { NotesSection } from './notes-section.tsx'
import { stateOf } from '../../model/matches-filters.ts'
import { RulesSection } from './rules-section.tsx'
import { SiteSection } from './site-section.tsx'
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

/** Opens the camera's masks on this alarm's picture, for those who may change them. The camera's section tells the others why they may not. */
function EditMasks({ alarm }: { alarm: Alarm }) {
  const seesClients = useMay('clients.see')
  const mayMask = useMay('mask.write')
  if (!seesClients || !mayMask || alarm.frames.length === 0) return null
  return <MaskThis alarm={alarm} />
}

interface FactsPanelProps {
  /** Whether the facts can be collapsed. False on a phone, where pictures and facts scroll as one page. */
  folds: boolean
  /** The row of the list, available before the alarm is loaded. */
  row: AlarmRow
  alarm: Alarm | undefined
  noteRef: Ref<HTMLTextAreaElement>
}

/** All facts of an alarm, with label and notes. */
export const FactsPanel = memo(function FactsPanel({ row, alarm, noteRef, folds }: FactsPanelProps) {
  const { t } = useTranslation('alarms')
  return (
    // A scrolling element must be focusable, or it cannot be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <aside className={css['facts']} aria-label={t('facts.label')} tabIndex={0}>
      <div className={css['column']}>
        <div className={css['head']}>
          <div className={css['title']}>
            <h2 title={row.viewName}>{row.viewName}</h2>
            <span className={css['actions']}>
              <CopyButton value={`${location.origin}/cams/alarms/${row.id}`} label={t('actions.copyLink')} iconOnly />
              {folds && <FactsToggle shown />}
            </span>
          </div>
          <CameraPath row={row} />
          <div className={css['when']}>
            <VerdictBadge verdict={stateOf(row)} />
            <BothTimes at={row.receivedAt} zone={row.timezone} first="site" />
            <LookingMark alarmId={row.id} words />
          </div>
        </div>
        <LabelSection row={row} alarm={alarm} />
      </div>
      {alarm ? (
        <>
          <div className={css['column']}>
            <VerdictSection alarm={alarm} />
            <RulesSection alarm={alarm} />
            <CameraSection alarm={alarm} />
            <SiteSection row={row} />
            <NotesSection row={row} inputRef={noteRef} />
            <DeliveriesSection alarm={alarm} />
          </div>
          <div className={css['column']}>
            <DetailsSection alarm={alarm} />
            <div className={`${css['section']} ${css['buttons']}`}>
              <DownloadAlarm key={alarm.id} alarm={alarm} />
              <ShareAlarm key={`share ${alarm.id}`} alarm={alarm} />
              <EditMasks alarm={alarm} />
              <AskAdmin key={`ask ${alarm.id}`} alarm={alarm} />
              <RemoveBoxes alarm={alarm} />
            </div>
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
