import type { ReviewState } from '@winnow/contract'
import { IconSettings, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { useMay } from '../../../lib/permissions/permissions.ts'
import { useUser } from '../../../lib/session/session.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { DueText } from './due-text.tsx'
import css from './queue.module.css'
import { TargetTimesDialog } from './target-times-dialog.tsx'

function Held({ state }: { state: ReviewState }) {
  const { t } = useTranslation('review')
  const { id } = useUser()
  const idle = state.people.filter(({ userId }) => !state.held.some((held) => held.userId === userId))
  if (state.held.length === 0 && idle.length === 0) return <p className={css['muted']}>{t('side.nobody')}</p>
  return (
    <ul className={css['people']}>
      {state.held.map((held) => (
        <li key={held.alarmId}>
          <span className={css['person']}>{held.userId === id ? t('side.you') : held.userName}</span>
          <span className={css['place']} title={`${held.viewName} · ${held.siteName}`}>
            {held.viewName} · {held.siteName}
          </span>
          <DueText dueAt={held.dueAt} short />
        </li>
      ))}
      {idle.map((person) => (
        <li key={person.userId}>
          <span className={css['person']}>{person.name}</span>
          <span className={css['place']}>{t('side.idle')}</span>
        </li>
      ))}
    </ul>
  )
}

const useWaiting = () => {
  const { t } = useTranslation('review')
  const formats = useFormats()
  return ({ waiting, waitingIsExact, late }: ReviewState) => ({
    waiting: waitingIsExact ? formats.number(waiting) : t('more', { n: formats.number(waiting) }),
    late: late === waiting && !waitingIsExact ? t('more', { n: formats.number(late) }) : formats.number(late),
  })
}

/** The state of the queue beside an alarm on a phone: its numbers in one line, which opens to the rest. */
export function FoldedQueueSide({ state }: { state: ReviewState | undefined }) {
  const { t } = useTranslation('review')
  const numbers = useWaiting()
  if (!state) return null
  const { waiting, late } = numbers(state)
  return (
    <details className={css['folded']}>
      <summary>
        <span>
          {t('side.waiting')} {waiting}
        </span>
        <span data-late={state.late > 0 || undefined}>
          {t('side.late')} {late}
        </span>
        <span>{t('side.who')}</span>
      </summary>
      <QueueSide state={state} />
    </details>
  )
}

/** What waits, what is late, and who works on what. */
export function QueueSide({ state }: { state: ReviewState | undefined }) {
  const { t } = useTranslation('review')
  const formats = useFormats()
  const numbers = useWaiting()
  const mayConfigure = useMay('company.write')
  const [configuring, setConfiguring] = useState(false)
  if (!state)
    return (
      <div className={css['side']}>
        <Skeleton height={96} />
      </div>
    )
  const { settings } = state
  const { waiting, late } = numbers(state)
  return (
    // A scrolling element must be focusable, or it cannot be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <aside className={css['side']} aria-label={t('side.label')} tabIndex={0}>
      <dl className={css['counts']} aria-live="polite">
        <div>
          <dt>{t('side.waiting')}</dt>
          <dd>{waiting}</dd>
        </div>
        <div data-late={state.late > 0 || undefined}>
          <dt>{t('side.late')}</dt>
          <dd>{late}</dd>
        </div>
      </dl>
      <div className={css['targets']}>
        <span>
          {t('side.targets', {
            true: formats.number(settings.trueSeconds),
            unverified: formats.number(settings.unverifiedSeconds),
            hours: formats.number(settings.hours),
          })}
        </span>
        {mayConfigure && (
          <IconButton label={t('targets.title')} onClick={() => setConfiguring(true)}>
            <IconSettings size={16} />
          </IconButton>
        )}
      </div>
      <h2 className={css['heading']}>
        <IconUsers size={16} aria-hidden="true" />
        {t('side.who')}
      </h2>
      <Held state={state} />
      {state.lastAt !== null && (
        <p className={css['muted']}>
          {t('side.last')} <TimeText at={state.lastAt} />
        </p>
      )}
      <TargetTimesDialog opened={configuring} settings={settings} onClose={() => setConfiguring(false)} />
    </aside>
  )
}
