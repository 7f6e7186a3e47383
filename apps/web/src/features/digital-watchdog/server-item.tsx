import type { DwServer } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import css from './digital-watchdog.module.css'

/** A server of a system: where it is, how it is trusted, and the state of its event log. */
export function ServerItem({ server, onRemove }: { server: DwServer; onRemove: () => void }) {
  const { t } = useTranslation('digitalWatchdog')
  return (
    <li>
      <div className={css['facts']}>
        <p>
          {server.serverName || server.serverId} · {server.systemName || server.systemId}
        </p>
        <p className={css['muted']}>
          {server.ipAddress}:{server.port} · {server.username}
        </p>
        <LogState log={server.log} />
        <p className={css['muted']}>
          {server.fingerprint === '' ? (
            t('server.trusted')
          ) : (
            <>
              {t('server.pinned')} <span className={css['code']}>{server.fingerprint}</span>
            </>
          )}
        </p>
      </div>
      <Button look="subtle" aria-label={`${t('remove')} ${server.serverName || server.serverId}`} onClick={onRemove}>
        {t('remove')}
      </Button>
    </li>
  )
}

/** Whether the event log of the server's system can be read, else why not and what to do. */
function LogState({ log: { isUp, problem, setting } }: Pick<DwServer, 'log'>) {
  const { t } = useTranslation(['digitalWatchdog', 'deviceTests'])
  if (isUp) return <p className={css['works']}>{t('server.logUp')}</p>
  if (problem === null) return <p className={css['muted']}>{t('server.logSoon')}</p>
  const reason = TOLD.find((known) => known === problem)
  return (
    <div className={css['warning']}>
      <p>
        {t('server.logDown')} {reason === undefined ? t('server.logAgain') : t(`deviceTests:problem.${reason}`)}
      </p>
      {reason !== undefined && <p>{t(setting === null ? `deviceTests:help.${reason}` : 'deviceTests:help.setting')}</p>}
      {setting !== null && <code className={css['copied']}>{setting}</code>}
    </div>
  )
}

/** The problems that are told with what to do. The others pass by themselves. */
const TOLD = ['refused', 'unreachable', 'certificate', 'login', 'answer'] as const
