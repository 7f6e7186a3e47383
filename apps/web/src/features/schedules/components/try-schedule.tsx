import { TRY_DAYS, TRY_PARTS } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { Button } from '../../../ui/button.tsx'
import type { ContentDraft } from '../model/template-draft.ts'
import { type TriedOf, useTry } from '../state/use-try.ts'
import css from './node-schedule.module.css'

interface TryScheduleProps {
  of: TriedOf
  content: ContentDraft
}

/** Says how many alarms of the last 30 days would have counted by a schedule, before it is saved. */
export function TrySchedule({ of, content: { weekly, holidayIntervals, closingDays, holidays } }: TryScheduleProps) {
  const { t } = useTranslation('schedules')
  const { number } = useFormats()
  const { start, stop, done, tried } = useTry(of, { weekly, holidayIntervals, closingDays, holidays })
  const isOfAll = 'templateId' in of
  const days = number(((done ?? 0) * TRY_DAYS) / TRY_PARTS)
  return (
    <div className={css['try']}>
      <Button size="compact-sm" loading={done !== undefined} onClick={start}>
        {t('try.button')}
      </Button>
      {isOfAll && done !== undefined && (
        <Button size="compact-sm" look="subtle" onClick={stop}>
          {t('try.stop')}
        </Button>
      )}
      <span role="status">
        {isOfAll && done !== undefined && t('try.progress', { done: days, all: number(TRY_DAYS) })}
        {done === undefined &&
          tried &&
          (tried.received === 0
            ? t('try.nothing')
            : t(isOfAll ? 'try.resultOfAll' : 'try.result', {
                received: number(tried.received),
                counted: number(tried.counted),
                would: number(tried.wouldCount),
              }))}
      </span>
    </div>
  )
}
