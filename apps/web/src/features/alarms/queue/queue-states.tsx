import type { ReviewState } from '@winnow/contract'
import { IconArmchair, IconChecks, IconDeviceDesktop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import css from './queue.module.css'
import type { DeskSnapshot, ReviewDesk } from './review-desk.ts'

interface QueueStateProps {
  desk: ReviewDesk
  shown: DeskSnapshot
  state: ReviewState | undefined
}

function Nothing({ desk, state }: Omit<QueueStateProps, 'shown'>) {
  const { t } = useTranslation('review')
  const skipped = state?.skipped ?? 0
  return (
    <EmptyState
      icon={<IconChecks size={32} stroke={1.5} />}
      title={t('empty.title')}
      action={
        skipped > 0 ? (
          <Button look="primary" onClick={() => desk.takeUpSkipped()}>
            {t('empty.takeUp')}
          </Button>
        ) : (
          <LinkButton to="/cams/alarms/{-$id}">{t('empty.list')}</LinkButton>
        )
      }
    >
      <p>{t('empty.body')}</p>
      {skipped > 0 && <p>{t('empty.skipped', { n: skipped })}</p>}
      {state && (
        <p>
          {state.lastAt === null ? (
            t('empty.never', { hours: state.settings.hours })
          ) : (
            <>
              {t('side.last')} <TimeText at={state.lastAt} />
            </>
          )}
        </p>
      )}
    </EmptyState>
  )
}

/** What is shown in place of an alarm. */
export function QueueState({ desk, shown, state }: QueueStateProps) {
  const { t } = useTranslation('review')
  if (shown.phase === 'loading')
    return (
      <div className={css['loading']}>
        <Skeleton height={320} />
      </div>
    )
  if (shown.phase === 'failed') return <ErrorState error={shown.error} onRetry={() => desk.continueHere()} />
  if (shown.phase === 'empty') return <Nothing desk={desk} state={state} />
  const away = shown.phase === 'away'
  const Icon = away ? IconArmchair : IconDeviceDesktop
  return (
    <EmptyState
      icon={<Icon size={32} stroke={1.5} />}
      title={t(away ? 'away.title' : 'elsewhere.title')}
      action={
        <Button look="primary" onClick={() => desk.continueHere()}>
          {t('continueHere')}
        </Button>
      }
    >
      <p>{t(away ? 'away.body' : 'elsewhere.body')}</p>
    </EmptyState>
  )
}
