import { getViewIntake, renewViewAddress } from '@winnow/contract'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { CopyValue } from '../copy-value.tsx'
import css from '../panes/pane.module.css'
import { Section } from '../panes/section.tsx'

/** The address to which a device mails this camera's alarms. It can be replaced. */
export function MailAddress({ viewId, address, disabled }: { viewId: string; address: string; disabled: boolean }) {
  const { t } = useTranslation(['clients', 'common'])
  const [asking, setAsking] = useState(false)
  const renew = useOperation(renewViewAddress, {
    invalidates: [getViewIntake],
    onSuccess: () => void showToast({ type: 'success', message: t('connect.renewed') }),
  })
  return (
    <Section
      title={t('connect.address')}
      hint={t('connect.addressHint')}
      actions={
        !disabled && (
          <Button
            look="subtle"
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            onClick={() => setAsking(true)}
          >
            {t('connect.renew')}
          </Button>
        )
      }
    >
      <dl className={css['values']}>
        <CopyValue label={t('connect.address')} value={address} />
      </dl>
      <ConfirmDialog
        opened={asking}
        title={t('connect.renewTitle')}
        confirm={t('connect.renew')}
        danger
        onConfirm={() => renew.mutateAsync({ params: { id: viewId } })}
        onClose={() => setAsking(false)}
      >
        {t('connect.renewBody')}
      </ConfirmDialog>
    </Section>
  )
}
