import type { MilestoneRecorder, MilestoneSystem } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { TimeText } from '../../ui/time-text.tsx'
import { ConnectionState, Pinned, ServerFailed, vmsCss as css } from '../digital-watchdog/index.ts'

const GAPS = { refused: 'gapLost', unanswered: 'gapUnanswered', 'too-many': 'gapTooMany' } as const

/** A system: where it is, how it is trusted, the state of its connection, and its recording servers. */
export function SystemFacts({ system }: { system: MilestoneSystem }) {
  const { t } = useTranslation(['milestone', 'digitalWatchdog'])
  const { host, port, username, lastEventAt, gap, recorders } = system
  return (
    <div className={css['facts']}>
      <p>{system.systemName || system.systemId}</p>
      <p className={css['muted']}>
        {host}:{port} · {username} · ••••••••
      </p>
      <ConnectionState
        state={system.connection}
        words={{ up: t('up'), soon: t('soon'), down: t('down'), again: t('again') }}
      />
      <p className={css['muted']}>
        {lastEventAt === null ? (
          t('noEvent')
        ) : (
          <>
            {t('lastEvent')} <TimeText at={lastEventAt} />
          </>
        )}
      </p>
      {gap && (
        <p className={gap.isSearched ? css['muted'] : css['warning']}>
          {t('gap')} <TimeText at={gap.from} /> – <TimeText at={gap.to} />.{' '}
          {gap.problem ? t(GAPS[gap.problem], { found: gap.found }) : t('gapFound', { count: gap.found })}
        </p>
      )}
      <Pinned fingerprint={system.fingerprint} />
      {recorders.length > 0 && <p>{t('recorders')}</p>}
      {recorders.map((recorder) => (
        <Recorder key={recorder.id} recorder={recorder} />
      ))}
    </div>
  )
}

/** A recording server, from which pictures come. */
function Recorder({ recorder: { name, host, port, isSecure, fingerprint, failure } }: { recorder: MilestoneRecorder }) {
  const { t } = useTranslation('milestone')
  return (
    <>
      <p className={css['muted']}>
        {name} · {host}:{port} · {t(isSecure ? 'encrypted' : 'notEncrypted')}
      </p>
      {fingerprint !== null && <Pinned fingerprint={fingerprint} />}
      {failure && <ServerFailed title={t('err.recorder', { name })} failure={failure} />}
    </>
  )
}
