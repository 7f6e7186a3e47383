import { useTranslation } from 'react-i18next'
import { finishLogin } from '../../lib/session/second-step.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Form } from '../../ui/form/form.tsx'
import { CodeField } from './code-field.tsx'
import css from './two-factor.module.css'
import { useCodeEntry } from './use-code-entry.ts'

interface VerifyFormProps {
  kind: 'otp' | 'backup'
  onVerified: () => void
  onCancel: () => void
}

/** The form for the code that a login requires: from the authenticator app, or a backup code. */
export function VerifyForm({ kind, onVerified, onCancel }: VerifyFormProps) {
  const { t } = useTranslation('twoFactor')
  const { form, field, dialog } = useCodeEntry({
    verify: async (whole, { headers }) => {
      await finishLogin(kind === 'otp' ? { authenticationCode: whole } : { backupCode: whole }, headers)
      onVerified()
    },
    isGuarded: false,
  })
  return (
    <>
      <Form form={form} className={css['form']}>
        <p className={css['lead']}>{kind === 'otp' ? t('verify.body') : t('verify.backupBody')}</p>
        <CodeField kind={kind} {...field} />
        {Boolean(form.error) && <FormError error={form.error} />}
        <div className={css['actions']}>
          <Button onClick={onCancel}>{t('verify.cancel')}</Button>
          <Button type="submit" look="primary" loading={form.isPending} disabled={!form.isValid}>
            {t('verify.verify')}
          </Button>
        </div>
      </Form>
      {dialog}
    </>
  )
}
