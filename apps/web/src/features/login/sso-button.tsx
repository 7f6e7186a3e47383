import { getSsoUrl } from '@winnow/contract'
import { IconBrandAzure } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { handleError } from '../../lib/errors/error-handler.ts'
import type { Departure } from '../../lib/open-window.ts'
import { Button } from '../../ui/button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import css from './login.module.css'

interface SsoButtonProps {
  domain: string
  keepLoggedIn: boolean
  redirect: string | undefined
  /** Prepares the redirect to the directory, or the separate window for it. Called synchronously in the click handler. */
  depart: () => Departure
}

/** Opens the login of a domain's directory without asking for an e-mail. */
export function SsoButton({ domain, keepLoggedIn, redirect, depart }: SsoButtonProps) {
  const { t } = useTranslation('sso')
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const go = async () => {
    setBusy(true)
    setError(undefined)
    const departure = depart()
    try {
      const { url } = await call(getSsoUrl, { query: { domain, redirect, ...(keepLoggedIn ? { keepLoggedIn } : {}) } })
      departure.go(url)
    } catch (failure) {
      departure.cancel()
      handleError(failure, { shown: 'inline' })
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css['other']}>
      <span className={css['or']}>{t('or')}</span>
      <Button
        fullWidth
        size="sm"
        leftSection={<IconBrandAzure size={18} aria-hidden="true" />}
        loading={busy}
        onClick={() => void go()}
      >
        {t('button')}
      </Button>
      {error !== undefined && (
        <p role="alert" className={css['error']}>
          {error}
        </p>
      )}
    </div>
  )
}
