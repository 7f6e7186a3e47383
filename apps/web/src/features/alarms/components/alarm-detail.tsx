import type { Alarm, AlarmRow } from '@winnow/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { IconPhotoOff } from '@tabler/icons-react'
import { type Ref, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { useStore } from '../../../lib/create-store.ts'
import { useIsNarrow } from '../../../ui/use-is-narrow.ts'
import { factsStore } from '../state/facts-store.ts'
import { useLook } from '../state/use-look.ts'
import { useLooking } from '../state/use-looking.ts'
import css from './alarm-screen.module.css'
import { FactsLine } from './facts/facts-line.tsx'
import { FactsPanel } from './facts/facts-panel.tsx'
import { Player } from './player/player.tsx'

interface AlarmDetailProps {
  row: AlarmRow | undefined
  alarm: Alarm | undefined
  query: UseQueryResult<Alarm>
  noteRef: Ref<HTMLTextAreaElement>
  /** Moves to the newer or older alarm of the list. */
  onStep: (direction: 'next' | 'previous') => void
  onNewest: () => void
}

/** The open alarm: its pictures and facts, or why they cannot be shown. */
export function AlarmDetail({ row, alarm, query, noteRef, onStep, onNewest }: AlarmDetailProps) {
  const { t } = useTranslation('alarms')
  useLook(alarm)
  useLooking(row?.id ?? null)
  const narrow = useIsNarrow()
  const wanted = useStore(factsStore)
  const unfolded = narrow || wanted
  // The picture renders first. The facts follow in later frames, and are skipped if the user moves on.
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
    <div className={css['detail']} data-folded={!unfolded || undefined}>
      {!unfolded && (facts.row ? <FactsLine row={facts.row} /> : <div />)}
      <Player alarm={alarm} onStep={onStep} />
      {unfolded &&
        (facts.row ? <FactsPanel row={facts.row} alarm={facts.alarm} noteRef={noteRef} folds={!narrow} /> : <aside />)}
    </div>
  )
}
