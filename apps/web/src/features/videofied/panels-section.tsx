import { deleteVideofied, getVideofied, type VideofiedPanel } from '@winnow/contract'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failed, vmsCss as css } from '../digital-watchdog/index.ts'
import { PanelForm } from './panel-form.tsx'
import { PanelItem } from './panel-item.tsx'

interface PanelsSectionProps {
  companyId: string
  panels: readonly VideofiedPanel[]
}

/** The panels of a company with their state, and what changes them. */
export function PanelsSection({ companyId, panels }: PanelsSectionProps) {
  const { t } = useTranslation('videofied')
  const [editing, setEditing] = useState<VideofiedPanel | 'new'>()
  const [deleting, setDeleting] = useState<VideofiedPanel>()
  const close = () => setEditing(undefined)
  const add = (
    <Button look="primary" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  )
  return (
    <section className={css['section']} aria-label={t('panels')}>
      <h2>{t('panels')}</h2>
      <p className={css['lead']}>{t('panelsIntro')}</p>
      <p className={css['lead']}>{t('open')}</p>
      {panels.length === 0 ? (
        <EmptyState compact title={t('empty')} action={add}>
          {t('emptyBody')}
        </EmptyState>
      ) : (
        <>
          <div className={css['tools']}>{add}</div>
          <ul className={css['list']} aria-label={t('panels')}>
            {panels.map((panel) => (
              <PanelItem
                key={panel.siteId}
                panel={panel}
                onChange={() => setEditing(panel)}
                onDelete={() => setDeleting(panel)}
              />
            ))}
          </ul>
        </>
      )}
      <Dialog opened={editing !== undefined} onClose={close} title={t(editing === 'new' ? 'add' : 'change')}>
        {editing && (
          <PanelForm companyId={companyId} panel={editing === 'new' ? undefined : editing} onStored={close} />
        )}
      </Dialog>
      <DeletePanel companyId={companyId} panel={deleting} onClose={() => setDeleting(undefined)} />
    </section>
  )
}

interface DeletePanelProps {
  companyId: string
  /** Undefined while nothing is to be deleted. */
  panel: VideofiedPanel | undefined
  onClose: () => void
}

function DeletePanel({ companyId, panel, onClose }: DeletePanelProps) {
  const { t } = useTranslation(['videofied', 'common'])
  const remove = useOperation(deleteVideofied, { inlineErrors: true, invalidates: [getVideofied] })
  return (
    <ConfirmDialog
      opened={panel !== undefined}
      danger
      title={t('delete', { site: panel?.siteName ?? '' })}
      confirm={t('common:delete')}
      onConfirm={async () => {
        if (panel) await remove.mutateAsync({ params: { id: companyId }, query: { siteId: panel.siteId } })
      }}
      onClose={() => {
        remove.reset()
        onClose()
      }}
    >
      <p>{t('deleteBody')}</p>
      <Failed title={t('err.delete')} error={remove.error} />
    </ConfirmDialog>
  )
}
