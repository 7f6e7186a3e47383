import type { SampledAlarm } from '@winnow/contract'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import css from './supervisor.module.css'
import type { Shown } from './use-sample.ts'

interface SampleSideProps {
  rows: readonly SampledAlarm[] | undefined
  current: string | undefined
  shown: Shown
  onShow: (shown: Shown) => void
  counts: { unlabelled: number; labelled: number }
}

/** The user's sample as a list. */
export function SampleSide({ rows, current, shown, onShow, counts }: SampleSideProps) {
  const { t } = useTranslation(['supervisor', 'alarms'])
  const { number } = useFormats()
  const reveal = (link: HTMLElement | null) => link?.scrollIntoView?.({ block: 'nearest' })
  return (
    <nav className={css['side']} aria-label={t('sample.list')}>
      <div className={css['switch']} role="group" aria-label={t('sample.which')}>
        {(['unlabelled', 'labelled'] as const).map((each) => (
          <button
            key={each}
            type="button"
            className={css['choice']}
            aria-pressed={shown === each}
            onClick={() => onShow(each)}
          >
            {t(`sample.${each === 'unlabelled' ? 'toLabel' : 'labelled'}`, { n: number(counts[each]) })}
          </button>
        ))}
      </div>
      {rows === undefined && <SkeletonRows rows={6} />}
      {rows?.length === 0 && (
        <p className={css['muted']}>{t(shown === 'labelled' ? 'sample.noneLabelled' : 'sample.noneLeft')}</p>
      )}
      <ol className={css['rows']}>
        {rows?.map((row) => (
          <li key={row.id}>
            <Link
              to="/super/alarms/{-$id}"
              params={{ id: row.id }}
              className={css['row']}
              ref={row.id === current ? reveal : undefined}
              aria-current={row.id === current ? 'true' : undefined}
            >
              <span className={css['name']}>{row.viewName}</span>
              <span className={css['muted']}>
                {row.companyName} · <TimeText at={row.receivedAt} zone={row.timezone} seconds={false} bare />
              </span>
              {row.label && (
                <span className={css['mark']} data-label={row.label.groundTruth}>
                  {row.label.groundTruth ? (
                    <IconCheck size={14} aria-hidden="true" />
                  ) : (
                    <IconX size={14} aria-hidden="true" />
                  )}
                  {t(row.label.groundTruth ? 'alarms:label.true' : 'alarms:label.false')}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
