import type { DeviceWayIn } from '@winnow/contract'
import { callApi } from './call-api.ts'
import type { LoggedIn } from './factories.ts'
import type { TestServer } from './test-server.ts'

/** What people are told of a camera's state: on its page, in the list of its site, and at Home. */
export interface ToldState {
  state: DeviceWayIn['state']
  system: DeviceWayIn['system']
  lastEventAt: string | null
  /** Of the camera. It is known once its message was read, later than the event. */
  lastSeenAt: string | null
  /** How many cameras of the site are in this state; the site of a test has one camera. */
  inSite: number
  /** Whether Home lists it among the cameras that fail, and how many it counts. */
  isCountedAtHome: boolean
  failingAtHome: number
}

export async function cameraState(
  server: TestServer,
  who: LoggedIn,
  { viewId, siteId }: { viewId: string; siteId: string },
): Promise<ToldState> {
  const get = async (path: string) => (await callApi(server, who, 'GET', path)).body
  const [wayIn, site, health, faulty] = await Promise.all([
    get(`/v1/view/${viewId}/way-in`) as Promise<DeviceWayIn>,
    get(`/v1/site/${siteId}/ways-in`) as Promise<{ counts: Record<string, number> }>,
    get('/v1/home/health') as Promise<{ failing: number }>,
    get('/v1/home/health/cameras?fault=failing&limit=200') as Promise<{ rows: { id: string }[] }>,
  ])
  return {
    state: wayIn.state,
    system: wayIn.system,
    lastEventAt: wayIn.lastEventAt,
    lastSeenAt: wayIn.lastSeenAt,
    inSite: site.counts[wayIn.state] ?? 0,
    isCountedAtHome: faulty.rows.some(({ id }) => id === viewId),
    failingAtHome: health.failing,
  }
}
