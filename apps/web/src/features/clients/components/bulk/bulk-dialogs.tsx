import {
  activateTampering,
  applySchedule,
  type CameraSelection,
  deactivateTampering,
  deleteViews,
  pauseViews,
  refreshSnapshots,
  setViewsActive,
} from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../../lib/session/session.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ApplyScheduleForm } from '../../../schedules/index.ts'
import { MoveForm } from './move-form.tsx'
import { PauseSelectionForm } from './pause-selection-form.tsx'
import { ProductForm } from './product-form.tsx'
import { selectionBody } from './selection-body.ts'
import { SettingsForm } from './settings-form.tsx'
import { useBulk } from './use-bulk.ts'

/** Actions that need only a confirmation. */
type Question = 'on' | 'off' | 'tamperingOn' | 'tamperingOff' | 'resume' | 'snapshots' | 'delete'
/** An action on many cameras. */
export type BulkAction = Question | 'pause' | 'settings' | 'move' | 'product' | 'schedule'

const QUESTIONS: readonly BulkAction[] = ['on', 'off', 'tamperingOn', 'tamperingOff', 'resume', 'snapshots', 'delete']
const isQuestion = (action: BulkAction | undefined): action is Question =>
  action !== undefined && QUESTIONS.includes(action)

interface BulkDialogsProps {
  action: BulkAction | undefined
  selection: CameraSelection
  /** The number of selected cameras, as text. */
  cameras: string
  onStarted: () => void
  onClose: () => void
}

/** Returns the text of each question, and the function that starts its action. */
function useQuestions(selection: CameraSelection) {
  const { t } = useTranslation(['clients', 'common', 'products'])
  const { companyId } = useUser()
  const setActive = useBulk(setViewsActive)
  const watch = useBulk(activateTampering)
  const unwatch = useBulk(deactivateTampering)
  const pause = useBulk(pauseViews)
  const refresh = useBulk(refreshSnapshots)
  const remove = useBulk(deleteViews)
  const body = selectionBody(selection)
  return {
    on: { verb: t('bulk.on'), more: '', run: () => setActive.mutateAsync({ body: { ...body, isActive: true } }) },
    off: {
      verb: t('bulk.off'),
      more: t('bulk.offBody'),
      run: () => setActive.mutateAsync({ body: { ...body, isActive: false } }),
    },
    tamperingOn: {
      verb: t('products:tampering.tamperingOn'),
      more: t('products:tampering.bulkBody'),
      run: () => watch.mutateAsync({ body }),
    },
    tamperingOff: {
      verb: t('products:tampering.tamperingOff'),
      more: '',
      run: () => unwatch.mutateAsync({ body }),
    },
    resume: {
      verb: t('bulk.resume'),
      more: t('bulk.resumeBody'),
      run: () => pause.mutateAsync({ body: { ...body, pauseEndTime: null } }),
    },
    snapshots: { verb: t('bulk.snapshots'), more: '', run: () => refresh.mutateAsync({ body }) },
    delete: {
      verb: t('common:delete'),
      more: t('bulk.deleteBody'),
      run: () => remove.mutateAsync({ params: { id: companyId }, body }),
    },
  }
}

/** The dialog of a bulk action: explains its effect, and asks for its parameters. */
export function BulkDialogs({ action, selection, cameras, onStarted, onClose }: BulkDialogsProps) {
  const { t } = useTranslation(['clients', 'products', 'schedules'])
  const apply = useBulk(applySchedule, { inlineErrors: true })
  const questions = useQuestions(selection)
  const [last, setLast] = useState<Question>('on')
  if (isQuestion(action) && action !== last) setLast(action)
  // The text must not change during the closing animation.
  const { verb, more, run } = questions[last]
  const started = () => {
    onClose()
    onStarted()
  }
  return (
    <>
      <ConfirmDialog
        opened={isQuestion(action)}
        title={verb}
        confirm={verb}
        danger={last === 'delete'}
        onConfirm={async () => {
          await run()
          onStarted()
        }}
        onClose={onClose}
      >
        <p>{t('bulk.body', { cameras })}</p>
        {more && <p>{more}</p>}
      </ConfirmDialog>
      <Dialog opened={action === 'move'} onClose={onClose} title={t('bulk.move')}>
        {action === 'move' && <MoveForm selection={selection} cameras={cameras} onStarted={started} />}
      </Dialog>
      <Dialog opened={action === 'product'} onClose={onClose} title={t('products:bulk')}>
        {action === 'product' && <ProductForm selection={selection} cameras={cameras} onStarted={started} />}
      </Dialog>
      <Dialog opened={action === 'pause'} onClose={onClose} title={t('override.start')}>
        {action === 'pause' && <PauseSelectionForm selection={selection} cameras={cameras} onStarted={started} />}
      </Dialog>
      <Dialog opened={action === 'schedule'} onClose={onClose} title={t('schedules:bulk.apply')}>
        {action === 'schedule' && (
          <ApplyScheduleForm
            cameras={cameras}
            selection={selectionBody(selection)}
            apply={apply.mutateAsync}
            onStarted={started}
          />
        )}
      </Dialog>
      <Dialog opened={action === 'settings'} onClose={onClose} title={t('bulk.settings')}>
        {action === 'settings' && <SettingsForm selection={selection} cameras={cameras} onStarted={started} />}
      </Dialog>
    </>
  )
}
