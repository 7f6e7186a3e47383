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
import { ServerItem } from './server-item.tsx'

/** How often the states of the event logs are asked for. */
const LOG_STATE_MS = 10_000

/** The servers that are stored, and what changes them. A change sends all of them. */
function useServers() {
  const servers = useOperationQuery(listDwServers, {}, { quiet: true, staleTime: 0, refetchInterval: LOG_STATE_MS })
  const save = useOperation(updateDwServers, {
    inlineErrors: true,
    invalidates: [listDwServers, listDwCameras, listAvailableDwServers],
  })
  const configured = servers.data ?? []
  const put = (list: ServerEntry[]) => save.mutateAsync({ body: { servers: list } })
  return {
    servers,
    configured,
    /** Adds a server, in place of the stored one if it is stored already. */
    add: (entry: ServerEntry) => {
      const others = configured.filter(
        ({ systemId, serverId }) => systemId !== entry.systemId || serverId !== entry.serverId,
      )
      return put([...others.map(keptServer), entry])
    },
    remove: (server: DwServer | undefined) => put(configured.filter(({ id }) => id !== server?.id).map(keptServer)),
    error: save.error,
    forgetError: () => save.reset(),
  }
}

/** The servers of the systems. */
export function ServersSection() {
  const { t } = useTranslation('digitalWatchdog')
  const { servers, configured, add, remove, error, forgetError } = useServers()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<DwServer>()
  const [looks, setLooks] = useState(0)
  const addButton = (
    <Button look="primary" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('server.add')}
    </Button>
  )
  /** Closes the dialog that is open. Its error is not that of the next one. */
  const close = () => {
    forgetError()
    setAdding(false)
    setRemoving(undefined)
  }
  return (
    <section className={css['section']} aria-label={t('server.title')}>
      <h2>{t('server.title')}</h2>
      <p className={css['lead']}>{t('server.intro')}</p>
      <Failed title={t('err.servers')} error={servers.error} onRetry={() => void servers.refetch()} />
      {servers.data?.length === 0 && (
        <EmptyState compact title={t('server.empty')} action={addButton}>
          {t('server.emptyBody')}
        </EmptyState>
      )}
      {configured.length > 0 && (
        <>
          <div className={css['tools']}>
            {addButton}
            <Button onClick={() => setLooks(looks + 1)}>{t('server.look')}</Button>
          </div>
          <ul className={css['list']} aria-label={t('server.title')}>
            {configured.map((server) => (
              <ServerItem key={server.id} server={server} onRemove={() => setRemoving(server)} />
            ))}
          </ul>
          {looks > 0 && <AvailableServers key={looks} />}
        </>
      )}
      <Dialog opened={adding} onClose={close} title={t('server.add')}>
        {adding && (
          <AddServer
            onChosen={async (entry) => {
              await add(entry)
              close()
            }}
            error={error}
          />
        )}
      </Dialog>
      <RemoveServer server={removing} error={error} onConfirm={() => remove(removing)} onClose={close} />
    </section>
  )
}

interface RemoveServerProps {
  /** Undefined while nothing is to be removed. */
  server: DwServer | undefined
  error: Error | null
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

function RemoveServer({ server, error, onConfirm, onClose }: RemoveServerProps) {
  const { t } = useTranslation('digitalWatchdog')
  return (
    <ConfirmDialog
      opened={server !== undefined}
      danger
      title={t('server.remove', { name: server?.serverName ?? '' })}
      confirm={t('remove')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t('server.removeBody')}</p>
      {server !== undefined && <Failed title={t('err.updateServers')} error={error} />}
    </ConfirmDialog>
  )
}

/** All servers of the systems, as the systems name them now. Mounted anew, it asks the systems again. */
function AvailableServers() {
  const { t } = useTranslation('digitalWatchdog')
  const found = useOperationQuery(listAvailableDwServers, {}, { quiet: true, staleTime: 0 })
  return (
    <div className={css['stack']} aria-busy={found.isFetching}>
      <Failed title={t('err.allServers')} error={found.error} onRetry={() => void found.refetch()} />
      {found.isFetching && <p className={css['muted']}>{t('asking')}</p>}
      {found.data && (
        <>
          <SystemsFailed title={t('err.allServers')} failures={found.data.failures} />
          {found.data.servers.length > 0 && (
            <>
              <p className={css['muted']}>{t('server.available')}</p>
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
        </>
      )}
    </div>
  )
}
