import type { Pause } from '@winnow/contract'
import { IconPlayerPause } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Button } from '../../../../ui/button.tsx'
import { type Pausable, usePause } from '../../state/use-pause.ts'
import { PauseDialog } from './pause-dialog.tsx'
import { useTimeLeft } from './use-time-left.ts'
import css from './override.module.css'

/** A pause with its countdown. It disappears when the pause ends. */
function Line({ pause, zone, of, children }: { pause: Pause; zone: string; of: 'own' | 'site'; children?: ReactNode }) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  const left = useTimeLeft(pause.pauseEndTime)
  if (left === 0) return null
  const at = (iso: string) => {
    const date = new Date(iso)
    return `${formats.dateTime(date, zone, { seconds: false })} ${formats.zoneName(date, zone)}`
  }
  return (
    <div className={css['banner']}>
      <IconPlayerPause size={18} aria-hidden="true" />
      <div className={css['text']}>
        <p>
          <strong>{t(of === 'own' ? 'override.paused' : 'override.ofSite', { time: at(pause.pauseEndTime) })}</strong>{' '}
          <span className={css['left']}>{t('override.left', { duration: formats.duration(left) })}</span>
        </p>
        <p className={css['hint']}>
          <span className={css['reason']}>{pause.reason}</span>
          <span>{t('override.by', { name: pause.by, time: at(pause.since) })}</span>
        </p>
      </div>
      {children}
    </div>
  )
}

interface PauseBannerProps {
  node: Pausable
  /** The site or camera. A camera can also have the pause of its site. */
  of: { timezone: string; pause: Pause | null; sitePause?: Pause | null }
  mayPause: boolean
}

/** The pauses during which alarms of a site or camera are not judged. The node's own pause has buttons to change or end it. */
export function PauseBanner({ node, of: { timezone: zone, pause, sitePause }, mayPause }: PauseBannerProps) {
  const { t } = useTranslation('clients')
  const { cancel, isBusy } = usePause()
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      {sitePause && <Line pause={sitePause} zone={zone} of="site" />}
      {pause && (
        <Line pause={pause} zone={zone} of="own">
          {mayPause && (
            <div className={css['actions']}>
              <Button size="compact-sm" onClick={() => setChanging(true)}>
                {t('override.change')}
              </Button>
              <Button size="compact-sm" loading={isBusy} onClick={() => void cancel(node)}>
                {t('override.cancel')}
              </Button>
            </div>
          )}
        </Line>
      )}
      <PauseDialog node={isChanging ? node : undefined} onClose={() => setChanging(false)} />
    </>
  )
}
