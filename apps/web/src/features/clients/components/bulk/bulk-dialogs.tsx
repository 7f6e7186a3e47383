import { type CameraSelection, deleteViews, setViewsActive } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../../lib/session/session.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { MoveForm } from './move-form.tsx'
import { selectionBody } from './selection-body.ts'
import { SettingsForm } from './settings-form.tsx'
import { useBulk } from './use-bulk.ts'

/** What can be done with many cameras. */
export type BulkAction = 'on' | 'off' | 'settings' | 'move' | 'delete'

interface BulkDialogsProps {
  action: BulkAction | undefined
  selection: CameraSelection
  /** How many cameras that is, in words. */
  cameras: string
  onStarted: () => void
  onClose: () => void
}

/** The dialog of a bulk action: what it will do, and what it needs to know. */
export function BulkDialogs({ action, selection, cameras, onStarted, onClose }: BulkDialogsProps) {
  const { t } = useTranslation(['clients', 'common'])
  const { companyId } = useUser()
  const [last, setLast] = useState(action)
  if (action && action !== last) setLast(action)
  const setActive = useBulk(setViewsActive)
  const remove = useBulk(deleteViews)
  const body = selectionBody(selection)
  const started = () => {
    onClose()
    onStarted()
  }
  const asks = (...actions: BulkAction[]) => action !== undefined && actions.includes(action)
  // The text must not change during the closing animation.
  const shown = action ?? last
  const isOn = shown === 'on'
  return (
    <>
      <ConfirmDialog
        opened={asks('on', 'off')}
        title={isOn ? t('bulk.on') : t('bulk.off')}
        confirm={isOn ? t('bulk.on') : t('bulk.off')}
        onConfirm={async () => {
          await setActive.mutateAsync({ body: { ...body, isActive: isOn } })
          onStarted()
        }}
        onClose={onClose}
      >
        <p>{t('bulk.body', { cameras })}</p>
        {!isOn && <p>{t('bulk.offBody')}</p>}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks('delete')}
        title={t('common:delete')}
        confirm={t('common:delete')}
        danger
        onConfirm={async () => {
          await remove.mutateAsync({ params: { id: companyId }, body })
          onStarted()
        }}
        onClose={onClose}
      >
        <p>{t('bulk.body', { cameras })}</p>
        <p>{t('bulk.deleteBody')}</p>
      </ConfirmDialog>
      <Dialog opened={asks('move')} onClose={onClose} title={t('bulk.move')}>
        {shown === 'move' && <MoveForm selection={selection} cameras={cameras} onStarted={started} />}
      </Dialog>
      <Dialog opened={asks('settings')} onClose={onClose} title={t('bulk.settings')}>
        {shown === 'settings' && <SettingsForm selection={selection} cameras={cameras} onStarted={started} />}
      </Dialog>
    </>
  )
}
