import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError, ConnectionError } from '../lib/api/api-errors.ts'
import { handleError } from '../lib/errors/error-handler.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'

/** Shown in place of a page that stopped working. */
export function CrashScreen({ error, retry }: { error?: unknown; retry?: () => void }) {
  const { t } = useTranslation('shell')
  useEffect(() => {
    if (error !== undefined) handleError(error, { shown: 'inline' })
  }, [error])
  if (error instanceof RequestError || error instanceof ConnectionError)
    return <ErrorState error={error} {...(retry ? { onRetry: retry } : {})} />
  return (
    <div role="alert">
      <EmptyState
        icon={<IconPlugConnectedX size={28} stroke={1.5} />}
        title={t('crash.title')}
        action={
          <Button look="primary" onClick={() => location.reload()}>
            {t('crash.reload')}
          </Button>
        }
      >
        {t('crash.body')}
      </EmptyState>
    </div>
  )
}
