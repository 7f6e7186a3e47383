import { createFakeClock, createWebhookSink, type ReceivedRequest } from '@winnow/testkit'
import { expect } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createTenant } from '../../../test/factories.ts'
import { findingsOf } from '../../../test/findings.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { decideAlarm, type Findings } from '../alarms/index.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { planDeliveries } from './plan-deliveries.ts'

interface DeliveryRow {
  id: string
  alarmId: string | null
  type: string
  state: string
  attempts: number
  nextAt: string | null
  lastError: string | null
  lastStatus: number | null
}

export const bodyOf = (request: ReceivedRequest | undefined) => JSON.parse(request?.body.toString() ?? '{}')

/** Starts a server with a company. The server may call receivers on this machine. */
export async function startDeliveryWorld(settings: Record<string, string> = {}) {
  const clock = createFakeClock(new Date())
  const server = await startTestServer({
    clock,
    settings: { WINNOW_ALLOWED_NETWORKS_RECEIVERS: '127.0.0.0/8', ...settings },
  })
  return { clock, server, ...(await createNeighbour(server)) }
}

/** Creates a company, and returns a function that calls the API as its administrator. */
export async function createNeighbour(server: TestServer) {
  const tenant = await createTenant(server.database.runtime)
  const call = (method: CallMethod, url: string, payload?: object) =>
    callApi(server, tenant.admin, method, url, payload)
  return { tenant, call }
}

type DeliveryWorld = Awaited<ReturnType<typeof startDeliveryWorld>>
export type DeliverySite = Awaited<ReturnType<typeof createDeliverySite>>

/** Creates a camera in its own site, starts the receiver's server, and returns helpers for tests. */
export async function createDeliverySite({ clock, server, tenant, call }: DeliveryWorld) {
  const db = server.database.runtime
  const sink = await createWebhookSink()
  const camera = await createCamera(db, tenant.companyId)
  const dispatchers: Dispatcher[] = []
  const createWaiting = () => createAlarm(db, { companyId: tenant.companyId, ...camera }, { verdict: null })
  /** Gives an alarm a verdict, as the analysis does (`deadline`: as the sweeper does). */
  const decide = (id: string, verdict: Findings['verdict'] | 'deadline') =>
    inSystem(db, (tx) =>
      decideAlarm(tx, id, verdict === 'deadline' ? undefined : findingsOf(verdict), planDeliveries, clock.now()),
    )
  const deliveries = async (receiverId: string): Promise<DeliveryRow[]> =>
    (await call('GET', `/v1/receiver/${receiverId}/deliveries`)).body.rows
  const createReceiver = async (
    kind: string,
    name: string,
    config: object,
  ): Promise<{ id: string; secret: string }> => {
    const { status, body } = await call('POST', `/v1/site/${camera.siteId}/receivers`, { kind, name, config })
    expect(status).toBe(200)
    return { id: body.receiver.id, secret: body.secret }
  }
  return {
    sink,
    camera,
    createWaiting,
    decide,
    deliveries,
    async decided(verdict: Findings['verdict'] | 'deadline'): Promise<string> {
      const id = await createWaiting()
      await decide(id, verdict)
      return id
    },
    createReceiver,
    createWebhook: (path = '/alarms') => createReceiver('webhook', `Hook ${path}`, { url: `${sink.url}${path}` }),
    createEmail: () => createReceiver('email', 'Room', { recipients: ['room@example.com'] }),
    settled: (receiverId: string, what: string, look: (rows: DeliveryRow[]) => boolean) =>
      until(what, async () => {
        const rows = await deliveries(receiverId)
        return look(rows) && rows
      }),
    receiver: async (id: string) =>
      (await call('GET', `/v1/site/${camera.siteId}/receivers`)).body.find((found: { id: string }) => found.id === id),
    runDispatcher(options?: { graceMs: number }): Dispatcher {
      const dispatcher = createDispatcher(server.container.deps, options)
      dispatchers.push(dispatcher)
      return dispatcher
    },
    async close() {
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()))
      await sink.close()
    },
  }
}
