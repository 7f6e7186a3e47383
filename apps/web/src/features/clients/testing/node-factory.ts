import type { DetailedSite, Project, View } from '@winnow/contract'

const uuid = (kind: number, n: number) =>
  `01900000-0000-7000-80${String(kind).padStart(2, '0')}-${String(n).padStart(12, '0')}`
export const projectId = (n: number) => uuid(1, n)
export const siteId = (n: number) => uuid(2, n)
export const viewId = (n: number) => uuid(3, n)

export function buildProject(n: number, overrides: Partial<Project> = {}): Project {
  return {
    id: projectId(n),
    name: `Client ${n}`,
    groupIds: [],
    permission: 'write',
    siteCount: 1,
    viewCount: 1,
    ...overrides,
  }
}

/** A site, by default of client 1. */
export function buildSite(n: number, overrides: Partial<DetailedSite> = {}): DetailedSite {
  return {
    id: siteId(n),
    name: `Site ${n}`,
    projectId: projectId(1),
    projectName: 'Client 1',
    timezone: 'Europe/London',
    ownTimezone: null,
    status: { active: true },
    pause: null,
    permission: 'write',
    viewCount: 1,
    scheduleDeviceType: null,
    arming: null,
    smtp: { required: false, user: null },
    address: null,
    notes: null,
    contacts: [],
    idleHours: 24,
    ownIdleHours: null,
    companyIdleHours: 24,
    ...overrides,
  }
}

/** A camera, by default of site 1. */
export function buildView(n: number, overrides: Partial<View> = {}): View {
  return {
    id: viewId(n),
    name: `Camera ${n}`,
    siteId: siteId(1),
    siteName: 'Site 1',
    clientId: projectId(1),
    projectName: 'Client 1',
    timezone: 'Europe/London',
    integration: 'email',
    status: { active: true },
    pause: null,
    sitePause: null,
    isArmDisarm: false,
    armDisarmStatus: null,
    permission: 'write',
    mask: [],
    wantedClasses: ['person', 'vehicle'],
    sensitivity: 3,
    thermal: false,
    ptz: false,
    createdByApi: false,
    products: ['detect'],
    productsTaken: [],
    tamperingDetection: false,
    channel: null,
    deviceModel: null,
    serialNumber: null,
    mergeWindowSeconds: 10,
    lastSignalAt: null,
    lastTestAt: null,
    lastAlarmId: null,
    ...overrides,
  }
}
