import type { CameraFault, FaultyCamera, listFaultyCameras, ReplyOf } from '@winnow/contract'
import { BURST_MINUTES } from '@winnow/domain'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { may } from '../../../lib/permissions/permissions.ts'
import { useUser } from '../../../lib/session/session.ts'
import type { ListColumn } from '../../../ui/list-screen/list-column.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import css from './health.module.css'

const WEEK_MINUTES = 7 * 24 * 60

type Column = ListColumn<FaultyCamera>
type Reply = Pick<ReplyOf<typeof listFaultyCameras>, 'now' | 'hourSince'>

/** The name of a camera with its place. Leads to the camera, or to its alarms for users who do not see the tree. */
function CameraName({ camera }: { camera: FaultyCamera }) {
  const opensTree = may(useUser(), 'clients.see')
  return (
    <span className={css['camera']}>
      {opensTree ? (
        <Link to="/cams/clients/u" search={{ cam: camera.id }}>
          {camera.name}
        </Link>
      ) : (
        <Link to="/cams/alarms/{-$id}" params={{ id: undefined }} search={{ camera: camera.id }}>
          {camera.name}
        </Link>
      )}
      <small>
        {camera.projectName} / {camera.siteName}
      </small>
    </span>
  )
}

/** A number of alarms of a camera, as a link to these alarms. */
function AlarmCount({ camera, count, since }: { camera: FaultyCamera; count: string; since: string }) {
  return (
    <Link to="/cams/alarms/{-$id}" params={{ id: undefined }} search={{ camera: camera.id, since }}>
      {count}
    </Link>
  )
}

/** The name of the camera, and the time of its last message: the columns of more than one list. */
function useCommonColumns(): { name: Column; lastSignal: Column; time: (at: string | null) => ReactNode } {
  const { t } = useTranslation('home')
  const time = (at: string | null) =>
    at === null ? <span className={css['never']}>{t('health.never')}</span> : <TimeText at={at} seconds={false} bare />
  return {
    name: {
      key: 'name',
      name: t('health.camera'),
      wrap: true,
      fixed: true,
      render: (camera) => <CameraName camera={camera} />,
    },
    lastSignal: {
      key: 'lastSignal',
      name: t('health.lastSignal'),
      render: ({ lastSignalAt }) => time(lastSignalAt),
    },
    time,
  }
}

/** How long a silent camera has been silent, and how long it may be: by its site, or by its own rhythm. */
function useSilence(now: number): Column[] {
  const { t } = useTranslation('home')
  const formats = useFormats()
  return [
    {
      key: 'for',
      name: t('health.silentFor'),
      align: 'right',
      render: ({ lastSignalAt, createdAt }) => formats.duration(now - Date.parse(lastSignalAt ?? createdAt)),
    },
    {
      key: 'allowed',
      name: t('health.allowed'),
      align: 'right',
      render: ({ idleHours, idleHoursAreOwn }) => (
        <span className={css['camera']}>
          {formats.duration(idleHours * 3_600_000)}
          {idleHoursAreOwn && <small>{t('health.ownRhythm')}</small>}
        </span>
      ),
    },
  ]
}

/** The numbers of alarms of a noisy camera, each a link to these alarms. */
function useNoise(now: number, hourSince: string): Column[] {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
  return [
    {
      key: 'burst',
      name: t('health.burst'),
      align: 'right',
      render: (camera) => (
        <AlarmCount camera={camera} count={formats.number(camera.burst)} since={minutesAgo(BURST_MINUTES)} />
      ),
    },
    {
      key: 'hour',
      name: t('health.hour'),
      align: 'right',
      render: (camera) => <AlarmCount camera={camera} count={formats.number(camera.hour)} since={hourSince} />,
    },
    {
      key: 'usual',
      name: t('health.usualHour'),
      align: 'right',
      render: (camera) =>
        camera.usualHour === null ? (
          <span className={css['never']}>{t('health.tooYoung')}</span>
        ) : (
          <AlarmCount camera={camera} count={formats.number(camera.usualHour, 1)} since={minutesAgo(WEEK_MINUTES)} />
        ),
    },
  ]
}

/** The columns of the list of a fault. */
export function useFaultyColumns(fault: CameraFault, reply: Reply | undefined): Column[] {
  const { t } = useTranslation('home')
  const now = Date.parse(reply?.now ?? '')
  const { name, lastSignal, time } = useCommonColumns()
  const silence = useSilence(now)
  const noise = useNoise(now, reply?.hourSince ?? '')
  const byFault: Record<CameraFault, Column[]> = {
    failing: [name, lastSignal],
    silent: [name, ...silence, lastSignal],
    noisy: [name, ...noise],
    pictureless: [
      name,
      { key: 'lastPicture', name: t('health.lastPicture'), render: ({ lastPictureAt }) => time(lastPictureAt) },
      lastSignal,
    ],
  }
  return byFault[fault]
}
