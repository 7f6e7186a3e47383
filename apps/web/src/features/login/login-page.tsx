import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import type { SecondStep } from '../../lib/session/second-step-store.ts'
import { BRAND_FACTS, brandStore } from '../../theme/brands.ts'
import { Button } from '../../ui/button.tsx'
import { HelpDialog } from '../../ui/help-dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoginForm } from './login-form.tsx'
import { LoginFrame } from './login-frame.tsx'
import css from './login.module.css'
import { MobileApps } from './mobile-apps.tsx'

interface LoginPageProps {
  email?: string
  /** The console path to open after a single sign-on. */
  redirect: string | undefined
  withPassword: boolean
  onLoggedIn: () => void
  onSecondStep: (step: SecondStep) => void
}

/** The login screen. */
export function LoginPage({ onLoggedIn, onSecondStep, ...start }: LoginPageProps) {
  const { t } = useTranslation('login')
  const brand = useStore(brandStore)
  const [help, setHelp] = useState(false)
  return (
    <LoginFrame title={t('title')} footer={<MobileApps />}>
      <h1 className="wn-visually-hidden">{`${t('title')} · ${BRAND_FACTS[brand].productName}`}</h1>
      <LoginForm {...start} onLoggedIn={onLoggedIn} onSecondStep={onSecondStep} />
      <div className={css['links']}>
        <LinkButton look="subtle" to="/reset-password">
          {t('forgot')}
        </LinkButton>
        <Button look="subtle" onClick={() => setHelp(true)}>
          {t('help')}
        </Button>
      </div>
      <HelpDialog opened={help} onClose={() => setHelp(false)} />
    </LoginFrame>
  )
}
