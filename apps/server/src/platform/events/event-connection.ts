import { Client, type ClientBase } from 'pg'

const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5_000

/** A connection that listens for notifications. It is reopened whenever it breaks, until `close` is called. */
export interface EventConnection {
  /** The connection while it is up. It may break at any time; its queries then reject. */
  client(): ClientBase | undefined
  /** Notifies the listeners of all other processes. Rejects without a connection. */
  notifyOthers(payload?: string): Promise<void>
  close(): Promise<void>
}

/**
 * @param options.name shown in pg_stat_activity
 * @param options.channel the channel to listen on and to notify
 * @param options.onNotified called with the payload of each notification of another process
 * @param options.onConnected called when the connection is up, for the first time or again. Notifications during a lost connection are lost
 * @param options.onError called when the connection broke or could not be opened. It is opened again later
 */
export function openEventConnection(options: {
  url: string
  name: string
  channel: 'winnow_live' | 'winnow_looking' | 'winnow_work'
  onNotified: (payload: string) => void
  onConnected: () => void
  onError: (error: unknown) => void
}): EventConnection {
  let closed = false
  let retryMs = FIRST_RETRY_MS
  let retry: NodeJS.Timeout | undefined
  /** The newest connection. `up` is true once it listens. */
  let current: { client: Client; up: boolean } | undefined

  async function connect(): Promise<void> {
    const client = new Client({
      connectionString: options.url,
      application_name: options.name,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
    const made = { client, up: false }
    current = made
    client.on('error', (error) => lose(made, error))
    client.on('end', () => lose(made, new Error('the connection ended')))
    let ownProcess: number | undefined
    client.on('notification', ({ processId, payload }) => {
      if (processId !== ownProcess) options.onNotified(payload ?? '')
    })
    try {
      await client.connect()
      // This connection reads events of all companies, which are separated afterwards. Notifications need not wait for a disk sync.
      await client.query(
        `set app.system = 'on'; set synchronous_commit = off; set statement_timeout = '30s'; listen ${options.channel}`,
      )
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      ownProcess = rows[0]?.pid
    } catch (error) {
      lose(made, error)
      return
    }
    if (current !== made) return
    made.up = true
    retryMs = FIRST_RETRY_MS
    options.onConnected()
  }

  /** Called for each end of a connection, whatever its cause, and for some causes twice. */
  function lose(lost: { client: Client }, error: unknown): void {
    if (current !== lost) return
    current = undefined
    lost.client.end().catch(() => {})
    options.onError(error)
    retry = setTimeout(() => void connect(), retryMs)
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
  }

  void connect()
  return {
    client: () => (current?.up ? current.client : undefined),
    async notifyOthers(payload = '') {
      if (!current?.up) throw new Error('there is no connection to the database')
      await current.client.query('select pg_notify($1, $2)', [options.channel, payload])
    },
    async close() {
      if (closed) return
      closed = true
      clearTimeout(retry)
      const last = current
      current = undefined
      await last?.client.end()
    },
  }
}
