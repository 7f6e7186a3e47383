import { testCertificate } from '@winnow/delivery/testing'
import { createFakeClock, createFakeTicker, startXprotect, XPROTECT } from '@winnow/testkit'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/test-server.ts'
import { type ConnectorKeeper, keepConnectors } from '../connect/index.ts'
import type { SocketTiming } from './events-socket.ts'
import { createMilestoneConnector } from './milestone-connector.ts'

/** A camera of the system. */
export const GATE = 'a8a8b9dc-3995-49ed-9b00-62caac2ce74a'
const HERE = '127.0.0.1'

/** The gate as it is mapped to one of our cameras. */
export const gate = (viewId: string | null, more: object = {}) => ({
  cameraSystemId: XPROTECT.siteId,
  cameraSystemName: XPROTECT.siteName,
  cameraServerId: XPROTECT.recorderId,
  cameraServerName: XPROTECT.recorderName,
  cameraId: GATE,
  cameraName: 'Gate 10',
  groupName: 'Outside / North',
  viewId,
  ...more,
})

export const stopped = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

interface Running {
  /** Called when the connection was lost; the next one follows when it resolves. */
  onLost?: (signal: AbortSignal) => Promise<void>
  /** Called for each event that is stored. It can refuse it. */
  onEvent?: (camera: string) => void
  /** Called where a limit is waited for. */
  onWait?: () => Promise<void>
  timing?: Partial<SocketTiming>
  /** Pages of one search for what was missed. */
  pages?: number
}

/** Starts a server with one company, and a video system; returns functions with which tests act on both. */
export async function startMilestoneWorld(system: Omit<Parameters<typeof startXprotect>[0], 'cert' | 'key'> = {}) {
  const clock = createFakeClock(new Date())
  const server = await startTestServer({ clock, settings: { WINNOW_ALLOWED_NETWORKS_CAMERAS: HERE } })
  const tenant = await createTenant(server.database.runtime)
  const vms = await startXprotect({ ...(await testCertificate()), ...system })
  let keeper: ConnectorKeeper | undefined
  const call = async (method: CallMethod, path = '', body?: object, who: Tenant = tenant) => {
    const address = `/company/${who.companyId}/milestone${path}`
    const { status, body: reply } = await callApi(server, who.admin, method, address, body)
    return { status, body: reply as Record<string, unknown> }
  }
  const login = (more: object = {}) => ({
    host: HERE,
    port: vms.port,
    username: XPROTECT.user,
    password: XPROTECT.password,
    ...more,
  })
  const entry = (more: object = {}) => ({
    ...login(),
    systemId: XPROTECT.siteId,
    systemName: XPROTECT.siteName,
    eventTypes: [
      { id: XPROTECT.motionStarted, name: 'Motion Started', eventType: 'unknown' },
      { id: XPROTECT.lineCrossed, name: 'Fence crossed', eventType: 'line' },
    ],
    ...more,
  })
  const fingerprint = async (): Promise<string> => {
    const { body } = await call('POST', '/connected', login())
    return (body['certificate'] as { fingerprint: string }).fingerprint
  }
  return {
    clock,
    server,
    tenant,
    vms,
    call,
    login,
    entry,
    fingerprint,
    /** Stores the system. */
    async setUp(): Promise<void> {
      const { status } = await call('POST', '', entry({ fingerprint: await fingerprint() }))
      if (status !== 200) throw new Error('The system was not stored')
    },
    /** Connects to the system. Without `onLost`, a lost connection stays lost. */
    async connect({
      onLost = stopped,
      onEvent,
      onWait = async () => undefined,
      timing,
      pages,
    }: Running = {}): Promise<void> {
      const deps = { ...server.container.deps, ticker: createFakeTicker() }
      const limits = { ...deps.limits, requireCamera: async (camera: string) => onEvent?.(camera) }
      const connectTiming = {
        monotonic: () => clock.now().getTime(),
        wait: (_ms: number, signal: AbortSignal) => onLost(signal),
      }
      keeper = keepConnectors({ ...deps, limits, connectTiming }, [
        createMilestoneConnector({
          ...deps,
          milestoneTiming: { pingMs: 20, quietMs: 5_000, openMs: 5_000, ...timing },
          wait: () => onWait(),
          ...(pages === undefined ? {} : { milestonePages: pages }),
        }),
      ])
      await keeper.look()
    },
    look: () => keeper?.look(),
    async disconnect(): Promise<void> {
      await keeper?.stop()
      keeper = undefined
    },
    async close(): Promise<void> {
      await keeper?.stop()
      await vms.close()
      await server.close()
    },
  }
}

export type MilestoneWorld = Awaited<ReturnType<typeof startMilestoneWorld>>
