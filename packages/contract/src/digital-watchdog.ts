import { z } from 'zod'
import { deviceFailure } from './device-tests.ts'
import { devicePassword, deviceUser, host, port } from './device-values.ts'
import { operation } from './operation.ts'
import { fingerprint } from './receivers/vms-fields.ts'
import { EVENT_TYPES, id, idParams, isoTime, name, success } from './values.ts'
import {
  mappedCameras,
  systemsId,
  systemsName,
  vmsCamera,
  type VmsCamera,
  vmsCertificate,
  vmsConnection,
} from './vms-values.ts'

export const DW_LIMITS = {
  organizations: 20,
  servers: 100,
  alarms: 1_000,
} as const

/** What the secret of a company is replaced by in an address that is shown. */
export const DW_SECRET_PLACE = '{companySecret}'

/** A secret has a place in an address, so it consists of characters that need no escaping. */
export const DW_SECRET_FORM = 'A secret has at least 16 letters, digits, hyphens and underscores'
const companySecret = z
  .string()
  .trim()
  .max(100)
  .regex(/^[\w-]{16,}$/, { message: DW_SECRET_FORM })

const tag = 'Digital Watchdog'
/** The settings are those of the caller's own company. */
const settings = { tag, scope: 'self', permission: 'company.write' } as const

export const dwOrganization = z.object({
  id,
  companyName: z.string(),
  /** Masked: only its last characters can be read. */
  companySecret: z.string(),
  /** The address for the rules of the system. The secret must be put in the place of {@link DW_SECRET_PLACE}. */
  pushUrl: z.string(),
  createdAt: isoTime,
  /** When a system last sent an event with this secret. */
  lastEventAt: isoTime.nullable(),
  /** The last event whose camera is not mapped. */
  lastUnmapped: z.object({ at: isoTime, cameraId: z.string(), cameraName: z.string() }).nullable(),
})
export type DwOrganization = z.output<typeof dwOrganization>

export const listDwOrganizations = operation({
  ...settings,
  id: 'digitalWatchdog.organizations',
  method: 'GET',
  path: '/v1/digital-watchdog/organizations',
  summary: 'The Digital Watchdog companies whose systems may send events, by name. Secrets are masked',
  reply: z.array(dwOrganization),
})

export const addDwOrganization = operation({
  ...settings,
  id: 'digitalWatchdog.addOrganization',
  method: 'POST',
  path: '/v1/digital-watchdog/organizations',
  summary: 'Add a Digital Watchdog company. Whoever knows its secret can send events. The secret is never shown again',
  body: z.object({ companyName: name, companySecret }),
  reply: dwOrganization,
  errors: ['NAME_TAKEN', 'KEY_TAKEN', 'CAPACITY_REACHED'],
})

export const deleteDwOrganization = operation({
  ...settings,
  id: 'digitalWatchdog.deleteOrganization',
  method: 'DELETE',
  path: '/v1/digital-watchdog/organizations/:id',
  summary: 'Delete a Digital Watchdog company. Events with its secret are refused from then on',
  params: idParams,
  reply: success,
  errors: ['NOT_FOUND'],
})

const server = {
  serverName: systemsName,
  ipAddress: host,
  port: port.default(7001),
  username: deviceUser.min(1),
  serverId: systemsId.min(1),
  systemId: systemsId.min(1),
  systemName: systemsName,
  /**
   * The certificate that the server showed when it was added. Empty where a known authority has signed it: then any certificate of the host
   * that such an authority signed is accepted.
   */
  fingerprint: fingerprint.unwrap().default(''),
}

export const dwServer = z.object({
  ...server,
  id,
  ipAddress: z.string(),
  hasPassword: z.boolean(),
  /** Of the server's system. */
  log: vmsConnection,
})
export type DwServer = z.output<typeof dwServer>

export const listDwServers = operation({
  ...settings,
  id: 'digitalWatchdog.servers',
  method: 'GET',
  path: '/v1/digital-watchdog/servers',
  summary: 'The configured servers by system and name, without their passwords',
  // The settings ask again and again, for the states of the logs.
  background: true,
  reply: z.array(dwServer),
})

export const updateDwServers = operation({
  ...settings,
  id: 'digitalWatchdog.updateServers',
  method: 'PUT',
  path: '/v1/digital-watchdog/servers',
  summary:
    'Replace the configured servers. A server without a password keeps the one that is stored, as long as its address, user and certificate stay the same',
  maxBytes: 512 * 1024,
  body: z.object({
    servers: z.array(z.object({ ...server, password: devicePassword.optional() })).max(DW_LIMITS.servers),
  }),
  reply: z.array(dwServer),
  errors: ['ADDRESS_REFUSED'],
})

/** A server as its system names it. */
const foundServer = z.object({
  serverId: z.string(),
  serverName: z.string(),
  systemId: z.string(),
  systemName: z.string(),
  isOnline: z.boolean(),
  /** Whether it is among the configured servers. */
  isConfigured: z.boolean(),
})
export type DwFoundServer = z.output<typeof foundServer>

export const findDwServers = operation({
  ...settings,
  id: 'digitalWatchdog.connectedServers',
  method: 'POST',
  path: '/v1/digital-watchdog/servers/connected',
  summary:
    'Log in to a server and list the servers of its system, with the certificate that it shows. Nothing is stored. Without a password, the one of the configured server at this address is used',
  unaudited: 'a look at a system changes nothing',
  body: z.object({
    systemName: systemsName.optional(),
    ipAddress: host,
    port: port.default(7001),
    username: deviceUser.min(1),
    password: devicePassword.optional(),
    /** The certificate that is accepted. Left out: the one that the server shows now. */
    fingerprint,
  }),
  reply: z.object({
    servers: z.array(foundServer),
    certificate: vmsCertificate.nullable(),
    failure: deviceFailure.nullable(),
  }),
  errors: ['RATE_LIMITED'],
})

