import { type DwServer, listAvailableDwServers, listDwCameras, listDwServers, updateDwServers } from '@winnow/contract'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AddServer } from './add-server.tsx'
import css from './digital-watchdog.module.css'
import { Failed, SystemsFailed } from './failed.tsx'
import { keptServer, type ServerEntry } from './server-entry.ts'

/** How often the states of the event logs are asked for. */
const LOG_STATE_MS = 10_000

/** The servers of the systems. */
export function ServersSection() {
  const { t } = useTranslation(['digitalWatchdog', 'common'])
  const servers = useOperationQuery(listDwServers, {}, { quiet: true, staleTime: 0, refetchInterval: LOG_STATE_MS })
  const save = useOperation(updateDwServers, {
    inlineErrors: true,
    invalidates: [listDwServers, listDwCameras, listAvailableDwServers],
  })
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<DwServer>()
  const [looking, setLooking] = useState(false)
  const configured = servers.data ?? []
  const put = (list: ServerEntry[]) => save.mutateAsync({ body: { servers: list } })
  const add = (
    <Button look="primary" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('server.add')}
    </Button>
  )
  const closeRemoving = () => {
    save.reset()
    setRemoving(undefined)
  }
  return (
    <section className={css['section']} aria-label={t('server.title')}>
      <h3>{t('server.title')}</h3>
      <p className={css['lead']}>{t('server.intro')}</p>
      <Failed title={t('err.servers')} error={servers.error} onRetry={() => void servers.refetch()} />
      {servers.data?.length === 0 && (
        <EmptyState compact title={t('server.empty')} action={add}>
          {t('server.emptyBody')}
        </EmptyState>
      )}
      {configured.length > 0 && (
        <>
          <div className={css['tools']}>
            {add}
            <Button onClick={() => setLooking(true)}>{t('server.look')}</Button>
          </div>
          <ul className={css['list']} aria-label={t('server.title')}>
            {configured.map((server) => (
              <li key={server.id}>
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
                <Button
                  look="subtle"
                  aria-label={`${t('remove')} ${server.serverName || server.serverId}`}
                  onClick={() => setRemoving(server)}
                >
                  {t('remove')}
                </Button>
              </li>
            ))}
          </ul>
          {looking && <AvailableServers />}
        </>
      )}
      <Dialog opened={adding} onClose={() => setAdding(false)} title={t('server.add')}>
        {adding && (
          <AddServer
            onChosen={async (entry) => {
              const others = configured.filter(
                ({ systemId, serverId }) => systemId !== entry.systemId || serverId !== entry.serverId,
              )
              await put([...others.map(keptServer), entry])
              setAdding(false)
            }}
            error={save.error}
          />
        )}
      </Dialog>
      <ConfirmDialog
        opened={removing !== undefined}
        danger
        title={t('server.remove', { name: removing?.serverName ?? '' })}
        confirm={t('remove')}
        onConfirm={() => put(configured.filter(({ id }) => id !== removing?.id).map(keptServer))}
        onClose={closeRemoving}
      >
        <p>{t('server.removeBody')}</p>
        {removing !== undefined && <Failed title={t('err.updateServers')} error={save.error} />}
      </ConfirmDialog>
    </section>
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

/** All servers of the systems, as the systems name them now. */
function AvailableServers() {
  const { t } = useTranslation('digitalWatchdog')
  const found = useOperationQuery(listAvailableDwServers, {}, { quiet: true, staleTime: 0 })
  return (
    <div className={css['stack']} aria-busy={found.isPending}>
      <Failed title={t('err.allServers')} error={found.error} onRetry={() => void found.refetch()} />
      {found.isPending && <p className={css['muted']}>{t('asking')}</p>}
      {found.data && (
        <>
          <SystemsFailed title={t('err.allServers')} failures={found.data.failures} />
          <ul className={css['list']} aria-label={t('server.available')}>
            {found.data.servers.map((server) => (
              <li key={`${server.systemId} ${server.serverId}`}>
                <div className={css['facts']}>
                  <p>
                    {server.serverName} · {server.systemName}
                  </p>
                  <p className={css['muted']}>
                    {t(server.isOnline ? 'server.online' : 'server.offline')} ·{' '}
                    {t(server.isConfigured ? 'server.configured' : 'server.notConfigured')}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
