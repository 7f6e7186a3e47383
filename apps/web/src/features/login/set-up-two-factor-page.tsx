import type { CurrentUser } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { handleError } from '../../lib/errors/error-handler.ts'
import { SetUpSteps } from '../two-factor/index.ts'
import { LoginFrame } from './login-frame.tsx'

interface SetUpTwoFactorPageProps {
  flow: CurrentUser['login2FaFlow']
  skipsRemaining: number
  email: string
  onSkip: () => Promise<void>
  onLogout: () => Promise<void>
  onDone: () => Promise<void>
}

const reported = (work: () => Promise<void>) => (): void => void work().catch((error: unknown) => handleError(error))

/** The set-up of a second factor as a step of the login. */
export function SetUpTwoFactorPage({ onLogout, onDone, ...props }: SetUpTwoFactorPageProps) {
  const { t } = useTranslation('twoFactor')
  return (
    <LoginFrame title={t('setUp.title')}>
      <SetUpSteps
        {...props}
        modal={false}
        onLogout={reported(onLogout)}
        onClose={() => undefined}
        onDone={reported(onDone)}
      />
    </LoginFrame>
  )
}
