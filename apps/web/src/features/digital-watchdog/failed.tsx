import type { DeviceFailure, DwSystemFailure } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import css from './digital-watchdog.module.css'

interface FailedProps {
  /** What failed, in the words of the product. */
  title: string
  /** Why. Nothing is shown without an error. */
  error: unknown
  onRetry?: () => void
}

/** Says which call failed, why, and offers to repeat it. */
export function Failed({ title, error, onRetry }: FailedProps) {
  const { t } = useTranslation('common')
  const text = useErrorText()
  if (error === null || error === undefined) return null
  return (
    <div role="alert" className={css['failed']}>
      <strong>{title}</strong>
      <p>{text(error)}</p>
      {onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}
    </div>
  )
}

function Reason({ failure: { problem, setting } }: { failure: DeviceFailure }) {
  const { t } = useTranslation('deviceTests')
  return (
    <>
      <p>{t(`problem.${problem}`)}</p>
      <p className={css['muted']}>{t(setting === null ? `help.${problem}` : 'help.setting')}</p>
      {setting !== null && <code className={css['copied']}>{setting}</code>}
    </>
  )
}

/** Says that a server could not be used, and what to do. */
export function ServerFailed({ title, failure }: { title: string; failure: DeviceFailure }) {
  return (
    <div role="alert" className={css['failed']}>
      <strong>{title}</strong>
      <Reason failure={failure} />
    </div>
  )
}

/** Says which systems could not be asked. The others are shown all the same. */
export const SystemsFailed = ({ title, failures }: { title: string; failures: readonly DwSystemFailure[] }) =>
  failures.map(({ systemId, systemName, failure }) => (
    <ServerFailed key={systemId} title={`${title}: ${systemName || systemId}`} failure={failure} />
  ))
