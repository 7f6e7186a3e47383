import type { ChangedAlarms as Changed } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { IconPhotoOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { usePicture } from '../../ui/use-picture.ts'
import css from './changed-alarms.module.css'
import { LEARNING, type LearningScope } from './learning-operations.ts'

interface ChangedAlarmsProps {
  scope: LearningScope
  id: string
  of: 'proposed' | 'applied'
}

/** The latest alarms that an adjustment filters: their number by label, and their pictures as links. */
export function ChangedAlarms({ scope, id, of }: ChangedAlarmsProps) {
  const { t } = useTranslation('learning')
  const { number } = useFormats()
  // The figures of the adjustment stand without these pictures, so a failure shows nothing.
  const { data } = useOperationQuery(LEARNING[scope].alarms, { params: { id }, query: { of } }, { quiet: true })
  if (!data) return null
  const count = data.labelledTrue + data.labelledFalse + data.unlabelled
  const [n, all] = [number(count), number(data.of)]
  return (
    <section className={css['changed']} aria-label={t('changes.title')}>
      <p className={css['count']}>
        {count === 0 ? t(`changes.none.${of}`, { of: all }) : t(`changes.${of}`, { count, n, of: all })}{' '}
        {count > 0 &&
          t('changes.labels', {
            true: number(data.labelledTrue),
            false: number(data.labelledFalse),
            none: number(data.unlabelled),
          })}
      </p>
      {count > 0 && <Strip changed={data} count={count} />}
    </section>
  )
}

function Strip({ changed, count }: { changed: Changed; count: number }) {
  const { t } = useTranslation('learning')
  const { number } = useFormats()
  const more = count - changed.alarms.length
  return (
    <ul className={css['strip']}>
      {changed.alarms.map((alarm) => (
        <li key={alarm.id}>
          <AlarmPicture alarm={alarm} />
        </li>
      ))}
      {more > 0 && <li className={css['more']}>{t('changes.more', { count: more, n: number(more) })}</li>}
    </ul>
  )
}

const labelOf = (groundTruth: boolean | null) => (groundTruth === null ? 'none' : groundTruth ? 'true' : 'false')

/** A small picture that leads to its alarm. Its border tells the label; the name says everything in words. */
function AlarmPicture({ alarm }: { alarm: Changed['alarms'][number] }) {
  const { t } = useTranslation('learning')
  const { dateTime, share } = useFormats()
  const label = labelOf(alarm.groundTruth)
  const name = t('changes.alarm', {
    time: dateTime(new Date(alarm.receivedAt)),
    score: share(alarm.score),
    label: t(`changes.label.${label}`),
  })
  return (
    <Link
      to="/cams/alarms/{-$id}"
      params={{ id: alarm.id }}
      search={{ camera: alarm.viewId }}
      className={css['picture']}
      data-label={label}
      aria-label={name}
      title={name}
    >
      {alarm.hasPicture ? <Small id={alarm.id} /> : <NoPicture />}
      <span className={css['score']} aria-hidden="true">
        {share(alarm.score)}
      </span>
    </Link>
  )
}

const NoPicture = () => <IconPhotoOff size={18} stroke={1.5} aria-hidden="true" />

function Small({ id }: { id: string }) {
  // The audit log tells these from pictures that somebody has looked at.
  const picture = usePicture(`/api/v1/alarm/${id}/frame/0/image?prefetch=true&size=thumbnail`)
  if (picture.failed) return <NoPicture />
  return <img key={picture.src} src={picture.src} alt="" loading="lazy" onError={picture.fail} />
}
