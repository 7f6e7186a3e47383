import { type Alarm, type AlarmCamera, getAlarmCamera } from '@winnow/contract'
import { IconAdjustments, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useLive } from '../../../lib/live/live.ts'
import { useStore } from '../../../lib/create-store.ts'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { useMay } from '../../../lib/permissions/permissions.ts'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import { createStoredStore } from '../../../lib/stored.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FileImage } from '../../../ui/file-image.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { VerdictBadge } from '../../../ui/verdict-badge.tsx'
import { PauseBanner } from '../../clients/index.ts'
import { stateOf } from '../model/matches-filters.ts'
import { CameraRequests } from './camera-requests.tsx'
import css from './cure.module.css'
import { MuteCamera } from './mute-camera.tsx'
import { refusalOf } from './refusals.ts'
import { SensitivityDialog } from './sensitivity-dialog.tsx'

/** Whether the section is open in this browser. While it is closed, going through alarms asks the server for nothing more. */
const openStore = createStoredStore('winnow.alarm-camera', z.boolean(), false)

/** How noisy the camera is, and how much of it the filter takes away. */
function Noise({ camera: { day, week } }: { camera: AlarmCamera }) {
  const { t } = useTranslation('cure')
  const formats = useFormats()
  return (
    <>
      <p>
        {t('camera.day', { count: day.count, n: formats.number(day.count) })}{' '}
        {day.usual === null ? t('camera.usualUnknown') : t('camera.usual', { n: formats.number(day.usual, 1) })}
      </p>
      <p>
        {week.reduction === null
          ? t('camera.noReduction')
          : t('camera.reduction', { share: formats.share(week.reduction), n: formats.number(week.judged) })}
      </p>
    </>
  )
}

interface LoadedProps {
  camera: AlarmCamera
  onChanged: () => void
}

/** The buttons that end a nuisance, and for those that are not there, why. */
function Cures({ camera, onChanged }: LoadedProps) {
  const { t } = useTranslation('cure')
  const [isOpen, setOpen] = useState(false)
  const mute = refusalOf('mute', camera, useMay('schedule.write'))
  const sensitivity = refusalOf('sensitivity', camera, useMay('node.write'))
  const mask = refusalOf('mask', camera, useMay('mask.write'))
  return (
    <>
      <div className={css['buttons']}>
        {mute === undefined && camera.pause === null && <MuteCamera camera={camera} onMuted={onChanged} />}
        <Button size="xs" leftSection={<IconAdjustments size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
          {t('sensitivity.open')}
        </Button>
      </div>
      {mute && <p className={css['faint']}>{t('refusal.mute.right')}</p>}
      {mask && <p className={css['faint']}>{t(`refusal.mask.${mask}`)}</p>}
      <SensitivityDialog
        camera={camera}
        refusal={
          sensitivity === undefined
            ? undefined
            : t(`refusal.sensitivity.${sensitivity === 'byApi' ? 'byApi' : 'right'}`)
        }
        opened={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

function Last({ camera: { last, timezone } }: { camera: AlarmCamera }) {
  const { t } = useTranslation('cure')
  if (last.length === 0) return <p className={css['faint']}>{t('camera.noOthers')}</p>
  return (
    <ul className={css['last']} aria-label={t('camera.last')}>
      {last.map((row) => (
        <li key={row.id}>
          <Link to="/cams/alarms/{-$id}" params={{ id: row.id }} search={(now) => now}>
            <TimeText at={row.receivedAt} zone={timezone} seconds={false} />
          </Link>
          <VerdictBadge verdict={stateOf(row)} />
        </li>
      ))}
    </ul>
  )
}

function Loaded({ camera, onChanged }: LoadedProps) {
  const { t } = useTranslation('cure')
  const mayPause = refusalOf('mute', camera, useMay('schedule.write')) === undefined
  const { viewId: id, viewName: name } = camera
  return (
    <div className={css['camera']}>
      <PauseBanner node={{ kind: 'view', id, name }} of={camera} mayPause={mayPause} />
      <div className={css['facts']}>
        <figure className={css['usual']}>
          <FileImage
            src={`/api/v1/view/${id}/snapshot?size=thumbnail&prefetch=true`}
            alt={t('camera.picture', { name })}
          />
        </figure>
        <div>
          <Noise camera={camera} />
        </div>
      </div>
      <Cures camera={camera} onChanged={onChanged} />
      <CameraRequests requests={camera.requests} zone={camera.timezone} />
      <h4>{t('camera.last')}</h4>
      <Last camera={camera} />
    </div>
  )
}

/** The camera of an alarm: its usual picture, its noise, its latest alarms, and what can be done about it. Loaded when it is opened. */
export function CameraSection({ alarm }: { alarm: Pick<Alarm, 'id'> }) {
  const { t } = useTranslation('cure')
  const isOpen = useStore(openStore)
  const { data, isError, error, refetch } = useOperationQuery(
    getAlarmCamera,
    { params: { id: alarm.id } },
    // What others did at the camera meanwhile must show when the section is opened.
    { enabled: isOpen, quiet: true, staleTime: 0 },
  )
  useLive(['cure.asked', 'resync'], () => {
    if (isOpen) void refetch()
  })
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <section className={css['section']}>
      <h3>
        <button
          type="button"
          className={css['toggle']}
          aria-expanded={isOpen}
          onClick={() => openStore.set((on) => !on)}
        >
          <Icon size={14} aria-hidden="true" />
          {t('camera.title')}
        </button>
      </h3>
      {isOpen &&
        (data ? (
          <Loaded camera={data} onChanged={() => void refetch()} />
        ) : isError ? (
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={4} />
        ))}
    </section>
  )
}
