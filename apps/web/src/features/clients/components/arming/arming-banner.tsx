import type { DetailedSite, SiteArming } from '@winnow/contract'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Button } from '../../../../ui/button.tsx'
import { useArm, useArming } from '../../state/use-arming.ts'
import { useTimeLeft } from '../override/use-time-left.ts'
import css from './arming.module.css'
import { DisarmDialog } from './disarm-dialog.tsx'
import { useZonedTime } from './use-zoned-time.ts'

type Shown = Pick<SiteArming, 'status' | 'changedAt' | 'endsAt'> & Partial<SiteArming>

/** Who told the site its state, how and when. */
function useToldText(of: Shown, zone: string, isOver: boolean) {
  const { t } = useTranslation('schedules')
  const time = useZonedTime(zone)
  const { changedAt, changedBy, changedWay } = of
  const ended = isOver ? of.endsAt : of.endedAt
  if (changedAt === null) return t('arming.neverTold')
  if (ended) return t('arming.ended', { time: time(ended) })
  if (!changedBy || !changedWay) return t('arming.toldAt', { time: time(changedAt) })
  return t('arming.told', { name: changedBy, way: t(`arming.way.${changedWay}`), time: time(changedAt) })
}

/** The state of a site at the head of its pane. A disarm counts down, and the state changes by itself when it ends. */
function State({ of, zone, children }: { of: Shown; zone: string; children: (isDisarmed: boolean) => ReactNode }) {
  const { t } = useTranslation('clients')
  const { t: tArming } = useTranslation('schedules')
  const formats = useFormats()
  const time = useZonedTime(zone)
  const left = useTimeLeft(of.endsAt ?? new Date(0).toISOString())
  const isDisarmed = of.status === 'disarmed' && left > 0
  const told = useToldText(of, zone, of.status === 'disarmed' && !isDisarmed)
  const Icon = isDisarmed ? IconLockOpen : IconLock
  return (
    <div className={css['banner']} data-status={isDisarmed ? 'disarmed' : 'armed'}>
      <Icon size={18} aria-hidden="true" />
      <div className={css['text']}>
        <p>
          <strong>
            {isDisarmed && of.endsAt
              ? tArming('arming.disarmedUntil', { time: time(of.endsAt) })
              : tArming('arming.status.armed')}
          </strong>{' '}
          {isDisarmed && (
            <span className={css['hint']}>{t('override.left', { duration: formats.duration(left) })}</span>
          )}
        </p>
        <p className={css['hint']}>{told}</p>
        {isDisarmed && <p className={css['hint']}>{tArming('arming.kept')}</p>}
      </div>
      {children(isDisarmed)}
    </div>
  )
}

interface ArmingBannerProps {
  site: DetailedSite
  mayArm: boolean
}

/** Whether a site that is armed and disarmed is armed, since when and by whom, with the buttons that change it. Nothing for other sites. */
export function ArmingBanner({ site, mayArm }: ArmingBannerProps) {
  return site.arming ? <Banner site={site} arming={site.arming} mayArm={mayArm} /> : null
}

function Banner({ site, arming, mayArm }: ArmingBannerProps & { arming: NonNullable<DetailedSite['arming']> }) {
  const { t } = useTranslation('schedules')
  const query = useArming(site.id)
  const { arm, isBusy } = useArm()
  const [isDisarming, setDisarming] = useState(false)
  return (
    <>
      <State of={query.data ?? arming} zone={site.timezone}>
        {(isDisarmed) =>
          mayArm && (
            <div className={css['actions']}>
              {isDisarmed && (
                <Button size="compact-sm" look="primary" loading={isBusy} onClick={() => void arm(site)}>
                  {t('arming.arm')}
                </Button>
              )}
              <Button size="compact-sm" onClick={() => setDisarming(true)}>
                {t(isDisarmed ? 'arming.change' : 'arming.disarm')}
              </Button>
            </div>
          )
        }
      </State>
      <DisarmDialog site={isDisarming ? site : undefined} onClose={() => setDisarming(false)} />
    </>
  )
}
