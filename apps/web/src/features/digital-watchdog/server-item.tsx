import type { DwServer } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { ConnectionState } from './connection-state.tsx'
import css from './digital-watchdog.module.css'
import { Pinned } from './pinned.tsx'

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
        <ConnectionState
          state={server.log}
          words={{
            up: t('server.logUp'),
            soon: t('server.logSoon'),
            down: t('server.logDown'),
            again: t('server.logAgain'),
          }}
        />
        <Pinned fingerprint={server.fingerprint} />
      </div>
      <Button look="subtle" aria-label={`${t('remove')} ${server.serverName || server.serverId}`} onClick={onRemove}>
        {t('remove')}
      </Button>
    </li>
  )
}
