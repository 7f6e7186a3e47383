import { getViewIntake, renewViewAddress, type View } from '@winnow/contract'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { CopyValue } from '../copy-value.tsx'
import { DeviceTests } from '../device-tests/device-tests.tsx'
import { FirstSteps } from '../panes/first-steps.tsx'
import { Loaded } from '../panes/loaded.tsx'
import css from '../panes/pane.module.css'
import { Section } from '../panes/section.tsx'
import { SetupGuide } from './setup-guide.tsx'

/** How a camera sends to this server: its address, and how to set up the device. */
export function Connect({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation(['clients', 'common'])
  const query = useOperationQuery(getViewIntake, { params: { id: view.id } }, { quiet: true })
  const [asking, setAsking] = useState(false)
  const renew = useOperation(renewViewAddress, {
    invalidates: [getViewIntake],
    onSuccess: () => void showToast({ type: 'success', message: t('connect.renewed') }),
  })
  const byMail = view.integration !== 'api'
  return (
    <>
      {view.lastSignalAt === null && <FirstSteps at="connect" />}
      <Loaded query={query} rows={8}>
        {(intake) => (
          <>
            <Section
              title={t(byMail ? 'connect.address' : 'connect.url')}
              hint={t(byMail ? 'connect.addressHint' : 'connect.urlHint')}
              actions={
                byMail &&
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
                {byMail ? (
                  <CopyValue label={t('connect.address')} value={intake.address} />
                ) : (
                  <CopyValue label={t('connect.url')} value={intake.httpUrl} />
                )}
              </dl>
            </Section>
            <SetupGuide intake={intake} byMail={byMail} model={view.deviceModel} />
          </>
        )}
      </Loaded>
      {!disabled && <DeviceTests siteId={view.siteId} />}
      <ConfirmDialog
        opened={asking}
        title={t('connect.renewTitle')}
        confirm={t('connect.renew')}
        danger
        onConfirm={() => renew.mutateAsync({ params: { id: view.id } })}
        onClose={() => setAsking(false)}
      >
        {t('connect.renewBody')}
      </ConfirmDialog>
    </>
  )
}
