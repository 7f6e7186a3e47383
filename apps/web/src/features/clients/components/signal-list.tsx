import type { SignalRow } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { VerdictBadge } from '../../../ui/verdict-badge.tsx'
import { problemText, vendorName } from '../../alarm-words/index.ts'
import css from './signal-list.module.css'

interface SignalListProps {
  label: string
  signals: readonly SignalRow[]
  /** Zone of the site. */
  zone: string
  /** Renders below a message what to do about it. */
  renderAdvice?: (signal: SignalRow) => ReactNode
}

/** Messages of devices, newest first: kind, the device's text, and problems. */
export function SignalList({ label, signals, zone, renderAdvice }: SignalListProps) {
  const { t } = useTranslation(['clients', 'alarms'])
  const { t: tAlarms } = useTranslation('alarms')
  const formats = useFormats()
  return (
    <ul className={css['list']} aria-label={label}>
      {signals.map((signal) => (
        <li key={signal.id} className={css['item']}>
          <div className={css['line']}>
            <TimeText at={signal.receivedAt} zone={zone} />
            <span className={css['kind']} data-kind={signal.kind ?? 'waiting'}>
              {t(`signal.kind.${signal.kind ?? 'waiting'}`)}
            </span>
            {signal.isTest && <span className={css['kind']}>{t('signal.tried')}</span>}
            {signal.duplicateOf && <span className={css['kind']}>{t('signal.repeat')}</span>}
            {signal.alarmState && <VerdictBadge verdict={signal.alarmState} />}
            {signal.alarmId && signal.alarmState && (
              <Link
                to="/cams/alarms/{-$id}"
                params={{ id: signal.alarmId }}
                search={{
                  tests: signal.isTest || undefined,
                  verdict: signal.alarmState === 'outside' ? ['outside'] : undefined,
                }}
              >
                {t('signal.openAlarm')}
              </Link>
            )}
          </div>
          <div className={css['facts']}>
            <span>{t(`alarms:facts.sources.${signal.source}`)}</span>
            {vendorName(signal.vendor) && <span>{vendorName(signal.vendor)}</span>}
            {signal.event && <span>{signal.event}</span>}
            {signal.subject && <span className={css['subject']}>{t('signal.subject', { text: signal.subject })}</span>}
            {signal.deviceTime && <span>{t('signal.deviceTime', { time: signal.deviceTime })}</span>}
            <span>{formats.bytes(signal.bytes)}</span>
            {signal.remoteAddress && <span>{t('signal.from', { address: signal.remoteAddress })}</span>}
          </div>
          {signal.problems.map((problem) => (
            <div key={`${problem.code} ${problem.detail ?? ''}`} className={css['problem']}>
              <IconAlertTriangle size={14} aria-hidden="true" />
              {problemText(problem.code, tAlarms)}
            </div>
          ))}
          {renderAdvice?.(signal)}
        </li>
      ))}
    </ul>
  )
}
