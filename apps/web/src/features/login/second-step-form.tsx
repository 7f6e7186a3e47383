import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { handleError } from '../../lib/errors/error-handler.ts'
import { cancelLogin, continueLogin } from '../../lib/session/second-step.ts'
import type { SecondStep } from '../../lib/session/second-step-store.ts'
import { Button } from '../../ui/button.tsx'
import { SetUpSteps } from '../two-factor/index.ts'
import { VerifyForm } from '../two-factor/index.ts'

interface SecondStepFormProps {
  step: SecondStep
  onLoggedIn: () => void
  /** Called to go back to the password. */
  onCancel: () => void
}

/** The second step of a login in a dialog: the same forms as on its pages. */
export function SecondStepForm({ step, onLoggedIn, onCancel }: SecondStepFormProps) {
  const { t } = useTranslation('twoFactor')
  const [kind, setKind] = useState<'otp' | 'backup'>('otp')
  const cancel = () => {
    void cancelLogin()
    onCancel()
  }
  const done = () => {
    continueLogin().then(onLoggedIn, (error: unknown) => handleError(error))
  }
  if (step.result === 'totp')
    return (
      <>
        <VerifyForm key={kind} kind={kind} onVerified={onLoggedIn} onCancel={cancel} />
        <Button look="subtle" fullWidth onClick={() => setKind(kind === 'otp' ? 'backup' : 'otp')}>
          {kind === 'otp' ? t('verify.useBackup') : t('verify.useApp')}
        </Button>
      </>
    )
  return (
    <SetUpSteps
      modal
      flow={step.login2FaFlow}
      skipsRemaining={step.login2FaSetupSkipsRemaining}
      email={step.email}
      onSkip={async () => undefined}
      onLogout={cancel}
      onClose={cancel}
      onDone={done}
    />
  )
}
