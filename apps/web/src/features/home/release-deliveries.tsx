import { getHome, releaseDeliveries } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'

/** Lets a restored copy send to receivers, after a confirmation. */
export function ReleaseDeliveries() {
  const { t } = useTranslation('home')
  const [asked, setAsked] = useState(false)
  const release = useOperation(releaseDeliveries, {
    invalidates: [getHome],
    onSuccess: () => void showToast({ type: 'success', message: t('attention.held.released') }),
  })
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t('attention.held.release')}</Button>
      <ConfirmDialog
        opened={asked}
        title={t('attention.held.title')}
        confirm={t('attention.held.release')}
        danger
        onConfirm={() => release.mutateAsync({})}
        onClose={() => setAsked(false)}
      >
        {t('attention.held.body')}
      </ConfirmDialog>
    </>
  )
}
