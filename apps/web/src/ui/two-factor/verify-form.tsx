import { useTranslation } from 'react-i18next'
import { finishLogin } from '../../lib/session/second-step.ts'
import { Button } from '../button.tsx'
import { CodeField, isWhole } from './code-field.tsx'
import css from './two-factor.module.css'
import { useCodeEntry } from './use-code-entry.ts'

interface VerifyFormProps {
  kind: 'otp' | 'backup'
  onVerified: () => void
  onCancel: () => void
}

/** The code that a login waits for: of the authenticator app, or a backup code. */
export function VerifyForm({ kind, onVerified, onCancel }: VerifyFormProps) {
  const { t } = useTranslation('twoFactor')
  const { code, busy, field, submit, dialog } = useCodeEntry(async (whole, { headers }) => {
    await finishLogin(kind === 'otp' ? { authenticationCode: whole } : { backupCode: whole }, headers)
    onVerified()
  })
  return (
    <>
      <form className={css['form']} onSubmit={submit} noValidate>
        <p className={css['lead']}>{kind === 'otp' ? t('verify.body') : t('verify.backupBody')}</p>
        <CodeField kind={kind} {...field} />
        <div className={css['actions']}>
          <Button onClick={onCancel}>{t('verify.cancel')}</Button>
          <Button type="submit" look="primary" loading={busy} disabled={!isWhole(code)}>
            {t('verify.verify')}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}
