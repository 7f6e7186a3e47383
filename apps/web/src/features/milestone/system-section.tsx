import { deleteMilestone, getMilestone, listMilestoneCameras, type MilestoneSystem } from '@winnow/contract'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failed, vmsCss as css } from '../digital-watchdog/index.ts'
import { SystemFacts } from './system-facts.tsx'
import { SystemForm } from './system-form.tsx'
import { useMilestone } from './use-milestone.ts'

/** Where the company's system is, how it is, and what changes it. */
export function SystemSection({ companyId }: { companyId: string }) {
  const { t } = useTranslation(['milestone', 'common'])
  const system = useMilestone(companyId)
  const [isOpen, setOpen] = useState(false)
  const [deleting, setDeleting] = useState<MilestoneSystem>()
  const stored = system.data ?? undefined
  const title = t(stored ? 'change' : 'add')
  return (
    <section className={css['section']} aria-label={t('system')}>
      <h2>{t('system')}</h2>
      <p className={css['lead']}>{t('systemIntro')}</p>
      <Failed title={t('err.get')} error={system.error} onRetry={() => void system.refetch()} />
      {system.data === null && (
        <EmptyState
          compact
          title={t('empty')}
          action={
            <Button
              look="primary"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => setOpen(true)}
            >
              {t('add')}
            </Button>
          }
        >
          {t('emptyBody')}
        </EmptyState>
      )}
      {stored && (
        <>
          <ul className={css['list']} aria-label={t('system')}>
            <li>
              <SystemFacts system={stored} />
              <div className={css['actions']}>
                <Button onClick={() => setOpen(true)}>{t('change')}</Button>
                <Button
                  look="subtle"
                  aria-label={`${t('common:delete')} ${stored.systemName}`}
                  onClick={() => setDeleting(stored)}
                >
                  {t('common:delete')}
                </Button>
              </div>
            </li>
          </ul>
        </>
      )}
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={title}>
        {isOpen && <SystemForm companyId={companyId} stored={stored} onStored={() => setOpen(false)} />}
      </Dialog>
      <DeleteSystem companyId={companyId} system={deleting} onClose={() => setDeleting(undefined)} />
    </section>
  )
}

interface DeleteSystemProps {
  companyId: string
  /** Undefined while nothing is to be deleted. */
  system: MilestoneSystem | undefined
  onClose: () => void
}

function DeleteSystem({ companyId, system, onClose }: DeleteSystemProps) {
  const { t } = useTranslation(['milestone', 'common'])
  const remove = useOperation(deleteMilestone, {
    inlineErrors: true,
    invalidates: [getMilestone, listMilestoneCameras],
  })
  return (
    <ConfirmDialog
      opened={system !== undefined}
      danger
      title={t('delete', { name: system?.systemName ?? '' })}
      confirm={t('common:delete')}
      onConfirm={() => remove.mutateAsync({ params: { id: companyId } })}
      onClose={() => {
        remove.reset()
        onClose()
      }}
    >
      <p>{t('deleteBody', { count: system?.numberOfMappedCameras ?? 0 })}</p>
      <Failed title={t('err.delete')} error={remove.error} />
    </ConfirmDialog>
  )
}
