import { deletePelcoCamera, getPelco, type View } from '@winnow/contract'
import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { refreshNode } from '../../state/tree-queries.ts'
import wayCss from '../camera/way-in.module.css'
import { CopyValue } from '../copy-value.tsx'
import paneCss from '../panes/pane.module.css'
import { Section } from '../panes/section.tsx'
import css from './pelco.module.css'

/** Whether Pelco’s cloud knows a camera. It is disconnected where the cloud let go of it, and somebody restored it here. */
export function Registration({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation('pelco')
  const cloud = useOperationQuery(getPelco, { params: { id: view.siteId } }, { quiet: true }).data
  const serial = view.serialNumber
  const state = serial === null ? 'disconnected' : 'registered'
  const Icon = serial === null ? IconPlugConnectedX : IconCircleCheck
  return (
    <Section
      title={t('state.title')}
      actions={!disabled && serial !== null && cloud?.hasCloud && <Disconnect view={view} serial={serial} />}
    >
      <p className={wayCss['state']} data-state={serial === null ? 'silent' : 'working'} role="status">
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        <span>
          <strong>{t(`state.${state}`)}</strong> {t(`state.${state}Hint`)}
        </span>
      </p>
      {serial !== null && (
        <dl className={paneCss['values']}>
          <CopyValue label={t('serial')} value={serial} />
        </dl>
      )}
      {cloud?.isStandIn && <p className={css['note']}>{t('standIn')}</p>}
    </Section>
  )
}

/** Has the cloud let go of all sensors of a device. The live event tells all consoles, and leads this one to the site. */
function Disconnect({ view, serial }: { view: View; serial: string }) {
  const { t } = useTranslation('pelco')
  const queries = useQueryClient()
  const remove = useOperation(deletePelcoCamera)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('disconnect.open')}</Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('disconnect.title', { name: view.name })}
        confirm={t('disconnect.confirm')}
        danger
        onConfirm={async () => {
          const { views } = await remove.mutateAsync({ params: { id: view.siteId, serial } })
          const failed = views.filter(({ viewStatus }) => viewStatus === 'error')
          // It is a success only if a camera was deleted and none failed. The live event then leads away from the camera.
          if (failed.length === 0 && views.length > 0) return
          showToast({
            type: 'error',
            message: t('disconnect.failed', { names: failed.map(({ name }) => name).join(', ') || view.name }),
          })
          await refreshNode(queries, { projectId: view.clientId, siteId: view.siteId, viewId: view.id })
        }}
        onClose={() => setIsOpen(false)}
      >
        {t('disconnect.body', { serial })}
      </ConfirmDialog>
    </>
  )
}
