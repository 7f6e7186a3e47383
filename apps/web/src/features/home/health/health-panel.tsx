import { CAMERA_FAULTS, type CameraFault } from '@winnow/contract'
import { Link, useSearch } from '@tanstack/react-router'
import { IconCircleCheck, IconPhotoOff, IconPlugConnectedX, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import home from '../home.module.css'
import { FaultyList } from './faulty-list.tsx'
import css from './health.module.css'
import { useHealth } from './use-health.ts'

const ICONS = {
  failing: IconPlugConnectedX,
  silent: IconVolumeOff,
  noisy: IconVolume,
  pictureless: IconPhotoOff,
} as const

/** The numbers of silent and noisy cameras and of those without pictures. Each number leads to the list of its cameras. */
export function HealthPanel() {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const health = useHealth()
  const { health: chosen } = useSearch({ from: '/cams/dashboard' })
  const { data } = health
  const isWell = data !== undefined && CAMERA_FAULTS.every((fault) => data[fault] === 0)
  if (data?.watched === 0) return null
  return (
    <section className={home['panel']} aria-labelledby="health">
      <header className={home['panelHead']}>
        <h2 id="health" className={home['heading']}>
          {t('health.title')}
        </h2>
        {data && (
          <span className={home['hint']}>
            {t('health.watched', { count: data.watched, n: formats.number(data.watched) })}
          </span>
        )}
      </header>
      {data ? (
        <>
          {isWell && (
            <p className={css['well']}>
              <IconCircleCheck size={18} stroke={1.6} aria-hidden="true" />
              {t('health.well')}
            </p>
          )}
          <ul className={css['faults']}>
            {CAMERA_FAULTS.map((fault) => (
              <Fault key={fault} fault={fault} count={data[fault]} isChosen={chosen === fault} />
            ))}
          </ul>
        </>
      ) : health.error ? (
        <ErrorState error={health.error} onRetry={() => void health.refetch()} compact />
      ) : (
        <SkeletonRows rows={3} />
      )}
      {chosen && <FaultyList key={chosen} fault={chosen} />}
    </section>
  )
}

function Fault({ fault, count, isChosen }: { fault: CameraFault; count: number; isChosen: boolean }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const Icon = ICONS[fault]
  return (
    <li>
      <Link
        to="/cams/dashboard"
        search={(before) => ({ ...before, health: isChosen ? undefined : fault, page: undefined })}
        className={css['fault']}
        data-some={count > 0 || undefined}
        aria-current={isChosen || undefined}
        replace
        resetScroll={false}
      >
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        <strong>{formats.number(count)}</strong>
        <span className={css['name']}>
          {t(`health.${fault}.name`)}
          <small>{t(`health.${fault}.meaning`)}</small>
        </span>
      </Link>
    </li>
  )
}
