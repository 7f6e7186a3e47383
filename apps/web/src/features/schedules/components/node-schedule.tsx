import {
  deleteSiteSchedule,
  deleteViewSchedule,
  getSite,
  getSiteSchedule,
  getViewSchedule,
  listScheduleTemplates,
  setSiteSchedule,
  setViewSchedule,
} from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { startWeek } from '../model/week-editor.ts'
import { useNodeScheduleLive } from '../state/use-schedule-live.ts'
import { isArmed, type NodeDraft, type toNodeBody } from '../model/node-draft.ts'
import { ComingDays } from './coming-days.tsx'
import { LinkText } from './link-text.tsx'
import { NodeScheduleForm } from './node-schedule-form.tsx'
import css from './node-schedule.module.css'
import { StateText } from './state-text.tsx'
import { WeekGrid } from './week-grid.tsx'

/** How often the state is asked for: it changes by the clock. */
const REFRESH_MS = 60_000

const CALLS = {
  site: { get: getSiteSchedule, set: setSiteSchedule, remove: deleteSiteSchedule },
  view: { get: getViewSchedule, set: setViewSchedule, remove: deleteViewSchedule },
} as const

interface NodeScheduleProps {
  kind: 'site' | 'view'
  id: string
  disabled: boolean
}

/** When the cameras of a site, or a camera, count: whether they do now, and the schedule behind it. */
export function NodeSchedule({ kind, id, disabled }: NodeScheduleProps) {
  const { t } = useTranslation('schedules')
  const { get, set, remove } = CALLS[kind]
  const params = { id }
  const query = useOperationQuery(get, { params }, { quiet: true, refetchInterval: REFRESH_MS })
  useNodeScheduleLive(id, query.data?.templateId)
  const settings = {
    inlineErrors: true,
    // Whether a site is armed and disarmed is shown at its head.
    invalidates: [getSiteSchedule, getViewSchedule, listScheduleTemplates, getSite],
    onError: () => void query.refetch(),
  }
  const change = useOperation(set, settings)
  const clear = useOperation(remove, settings)
  if (query.isPending) return <SkeletonRows rows={8} />
  if (query.data === undefined) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  const schedule = query.data
  const { deviceType, weekly, holidayIntervals, closingDays, holidays } = schedule
  // A site that is armed and disarmed does not use its windows. A camera can have windows of its own at a site without a schedule.
  const content = deviceType !== 2 &&
    weekly &&
    holidayIntervals &&
    closingDays && { weekly, holidayIntervals, closingDays, holidays }
  const save = async (draft: NodeDraft, body: ReturnType<typeof toNodeBody>) => {
    await (draft.mode === 'none'
      ? clear.mutateAsync({ params, query: { version: schedule.version } })
      : change.mutateAsync({ params, body }))
    showToast({ type: 'success', message: t('node.saved') })
  }
  return (
    <>
      <StateText of={schedule} />
      {disabled ? (
        <>
          <p className={css['note']}>
            {isArmed(schedule)
              ? t('node.site.armed')
              : (schedule.templateName ?? t(schedule.weekly ? 'node.own' : 'node.none'))}
          </p>
          {schedule.weekly && !isArmed(schedule) && (
            <WeekGrid isReadOnly label={t('template.week')} state={startWeek(schedule.weekly)} act={() => undefined} />
          )}
          {holidays && <LinkText link={holidays} missingYears={holidays.missingYears} />}
        </>
      ) : (
        <NodeScheduleForm kind={kind} id={id} schedule={schedule} save={save} />
      )}
      {content && <ComingDays content={content} zone={schedule.tz} />}
    </>
  )
}
