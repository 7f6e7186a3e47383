import { IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { schedule } from '../../lib/schedule.ts'
import { IconButton } from '../../ui/button.tsx'
import css from './automation-notices.module.css'
import { isOver, percentOf, resultToShow, type SiteProcess } from './automation-state.ts'

/** A successful process disappears after this time, in milliseconds. */
const DONE_MS = 5_000

/** The progress of one site. A process that failed, also in part, stays until the user dismisses it. */
export function SiteProgress({ site, onDismiss }: { site: SiteProcess; onDismiss: () => void }) {
  const { t } = useTranslation('automation')
  const { siteName, cameras } = site
  const result = resultToShow(site)
  const over = isOver(site)
  const leave = useEffectEvent(onDismiss)
  const goes = over && result === 'success'
  useEffect(() => (goes ? schedule(() => leave(), DONE_MS) : undefined), [goes])
  const percent = cameras ? percentOf(cameras) : 0
  const words = cameras
    ? cameras.isProcessingPending
      ? t('pending')
      : t('added', { added: cameras.addedCount, total: cameras.totalCamera })
    : t(`result.${result}`)
  return (
    <li>
      <div className={css['site']} data-result={result} role={result === 'failure' ? 'alert' : 'status'}>
        <strong className={css['name']} title={siteName}>
          {siteName}
        </strong>
        <IconButton label={t('dismissSite', { site: siteName })} size="sm" onClick={onDismiss}>
          <IconX size={14} />
        </IconButton>
        <span className={css['words']}>
          {words}
          {cameras && (result === 'partial' || result === 'failure') && <> · {t(`result.${result}`)}</>}
        </span>
        {cameras && (
          <progress className={css['bar']} max={100} value={percent} aria-label={t('progress', { site: siteName })} />
        )}
      </div>
    </li>
  )
}
