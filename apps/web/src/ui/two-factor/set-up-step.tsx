import { confirmOtp, type CurrentUser, type ErrorCode } from '@winnow/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { call } from '../../lib/api/call.ts'
import { Button } from '../button.tsx'
import { useAttempt } from '../use-attempt.ts'
import { CodeField, isWhole } from './code-field.tsx'
import { OtpPicture } from './otp-picture.tsx'
import css from './two-factor.module.css'
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
  const [code, setCode] = useState('')
  const [asked, setAsked] = useState<'next' | 'skip'>('next')
  const field = useRef<HTMLInputElement>(null)
  const secret = useOtpSecret()
  const [timedOut, setTimedOut] = useState(false)
  const { busy, refusal, setRefusal, attempt } = useAttempt(field)

  const tryTo = async (what: 'next' | 'skip', work: () => Promise<void>) => {
    setAsked(what)
    await attempt(async () => {
      try {
        await work()
      } catch (error) {
        if (isCode(error, 'LOGIN_TIMED_OUT')) setTimedOut(true)
        if (isCode(error, 'SET_UP_TIMED_OUT')) {
          // No code of this picture will ever be right.
          await secret.refetch()
          setCode('')
        }
        throw error
      }
    })
  }
  const confirm = async () => {
    const { codes } = await call(confirmOtp, { body: { code, ...(password === undefined ? {} : { password }) } })
    onConfirmed(codes)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole(code) && !busy) void tryTo('next', confirm)
  }
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <p className={css['lead']}>
        {flow === 'totp_pending_strict' && !modal && `${t('setUp.required')} `}
        {t('setUp.scan')}
      </p>
      <OtpPicture secret={secret} />
      <CodeField
        ref={field}
        value={code}
        readOnly={busy}
        error={refusal}
        onChange={(next) => {
          setCode(next)
          setRefusal(undefined)
        }}
      />
      <div className={css['actions']}>
        <Leave
          {...props}
          timedOut={timedOut || isCode(secret.error, 'LOGIN_TIMED_OUT')}
          busy={busy && asked === 'skip'}
          onSkip={() => tryTo('skip', props.onSkip)}
        />
        <Button type="submit" look="primary" loading={busy && asked === 'next'} disabled={!isWhole(code)}>
          {t('setUp.next')}
        </Button>
      </div>
    </form>
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
