import { type Company, suspendCompany } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { useDialogScope } from '../../ui/unsaved-changes/dialog-scope.ts'
import { AFTER_CHANGE } from './after-change.ts'

/** Suspends a company after a confirmation, or reactivates it. */
export function CompanySuspension({ company }: { company: Company }) {
  const { t } = useTranslation('companies')
  const dialog = useDialogScope()
  const [asked, setAsked] = useState(false)
  const change = useOperation(suspendCompany, {
    invalidates: AFTER_CHANGE,
    onSuccess: ({ suspended }) => {
      showToast({ type: 'success', message: t(suspended ? 'suspend.done' : 'suspend.reopened') })
      dialog?.close()
    },
  })
  const set = (suspended: boolean) => change.mutateAsync({ params: { id: company.id }, body: { suspended } })
  if (company.suspended)
    return (
      <Button look="subtle" loading={change.isPending} onClick={() => void set(false).catch(() => undefined)}>
        {t('suspend.reopen')}
      </Button>
    )
  return (
    <>
      <Button look="subtle" onClick={() => setAsked(true)}>
        {t('suspend.button')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('suspend.title', { name: company.name })}
        confirm={t('suspend.button')}
        danger
        onConfirm={() => set(true)}
        onClose={() => setAsked(false)}
      >
        {t('suspend.body')}
      </ConfirmDialog>
    </>
  )
}
