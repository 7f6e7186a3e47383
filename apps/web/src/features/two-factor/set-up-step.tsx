import { confirmOtp, type CurrentUser, type ErrorCode } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { call } from '../../lib/api/call.ts'
import { Button } from '../../ui/button.tsx'
import { handleError } from '../../lib/errors/error-handler.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSending } from '../../ui/form/use-sending.ts'
import { useDialogScope } from '../../ui/unsaved-changes/dialog-scope.ts'
import { CodeField } from './code-field.tsx'
import { OtpPicture } from './otp-picture.tsx'
import css from './two-factor.module.css'
import { useCodeEntry } from './use-code-entry.ts'
import { useOtpSecret } from './use-otp-secret.ts'

export interface SetUpStepProps {
  flow: CurrentUser['login2FaFlow']
  skipsRemaining: number
  /** Whether the step is in a dialog. A dialog can be closed, but it offers neither a skip nor a logout. */
  modal: boolean
  /** The user's password, if a second factor is replaced. */
  password?: string | undefined
  onConfirmed: (codes: string[]) => void
  /** Skips the set-up for now. Throws the server's error. */
  onSkip: () => Promise<void>
  onLogout: () => void
  onClose: () => void
}

const isCode = (error: unknown, code: ErrorCode): boolean => error instanceof RequestError && error.code === code

/** Shows the QR code and asks for a one-time code, which proves that the app has the secret. */
export function SetUpStep(props: SetUpStepProps) {
  const { flow, modal, password, onConfirmed } = props
  const { t } = useTranslation('twoFactor')
  const secret = useOtpSecret()
  const [timedOut, setTimedOut] = useState(false)

  const noticing = async <T,>(work: Promise<T>, clear?: () => void): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (isCode(error, 'LOGIN_TIMED_OUT')) setTimedOut(true)
      if (isCode(error, 'SET_UP_TIMED_OUT')) {
        // No code from this QR code will be accepted any more.
        await secret.refetch()
        clear?.()
      }
      throw error
    }
  }
  const { form, field, dialog } = useCodeEntry({
    verify: async (whole, { headers, clear }) => {
      const body = { code: whole, ...(password === undefined ? {} : { password }) }
      const { codes } = await noticing(call(confirmOtp, { body, headers }), clear)
      onConfirmed(codes)
    },
    // During a login the only unsaved input is the code, which the app shows again.
    isGuarded: modal,
  })
  const { skip, skipping, refusal } = useSkip(() => noticing(props.onSkip()))
  const failure = form.error ?? refusal
  return (
    <>
      <Form form={form} className={css['form']}>
        <p className={css['lead']}>
          {flow === 'totp_pending_strict' && !modal && `${t('setUp.required')} `}
          {t('setUp.scan')}
        </p>
        <OtpPicture secret={secret} />
        <CodeField {...field} />
        {Boolean(failure) && <FormError error={failure} />}
        <div className={css['actions']}>
          <Leave
            {...props}
            timedOut={timedOut || isCode(secret.error, 'LOGIN_TIMED_OUT')}
            busy={skipping}
            onSkip={skip}
          />
          <Button type="submit" look="primary" loading={form.isPending} disabled={!form.isValid}>
            {t('setUp.next')}
          </Button>
        </div>
      </Form>
      {dialog}
    </>
  )
}

/** Skips the set-up for now. Only one request is sent at a time. */
function useSkip(work: () => Promise<void>) {
  const [refusal, setRefusal] = useState<unknown>()
  const { isPending: skipping, send } = useSending<void>(
    async () => {
      setRefusal(undefined)
      await work()
    },
    (error) => {
      handleError(error, { shown: 'inline' })
      setRefusal(error)
    },
  )
  return { skip: send, skipping, refusal }
}

interface LeaveProps extends SetUpStepProps {
  busy: boolean
  /** Whether the login has expired. Then it can be neither finished nor cancelled. */
  timedOut: boolean
}

function Leave({ flow, skipsRemaining, modal, busy, timedOut, onSkip, onLogout, onClose }: LeaveProps) {
  const { t } = useTranslation('twoFactor')
  const dialog = useDialogScope()
  if (timedOut) return <Button onClick={onLogout}>{t('setUp.backToLogin')}</Button>
  if (modal) return <Button onClick={dialog?.close ?? onClose}>{t('setUp.close')}</Button>
  if (flow !== 'totp_pending_allow_skip') return <Button onClick={onLogout}>{t('setUp.logout')}</Button>
  return (
    <>
      <span className={css['note']}>{t('setUp.skipsLeft', { count: skipsRemaining })}</span>
      <Button loading={busy} onClick={() => void onSkip()}>
        {t('setUp.skip')}
      </Button>
    </>
  )
}
