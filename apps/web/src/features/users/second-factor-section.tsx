import { enableUserOtp, updateUserOtp, type User } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import form from '../../ui/form.module.css'
import { AFTER_CHANGE } from './after-change.ts'
import css from './users.module.css'

/** Requires a second factor from a user, or resets it after the user lost it. Users of type program have none, since they cannot log in. */
export function SecondFactorSection({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const [asked, setAsked] = useState<'require' | 'reset'>()
  const require = useOperation(enableUserOtp, { invalidates: AFTER_CHANGE })
  const update = useOperation(updateUserOtp, { invalidates: AFTER_CHANGE })
  const params = { id: user.id }
  const done = (message: string) => void showToast({ type: 'success', message })
  if (user.userType === 'PROGRAMMATIC_USER') return null
  return (
    <fieldset className={css['group']}>
      <legend className={css['legend']}>{t('twoFactor.title')}</legend>
      <p className={form['note']}>{t(`twoFactor.meanings.${user.twoFactor}`)}</p>
      <span>
        {user.twoFactor === 'off' && <Button onClick={() => setAsked('require')}>{t('twoFactor.require')}</Button>}
        {user.twoFactor === 'required' && (
          <Button
            loading={update.isPending}
            onClick={() =>
              update.mutate(
                { params, body: { field: 'enabled', value: false } },
                { onSuccess: () => done(t('twoFactor.released')) },
              )
            }
          >
            {t('twoFactor.release')}
          </Button>
        )}
        {user.twoFactor === 'on' && <Button onClick={() => setAsked('reset')}>{t('twoFactor.reset')}</Button>}
      </span>
      <ConfirmDialog
        opened={asked === 'require'}
        title={t('twoFactor.requireTitle', { name: user.name })}
        confirm={t('twoFactor.require')}
        onConfirm={async () => {
          await require.mutateAsync({ params })
          done(t('twoFactor.required'))
        }}
        onClose={() => setAsked(undefined)}
      >
        {t('twoFactor.requireBody')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'reset'}
        title={t('twoFactor.resetTitle', { name: user.name })}
        confirm={t('twoFactor.reset')}
        danger
        onConfirm={async () => {
          await update.mutateAsync({ params, body: { field: 'reset', value: true } })
          done(t('twoFactor.wasReset'))
        }}
        onClose={() => setAsked(undefined)}
      >
        {t('twoFactor.resetBody')}
      </ConfirmDialog>
    </fieldset>
  )
}
