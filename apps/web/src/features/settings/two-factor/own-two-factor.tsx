import { getOwnTwoFactor, type OwnTwoFactor } from '@winnow/contract'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import { useUser } from '../../../lib/session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { DangerRow, DangerZone } from '../../../ui/danger-row.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import settings from '../settings.module.css'
import { ChangeDeviceDialog } from './change-device-dialog.tsx'
import { RenewCodesDialog } from './renew-codes-dialog.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'
import { SwitchOffDialog } from './switch-off-dialog.tsx'
import css from './two-factor-tab.module.css'

/** The user is advised to renew the backup codes if at most this many are left. */
const FEW_CODES = 2

/** The state of the user's own second factor, and the actions on it. */
export function OwnTwoFactorSection() {
  const { t } = useTranslation('twoFactor')
  const own = useOperationQuery(getOwnTwoFactor, {})
  return (
    <section className={css['section']} aria-labelledby="own-two-factor">
      <h2 id="own-two-factor" className={css['heading']}>
        {t('own.title')}
      </h2>
      <p className={settings['lead']}>{t('own.intro')}</p>
      {own.isPending ? (
        <SkeletonRows rows={2} />
      ) : own.isError ? (
        <ErrorState error={own.error} onRetry={() => void own.refetch()} compact />
      ) : (
        <OwnState own={own.data} />
      )}
    </section>
  )
}

type Open = 'set-up' | 'change' | 'renew' | 'switch-off'

function OwnState({ own }: { own: OwnTwoFactor }) {
  const { t } = useTranslation('twoFactor')
  const { impersonatedBy, hasPassword } = useUser()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      <p className={css['state']}>
        {own.enabled ? (
          <IconShieldCheck size={20} aria-hidden="true" />
        ) : (
          <IconShieldOff size={20} aria-hidden="true" />
        )}
        {own.enabled && own.enabledAt !== null ? (
          <span>
            {t('own.on')} <TimeText at={own.enabledAt} seconds={false} />
          </span>
        ) : (
          t('own.off')
        )}
      </p>
      {own.enabled && (
        <p className={own.codesLeft <= FEW_CODES ? css['warning'] : settings['note']}>
          {t('own.codesLeft', { count: own.codesLeft })}
        </p>
      )}
      {own.enabled && own.required && <p className={settings['note']}>{t('own.required')}</p>}
      {!hasPassword ? (
        <p className={settings['note']}>{t('own.noPassword')}</p>
      ) : impersonatedBy === null ? (
        <div className={css['buttons']}>
          {own.enabled ? (
            <>
              <Button onClick={() => setOpen('renew')}>{t('own.renew')}</Button>
              <Button onClick={() => setOpen('change')}>{t('own.change')}</Button>
            </>
          ) : (
            <Button look="primary" onClick={() => setOpen('set-up')}>
              {t('own.setUp')}
            </Button>
          )}
        </div>
      ) : (
        <p className={settings['note']}>{t('own.impersonated')}</p>
      )}
      {own.enabled && !own.required && hasPassword && impersonatedBy === null && (
        <DangerZone title={t('own.switchOffZone')}>
          <DangerRow meaning={t('own.switchOffMeaning')}>
            <Button look="danger" onClick={() => setOpen('switch-off')}>
              {t('own.switchOff')}
            </Button>
          </DangerRow>
        </DangerZone>
      )}
      <SetUpDialog opened={open === 'set-up'} onClose={close} />
      <ChangeDeviceDialog opened={open === 'change'} onClose={close} />
      <RenewCodesDialog opened={open === 'renew'} onClose={close} />
      <SwitchOffDialog opened={open === 'switch-off'} onClose={close} />
    </>
  )
}
