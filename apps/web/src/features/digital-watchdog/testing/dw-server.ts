import {
  addDwOrganization,
  DW_SECRET_PLACE,
  type DwAlarm,
  type DwCamera,
  type DwOrganization,
  type DwServer,
  listDwAlarms,
  listDwCameras,
  listDwOrganizations,
  listDwServers,
} from '@winnow/contract'
import type { FakeApi } from '../../../testing/fake-api.ts'

export const buildDwCompany = (change: Partial<DwOrganization> = {}): DwOrganization => ({
  id: '01900000-0000-7000-8000-000000000501',
  companyName: 'Harbour Guards',
  companySecret: '••••••••1234',
  pushUrl: `https://alarms.example/api/v1/dw/${DW_SECRET_PLACE}`,
  createdAt: '2026-11-20T10:00:00.000Z',
  lastEventAt: '2026-11-26T10:00:00.000Z',
  lastUnmapped: { at: '2026-11-26T09:00:00.000Z', cameraId: 'f00d', cameraName: 'Yard' },
  ...change,
})

export const buildDwServer = (change: Partial<DwServer> = {}): DwServer => ({
  id: '01900000-0000-7000-8000-000000000502',
  systemId: 'sys-1',
  systemName: 'Harbour',
  serverId: 'srv-1',
  serverName: 'Server 1',
  ipAddress: '192.0.2.30',
  port: 7001,
  username: 'winnow',
  hasPassword: true,
  fingerprint: '',
  log: { isUp: true, seenAt: '2026-11-26T10:00:00.000Z', problem: null, setting: null },
  ...change,
})

export const buildDwCamera = (number: number): DwCamera => ({
  cameraSystemId: 'sys-1',
  cameraSystemName: 'Harbour',
  cameraServerId: 'srv-1',
  cameraServerName: 'Server 1',
  cameraId: `cam-${number}`,
  cameraName: `Camera ${number}`,
  groupName: 'Recorder',
  viewId: null,
  viewName: null,
  siteName: null,
})

export const buildDwAlarm = (): DwAlarm => ({
  systemName: '',
  cameraServerId: '',
  cameraId: '',
  alarmType: 'analyticsSdkEvent',
  alarmName: 'Fence',
  actionType: '',
  alarmEventId: 'nx.Line',
  eventType: 'line',
})

/** Adds the replies of an installation with one system and no company yet. */
export const dwApi = (api: FakeApi): FakeApi =>
  api
    .on(listDwOrganizations, () => [])
    .on(addDwOrganization, ({ body }) => buildDwCompany({ companyName: body.companyName }))
    .on(listDwServers, () => [buildDwServer()])
    .on(listDwCameras, () => ({ cameras: [], failures: [] }))
    .on(listDwAlarms, () => [])
