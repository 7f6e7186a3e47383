import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { finishLogin } from '../../lib/session/second-step.ts'
import { Button } from '../button.tsx'
import { useAttempt } from '../use-attempt.ts'
import { CodeField, isWhole } from './code-field.tsx'
import css from './two-factor.module.css'

interface VerifyFormProps {
  kind: 'otp' | 'backup'
  onVerified: () => void
  onCancel: () => void
}

/** The code that a login waits for: of the authenticator app, or a backup code. */
export function VerifyForm({ kind, onVerified, onCancel }: VerifyFormProps) {
  const { t } = useTranslation('twoFactor')
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { busy, refusal, setRefusal, attempt } = useAttempt(field)

  const verify = async () => {
    await finishLogin(kind === 'otp' ? { authenticationCode: code } : { backupCode: code })
    onVerified()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole(code) && !busy) void attempt(verify)
  }
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <p className={css['lead']}>{kind === 'otp' ? t('verify.body') : t('verify.backupBody')}</p>
      <CodeField
        ref={field}
        kind={kind}
        value={code}
        readOnly={busy}
        error={refusal}
        onChange={(next) => {
          setCode(next)
          setRefusal(undefined)
        }}
      />
      <div className={css['actions']}>
        <Button onClick={onCancel}>{t('verify.cancel')}</Button>
        <Button type="submit" look="primary" loading={busy} disabled={!isWhole(code)}>
          {t('verify.verify')}
        </Button>
      </div>
    </form>
  )
}
