import { testCertificate } from '@winnow/delivery/testing'
import { createFakeClock, NX_SYSTEM, startNxSystem } from '@winnow/testkit'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/test-server.ts'

/** A camera of the system. */
export const GATE = '19f94d50-ff44-4f69-8deb-f5a3a5a2c1e7'
/** The address of the system. */
const HERE = '127.0.0.1'
/** The secret of the company by which rules of the system send events. */
export const SECRET = 'a-secret-of-harbour-1234'

const { systemId, systemName, serverId, serverName, user, password } = NX_SYSTEM

/** The gate as it is mapped to one of our cameras. */
export const gate = (viewId: string | null) => ({
  cameraSystemId: systemId,
  cameraSystemName: systemName,
  cameraServerId: serverId,
  cameraServerName: serverName,
  cameraId: GATE,
  cameraName: 'Gate 10',
  groupName: 'Recorder 1',
  viewId,
})

/** Starts a server with one company, and a video system; returns functions with which tests act on both. */
export async function startDwWorld(system: Omit<Parameters<typeof startNxSystem>[0], 'cert' | 'key'> = {}) {
  const clock = createFakeClock(new Date())
  const server = await startTestServer({ clock, settings: { WINNOW_ALLOWED_NETWORKS_CAMERAS: HERE } })
  const tenant = await createTenant(server.database.runtime)
  const nx = await startNxSystem({ ...(await testCertificate()), ...system })
  const call = async (method: CallMethod, path: string, body?: object, who: Tenant = tenant) => {
    const { status, body: reply } = await callApi(server, who.admin, method, `/v1/digital-watchdog/${path}`, body)
    return { status, body: reply as Record<string, unknown> }
  }
  const login = (more: object = {}) => ({ ipAddress: HERE, port: nx.port, username: user, password, ...more })
  const entry = (more: object = {}) => ({ ...login(), serverId, serverName, systemId, systemName, ...more })
  const fingerprint = async (): Promise<string> => {
    const { body } = await call('POST', 'servers/connected', login())
    return (body['certificate'] as { fingerprint: string }).fingerprint
  }
  return {
    clock,
    server,
    tenant,
    nx,
    call,
    /** What is sent to log in to the system's server. */
    login,
    /** The system's server as it is stored. */
    entry,
    /** The fingerprint of the certificate that the system's server shows. */
    fingerprint,
    /** Adds the company, whose rules may send events then, and stores the system's server. */
    async setUp(): Promise<void> {
      const company = await call('POST', 'organizations', { companyName: 'Harbour Guards', companySecret: SECRET })
      const stored = await call('PUT', 'servers', { servers: [entry({ fingerprint: await fingerprint() })] })
      if (company.status !== 200 || stored.status !== 200) throw new Error('The company or its server was not stored')
    },
    async close(): Promise<void> {
      await nx.close()
      await server.close()
    },
  }
}

export type DwWorld = Awaited<ReturnType<typeof startDwWorld>>
