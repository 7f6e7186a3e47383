import { changePassword, listSessions } from '@winnow/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { useCaptcha } from '../../ui/captcha/use-captcha.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { NewPasswordFields } from '../../ui/password/new-password-fields.tsx'
import { PasswordField } from '../../ui/password/password-field.tsx'
import { usePasswordForm } from '../../ui/password/use-password-form.ts'
import { showToast } from '../../ui/toasts/toast-store.ts'
import css from './settings.module.css'

/** The user's own password: old, new, and new again. */
export function PasswordTab() {
  const { t } = useTranslation('settings')
  const user = useUser()
  const errorText = useErrorText()
  const captcha = useCaptcha()
  const form = usePasswordForm({ withOld: true })
  const [failure, setFailure] = useState<Error>()
  const oldField = useRef<HTMLInputElement>(null)
  const change = useOperation(changePassword, { inlineErrors: true, invalidates: [listSessions] })

  const save = async (newPassword: string) => {
    const body = { userId: user.id, oldPassword: form.values.old, newPassword }
    setFailure(undefined)
    try {
      await captcha.guard((headers) => change.mutateAsync({ body, headers }))
      form.clear()
      showToast({ type: 'success', message: t('password.changed') })
    } catch (error) {
      if (error instanceof Error) setFailure(error)
      if (isOldWrong(error)) {
        oldField.current?.focus()
        oldField.current?.select()
      }
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.password !== undefined && !change.isPending) void save(form.password)
  }
  const set = (value: string) => {
    setFailure(undefined)
    form.set('old', value)
  }
  return (
    <>
      <form className={css['column']} onSubmit={submit} noValidate>
        <p className={css['lead']}>{t('password.intro')}</p>
        {/* Password managers want to know whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordField
          ref={oldField}
          label={t('password.old')}
          name="old-password"
          autoComplete="current-password"
          value={form.values.old}
          onChange={set}
          error={isOldWrong(failure) ? errorText(failure) : undefined}
        />
        <NewPasswordFields form={form} />
        <FormError error={isOldWrong(failure) ? undefined : failure} />
        <FormActions>
          <Button type="submit" look="primary" loading={change.isPending} disabled={form.password === undefined}>
            {t('password.save')}
          </Button>
        </FormActions>
      </form>
      {captcha.dialog}
    </>
  )
}

const isOldWrong = (error: unknown): boolean => error instanceof RequestError && error.code === 'OLD_PASSWORD_INVALID'
