import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ConnectionError, RequestError, UnauthorisedError } from '../lib/api/api-errors.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { EmptyState } from './empty-state.tsx'
import { useErrorText } from './error-text.ts'
import css from './state.module.css'

function whatToDo(error: unknown) {
  if (error instanceof ConnectionError) return 'errors:whatToDo.network'
  if (error instanceof RequestError && error.status === 403) return 'errors:whatToDo.forbidden'
  if (error instanceof RequestError && error.status === 404) return 'errors:whatToDo.notFound'
  return 'errors:whatToDo.retry'
}

/** Shown where loading failed: what happened, what to do, a retry, and the request id. */
export function ErrorState({ error, onRetry, compact }: { error: unknown; onRetry?: () => void; compact?: boolean }) {
  const { t } = useTranslation(['common', 'errors'])
  const text = useErrorText()
  const requestId = error instanceof RequestError || error instanceof UnauthorisedError ? error.requestId : undefined
  return (
    <div role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={text(error)}
        {...(compact ? { compact } : {})}
        action={onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}
      >
        <p>{t(whatToDo(error))}</p>
        {requestId && (
          <span className={css['request']}>
            {t('requestId', { id: requestId })}
            <CopyButton value={requestId} label={t('copyRequestId')} iconOnly />
          </span>
        )}
      </EmptyState>
    </div>
  )
}
