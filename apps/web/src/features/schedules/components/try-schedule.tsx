import { type ReplyOf, trySchedule } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { useOperation } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import type { ContentDraft } from '../model/template-draft.ts'
import css from './node-schedule.module.css'

interface TryScheduleProps {
  of: { siteId: string } | { viewId: string }
  content: ContentDraft
}

/** Says how many alarms of the last 30 days would have counted by a schedule, before it is saved. */
export function TrySchedule({ of, content: { weekly, holidayIntervals, closingDays, holidays } }: TryScheduleProps) {
  const { t } = useTranslation('schedules')
  const { number } = useFormats()
  const content = { weekly, holidayIntervals, closingDays, holidays }
  const asked = JSON.stringify(content)
  const [result, setResult] = useState<{ asked: string; reply: ReplyOf<typeof trySchedule> }>()
  const run = useOperation(trySchedule, { onSuccess: (reply) => setResult({ asked, reply }) })
  // A result of other times says nothing about these.
  const reply = result?.asked === asked ? result.reply : undefined
  return (
    <div className={css['try']}>
      <Button size="compact-sm" loading={run.isPending} onClick={() => run.mutate({ body: { ...of, ...content } })}>
        {t('try.button')}
      </Button>
      <span role="status">
        {reply &&
          (reply.received === 0
            ? t('try.nothing')
            : t('try.result', {
                received: number(reply.received),
                counted: number(reply.counted),
                would: number(reply.wouldCount),
              }))}
      </span>
    </div>
  )
}
