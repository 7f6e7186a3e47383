import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { safeRedirect } from '../../app/landing.ts'
import { useStore } from '../../lib/create-store.ts'
import { sessionEnded, sessionStore } from '../../lib/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoginForm } from './login-form.tsx'
import css from './login.module.css'

/**
 * The login over the current screen after a 401. The page beneath stays as it is, with everything typed into it; what failed is tried
 * again after the login.
 */
export function SessionExpiredDialog() {
  const { t } = useTranslation('login')
  const { user, expired } = useStore(sessionStore)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const leave = () => {
    sessionEnded()
    queries.clear()
    void navigate({ to: '/login', search: {} })
  }
  if (!user) return null
  const redirect = safeRedirect(`${location.pathname}${location.search}${location.hash}`)
  return (
    <Dialog opened={expired} onClose={() => undefined} title={t('expired.title')} size="sm" locked>
      <p className={css['lead']}>{t('expired.body')}</p>
      {expired && <LoginForm email={user.email} redirect={redirect} onLoggedIn={() => void queries.invalidateQueries()} />}
      <Button look="subtle" fullWidth onClick={leave}>
        {t('expired.other')}
      </Button>
    </Dialog>
  )
}