/** Why a system could not be asked. */
const systemFailure = z.object({ systemId: z.string(), systemName: z.string(), failure: deviceFailure })
export type DwSystemFailure = z.output<typeof systemFailure>

export const listAvailableDwServers = operation({
  ...settings,
  id: 'digitalWatchdog.availableServers',
  method: 'GET',
  path: '/v1/digital-watchdog/servers/available',
  summary: 'All servers of all configured systems, as the systems name them now',
  reply: z.object({ servers: z.array(foundServer), failures: z.array(systemFailure) }),
  errors: ['RATE_LIMITED'],
})

export type DwCamera = VmsCamera

export const listDwCameras = operation({
  ...settings,
  id: 'digitalWatchdog.cameras',
  method: 'GET',
  path: '/v1/digital-watchdog/cameras',
  summary:
    'The cameras of the systems that are mapped to ours. With `available`: also those that are not mapped, as the systems name them now',
  query: z.object({ available: z.enum(['true', 'false']).default('false') }),
  reply: z.object({ cameras: z.array(vmsCamera), failures: z.array(systemFailure) }),
  errors: ['RATE_LIMITED'],
})

export const updateDwCameras = operation({
  ...settings,
  id: 'digitalWatchdog.updateCameras',
  method: 'PUT',
  path: '/v1/digital-watchdog/cameras',
  summary: 'Map cameras of the systems to ours. Cameras that are not named stay as they are; `viewId` null unmaps one',
  maxBytes: 8 * 1024 * 1024,
  body: z.object({
    cameras: mappedCameras,
  }),
  reply: z.object({ numberOfMappedCameras: z.number().int() }),
  errors: ['NOT_FOUND', 'CAPACITY_REACHED'],
})

/** A value of an event that a mapping compares. Empty: any value. Upper and lower case differ, as in the rules of the system. */
const compared = z.string().trim().max(200)

const alarm = {
  systemName: systemsName,
  cameraServerId: systemsId,
  /** Empty: any camera. For an event that names no camera: the camera that it is given to. */
  cameraId: systemsId,
  /** As the API of the system names the type of the event: `analyticsSdkEvent`, `userDefinedEvent` (a generic event) … */
  alarmType: compared,
  /** The name of an analytics event, or the caption of another one. */
  alarmName: compared,
  /** What the rule of the system did: `execHttpRequestAction` … */
  actionType: compared,
  /** The type of an analytics event, or the source of a generic one. */
  alarmEventId: compared,
}

/** The types of events by which the systems name those that most people map. */
export const DW_ALARM_TYPES = [
  'analyticsSdkEvent',
  'userDefinedEvent',
  'cameraMotionEvent',
  'cameraInputEvent',
  'softwareTriggerEvent',
] as const

export const dwAlarm = z.object({ ...alarm, eventType: z.enum(EVENT_TYPES) })
export type DwAlarm = z.output<typeof dwAlarm>

export const listDwAlarms = operation({
  ...settings,
  id: 'digitalWatchdog.alarms',
  method: 'GET',
  path: '/v1/digital-watchdog/alarms',
  summary: 'What events of the systems mean. The first mapping that fits an event counts',
  reply: z.array(dwAlarm),
})

export const updateDwAlarms = operation({
  ...settings,
  id: 'digitalWatchdog.updateAlarms',
  method: 'PUT',
  path: '/v1/digital-watchdog/alarms',
  summary: 'Replace the mappings of events, in the order in which they are compared',
  maxBytes: 4 * 1024 * 1024,
  body: z.object({ alarms: z.array(dwAlarm).max(DW_LIMITS.alarms) }),
  reply: z.array(dwAlarm),
})

export const dwGenericEvent = z.object({
  ...alarm,
  cameraName: z.string(),
  count: z.number().int(),
  lastAt: isoTime,
})
export type DwGenericEvent = z.output<typeof dwGenericEvent>

/** Days of the event log in which kinds of events are looked for. */
export const DW_EVENT_DAYS = 7

export const listDwGenericEvents = operation({
  ...settings,
  id: 'digitalWatchdog.genericEvents',
  method: 'GET',
  path: '/v1/digital-watchdog/alarms/generic-events',
  summary: 'The kinds of events in the event logs of the systems in the last seven days, the latest first',
  reply: z.object({ events: z.array(dwGenericEvent), failures: z.array(systemFailure) }),
  errors: ['RATE_LIMITED'],
})

/** The largest event that a rule sends. */
export const DW_EVENT_BYTES = 64 * 1024

export const pushDwEvent = operation({
  id: 'digitalWatchdog.push',
  method: 'POST',
  path: '/v1/dw/:secret',
  summary:
    'Event of DW Spectrum or Nx Witness, sent by the rule “Do HTTP(s) request”. The secret in the path is the company’s; 200 means that the event is stored, 404 that no camera is mapped to it',
  tag,
  scope: 'signed',
  unaudited: 'Messages of devices are kept as signals',
  params: z.object({ secret: z.string().min(1).max(100) }),
  /** The same values can stand in the query, as far as the system puts them there. */
  query: z.record(z.string().max(100), z.string().max(2_000)),
  uploads: ['application/json', 'text/plain', 'application/x-www-form-urlencoded'],
  maxBytes: DW_EVENT_BYTES,
  reply: success,
  errors: ['NOT_FOUND', 'TOO_LARGE', 'RATE_LIMITED', 'UNAVAILABLE', 'STORAGE_FULL'],
})
