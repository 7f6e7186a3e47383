import type { Alarm, AlarmRow } from '@winnow/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { IconPhotoOff } from '@tabler/icons-react'
import { type Ref, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { useLook } from '../state/use-look.ts'
import css from './alarm-screen.module.css'
import { FactsPanel } from './facts/facts-panel.tsx'
import { Player } from './player/player.tsx'

interface AlarmDetailProps {
  row: AlarmRow | undefined
  alarm: Alarm | undefined
  query: UseQueryResult<Alarm>
  noteRef: Ref<HTMLTextAreaElement>
  onNewest: () => void
}

/** The open alarm: its pictures and its facts, or why they cannot be shown. */
export function AlarmDetail({ row, alarm, query, noteRef, onNewest }: AlarmDetailProps) {
  const { t } = useTranslation('alarms')
  useLook(alarm)
  // The picture first: the facts follow within the next frames and give way to a further step.
  const facts = useDeferredValue(useMemo(() => ({ row, alarm }), [row, alarm]))
  if (alarm === undefined && query.isError) {
    const absent = query.error instanceof RequestError && query.error.status === 404
    if (!absent) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    return (
      <EmptyState
        icon={<IconPhotoOff size={32} stroke={1.5} />}
        title={t('notFound.title')}
        action={<Button onClick={onNewest}>{t('notFound.back')}</Button>}
      >
        <p>{t('notFound.body')}</p>
      </EmptyState>
    )
  }
  return (
    <div className={css['detail']}>
      <Player alarm={alarm} />
      {facts.row ? <FactsPanel row={facts.row} alarm={facts.alarm} noteRef={noteRef} /> : <aside />}
    </div>
  )
}
