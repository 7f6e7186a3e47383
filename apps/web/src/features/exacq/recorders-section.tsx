import { deleteExacq, type ExacqRecorder, listExacq, listExacqCameras } from '@winnow/contract'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failed, vmsCss as css } from '../digital-watchdog/index.ts'
import { RecorderForm } from './recorder-form.tsx'
import { RecorderItem } from './recorder-item.tsx'

/** How often the states of the recorders are asked for. */
const STATE_MS = 10_000

/** The company's recorders, how they are, and what changes them. */
export function RecordersSection({ companyId }: { companyId: string }) {
  const { t } = useTranslation(['exacq', 'common'])
  const recorders = useOperationQuery(
    listExacq,
    { params: { id: companyId } },
    { quiet: true, staleTime: 0, refetchInterval: STATE_MS },
  )
  /** The recorder that is changed; `new` while one is added. */
  const [open, setOpen] = useState<ExacqRecorder | 'new'>()
  const [deleting, setDeleting] = useState<ExacqRecorder>()
  const stored = open === 'new' ? undefined : open
  const list = recorders.data ?? []
  const addButton = (
    <Button look="primary" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpen('new')}>
      {t('add')}
    </Button>
  )
  return (
    <section className={css['section']} aria-label={t('recorders')}>
      <h2>{t('recorders')}</h2>
      <p className={css['lead']}>{t('recordersIntro')}</p>
      <Failed title={t('err.list')} error={recorders.error} onRetry={() => void recorders.refetch()} />
      {recorders.data && list.length === 0 && (
        <EmptyState compact title={t('empty')} action={addButton}>
          {t('emptyBody')}
        </EmptyState>
      )}
      {list.length > 0 && (
        <>
          <ul className={css['list']} aria-label={t('recorders')}>
            {list.map((recorder) => (
              <RecorderItem
                key={recorder.id}
                companyId={companyId}
                recorder={recorder}
                onChange={() => setOpen(recorder)}
                onDelete={() => setDeleting(recorder)}
              />
            ))}
          </ul>
          <div className={css['tools']}>{addButton}</div>
        </>
      )}
      <Dialog
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={t(open === 'new' ? 'add' : 'change')}
      >
        {open && <RecorderForm companyId={companyId} stored={stored} onStored={() => setOpen(undefined)} />}
      </Dialog>
      <DeleteRecorder companyId={companyId} recorder={deleting} onClose={() => setDeleting(undefined)} />
    </section>
  )
}

interface DeleteRecorderProps {
  companyId: string
  /** Undefined while nothing is to be deleted. */
  recorder: ExacqRecorder | undefined
  onClose: () => void
}

function DeleteRecorder({ companyId, recorder, onClose }: DeleteRecorderProps) {
  const { t } = useTranslation(['exacq', 'common'])
  const remove = useOperation(deleteExacq, { inlineErrors: true, invalidates: [listExacq, listExacqCameras] })
  return (
    <ConfirmDialog
      opened={recorder !== undefined}
      danger
      title={t('delete', { name: recorder?.name ?? '' })}
      confirm={t('common:delete')}
      onConfirm={() => remove.mutateAsync({ params: { id: companyId, recorderId: recorder?.id ?? '' } })}
      onClose={() => {
        remove.reset()
        onClose()
      }}
    >
      <p>{t('deleteBody', { count: recorder?.numberOfMappedCameras ?? 0 })}</p>
      <Failed title={t('err.delete')} error={remove.error} />
    </ConfirmDialog>
  )
}
