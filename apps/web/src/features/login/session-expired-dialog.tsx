import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { inNewWindow } from '../../lib/open-window.ts'
import { onLoggedIn } from '../../lib/session/login-news.ts'
import { resumeSession } from '../../lib/session/session.ts'
import type { SecondStep } from '../../lib/session/second-step-store.ts'
import { sessionEnded, sessionStore } from '../../lib/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { mayEndSession } from '../../ui/unsaved-changes/discard-question.ts'
import { LoginForm } from './login-form.tsx'
import css from './login.module.css'
import { SecondStepForm } from './second-step-form.tsx'

/**
 * Shows the login over the current screen after a 401. The page beneath and its typed text are kept, and failed calls are repeated after
 * the login. A directory opens in a separate window, so that the page beneath is kept then, too.
 */
export function SessionExpiredDialog() {
  const { t } = useTranslation(['login', 'twoFactor'])
  const { user, expired } = useStore(sessionStore)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [step, setStep] = useState<SecondStep>()
  const loggedIn = () => {
    setStep(undefined)
    void queries.invalidateQueries()
  }
  useEffect(() => {
    if (!expired) return undefined
    const resume = async () => {
      if (await resumeSession()) await queries.invalidateQueries()
    }
    return onLoggedIn(() => void resume())
  }, [expired, queries])
  const leave = async () => {
    // Logging out discards the page beneath with its typed text, so the user must confirm.
    if (!(await mayEndSession())) return
    setStep(undefined)
    sessionEnded()
    queries.clear()
    await navigate({ to: '/login', search: {} })
  }
  const titleOf = (asked: SecondStep | undefined): string => {
    if (!asked) return t('expired.title')
    return asked.result === 'totp' ? t('twoFactor:verify.title') : t('twoFactor:setUp.title')
  }
  if (!user) return null
  return (
    <Dialog opened={expired} onClose={() => undefined} title={titleOf(step)} size="sm" locked>
      {expired && step ? (
        <SecondStepForm step={step} onLoggedIn={loggedIn} onCancel={() => setStep(undefined)} />
      ) : (
        <>
          <p className={css['lead']}>{t('expired.body')}</p>
          {expired && (
            <LoginForm
              email={user.email}
              redirect="/auth/done"
              depart={inNewWindow}
              onLoggedIn={loggedIn}
              onSecondStep={setStep}
            />
          )}
        </>
      )}
      <Button look="subtle" fullWidth onClick={() => void leave()}>
        {t('expired.other')}
      </Button>
    </Dialog>
  )
}
