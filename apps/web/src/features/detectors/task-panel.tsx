import { cancelDetectorTask, DETECTOR_SETS, type DetectorTask, getDetectors } from '@winnow/contract'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import css from './detectors.module.css'

/** The running task, or its result. A task that had ended before the page was opened is shown only if it failed. */
export function TaskPanel({ task }: { task: DetectorTask | null }) {
  const { t } = useTranslation('detectors')
  const [dismissed, setDismissed] = useState<string>()
  const [watched, setWatched] = useState<string>()
  const isRunning = task?.state === 'waiting' || task?.state === 'running'
  const startedAt = task?.startedAt
  if (isRunning && watched !== startedAt) setWatched(startedAt)
  const isShown =
    task && (isRunning || (task.startedAt !== dismissed && (task.state === 'failed' || task.startedAt === watched)))
  return (
    <div role="status" className={css['status']}>
      {isShown && (
        <section className={css['card']} data-state={task.state} aria-label={t('task.title')}>
          {isRunning ? <Running task={task} /> : <Ended task={task} onDismiss={() => setDismissed(task.startedAt)} />}
        </section>
      )}
    </div>
  )
}

function useSubject(task: DetectorTask): string {
  const { t } = useTranslation('detectors')
  const set = DETECTOR_SETS.find((name) => name === task.subject)
  if (set !== undefined) return t(`sets.${set}`)
  return task.subject === 'builtin' ? t('builtin') : task.subject
}

function Running({ task }: { task: DetectorTask }) {
  const { t } = useTranslation('detectors')
  const formats = useFormats()
  const cancel = useOperation(cancelDetectorTask, { invalidates: [getDetectors] })
  const subject = useSubject(task)
  const { step, pack, done, total } = task
  const isCounting = task.kind === 'compare' && step !== 'fetch'
  const words = task.state === 'waiting' ? t('task.waiting') : step ? t(`task.${step}`, { pack }) : t('task.begin')
  const far =
    total === null
      ? null
      : isCounting
        ? t('task.alarms', { done: formats.number(done), total: formats.number(total) })
        : t('task.bytes', { done: formats.bytes(done), total: formats.bytes(total) })
  return (
    <>
      <h2 className={css['cardTitle']}>{t(`task.${task.kind}`, { subject })}</h2>
      <div className={css['progress']}>
        <span>{words}</span>
        <progress aria-label={words} max={total ?? 1} {...(total === null ? {} : { value: done })} />
        {far && <span className={css['far']}>{far}</span>}
        <Button size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate({})}>
          {t('task.cancel')}
        </Button>
      </div>
      <p className={css['hint']}>{t('task.by', { name: task.startedBy })}</p>
    </>
  )
}

function Ended({ task, onDismiss }: { task: DetectorTask; onDismiss: () => void }) {
  const { t } = useTranslation('detectors')
  const formats = useFormats()
  const subject = useSubject(task)
  const isFailed = task.state === 'failed'
  const Icon = isFailed ? IconAlertTriangle : IconCheck
  const ms = task.lookMs === null ? '' : formats.duration(task.lookMs)
  return (
    <>
      <h2 className={css['cardTitle']}>
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        {task.state === 'done'
          ? t(`task.done.${task.kind}`, { subject, ms })
          : task.state === 'cancelled'
            ? t('task.cancelled')
            : t(`task.${task.kind}`, { subject })}
      </h2>
      {isFailed && (
        <>
          <p className={css['why']}>{t('task.failed')}</p>
          <p className={css['problem']}>{task.problem}</p>
          {task.kind === 'add' && <p className={css['hint']}>{t('task.failedAdd')}</p>}
        </>
      )}
      <div>
        <Button size="compact-sm" onClick={onDismiss}>
          {t('task.dismiss')}
        </Button>
      </div>
    </>
  )
}
