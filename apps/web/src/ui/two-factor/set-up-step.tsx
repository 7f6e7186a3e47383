import { confirmOtp, type CurrentUser, type ErrorCode } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { call } from '../../lib/api/call.ts'
import { Button } from '../button.tsx'
import { CodeField, isWhole } from './code-field.tsx'
import { OtpPicture } from './otp-picture.tsx'
import css from './two-factor.module.css'
import { useCodeEntry } from './use-code-entry.ts'
import { useOtpSecret } from './use-otp-secret.ts'

export interface SetUpStepProps {
  flow: CurrentUser['login2FaFlow']
  skipsRemaining: number
  /** Over another screen: it can be closed, and neither skipped nor left by logging out. */
  modal: boolean
  /** Of the user, where a second factor is replaced. */
  password?: string | undefined
  onConfirmed: (codes: string[]) => void
  /** Puts the set-up off; throws what the server says. */
  onSkip: () => Promise<void>
  onLogout: () => void
  onClose: () => void
}

const isCode = (error: unknown, code: ErrorCode): boolean => error instanceof RequestError && error.code === code

/** The QR code, and a code of it to show that the app has it. */
export function SetUpStep(props: SetUpStepProps) {
  const { flow, modal, password, onConfirmed } = props
  const { t } = useTranslation('twoFactor')
  const [skipping, setSkipping] = useState(false)
  const secret = useOtpSecret()
  const [timedOut, setTimedOut] = useState(false)

  const noticing = async <T,>(work: Promise<T>, clear?: () => void): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (isCode(error, 'LOGIN_TIMED_OUT')) setTimedOut(true)
      if (isCode(error, 'SET_UP_TIMED_OUT')) {
        // No code of this picture will ever be right.
        await secret.refetch()
        clear?.()
      }
      throw error
    }
  }
  const { code, busy, field, submit, attempt, dialog } = useCodeEntry(async (whole, { headers, clear }) => {
    const body = { code: whole, ...(password === undefined ? {} : { password }) }
    const { codes } = await noticing(call(confirmOtp, { body, headers }), clear)
    onConfirmed(codes)
  })
  const skip = async () => {
    setSkipping(true)
    await attempt(() => noticing(props.onSkip()))
    setSkipping(false)
  }
  return (
    <>
      <form className={css['form']} onSubmit={submit} noValidate>
        <p className={css['lead']}>
          {flow === 'totp_pending_strict' && !modal && `${t('setUp.required')} `}
          {t('setUp.scan')}
        </p>
        <OtpPicture secret={secret} />
        <CodeField {...field} />
        <div className={css['actions']}>
          <Leave
            {...props}
            timedOut={timedOut || isCode(secret.error, 'LOGIN_TIMED_OUT')}
            busy={skipping}
            onSkip={skip}
          />
          <Button type="submit" look="primary" loading={busy && !skipping} disabled={!isWhole(code)}>
            {t('setUp.next')}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}

interface LeaveProps extends SetUpStepProps {
  busy: boolean
  /** There is no login any more that could be finished or given up. */
  timedOut: boolean
}

function Leave({ flow, skipsRemaining, modal, busy, timedOut, onSkip, onLogout, onClose }: LeaveProps) {
  const { t } = useTranslation('twoFactor')
  if (timedOut) return <Button onClick={onLogout}>{t('setUp.backToLogin')}</Button>
  if (modal) return <Button onClick={onClose}>{t('setUp.close')}</Button>
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
