import { z } from 'zod'
import { deviceFailure } from './device-tests.ts'
import { devicePassword, deviceUser, host, port } from './device-values.ts'
import { operation } from './operation.ts'
import { fingerprint } from './receivers/vms-fields.ts'
import { EVENT_TYPES, idParams, isoTime, success } from './values.ts'
import { mappedCameras, systemsId, systemsName, vmsCamera, vmsCertificate, vmsConnection } from './vms-values.ts'

/** The most types of events that a company chooses. */
export const MILESTONE_EVENT_TYPES = 200

/** With all types of events that can be chosen. */
const SYSTEM_BYTES = 256 * 1024

/** "Motion Started" has this id in every system. */
export const MILESTONE_MOTION = '6eb95dd6-7ccc-4bce-99f8-af0d0b582d77'

const ofCompany = {
  tag: 'Milestone',
  scope: [{ in: 'path', at: 'id', kind: 'company' }],
  permission: 'company.write',
  params: idParams,
} as const

/** A type of events that are alarms, and what it means. `unknown`: its words say it. */
const chosenType = z.object({ id: systemsId.min(1), name: systemsName, eventType: z.enum(EVENT_TYPES) })
export type MilestoneEventType = z.output<typeof chosenType>

const login = {
  host,
  port: port.default(443),
  username: deviceUser.min(1),
}

const system = {
  ...login,
  /**
   * The certificate that the gateway showed when it was added. Empty where a known authority has signed it: then any certificate of the host
   * that such an authority signed is accepted.
   */
  fingerprint: fingerprint.unwrap().default(''),
  systemId: systemsId.min(1),
  systemName: systemsName,
  eventTypes: z.array(chosenType).min(1).max(MILESTONE_EVENT_TYPES),
}

/** A recording server, which sends the pictures of its cameras. */
export const milestoneRecorder = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  port: z.number().int(),
  isSecure: z.boolean(),
  /** The certificate that it showed first. Empty: a known authority has signed it. Null: it was not seen yet, or there is none. */
  fingerprint: z.string().nullable(),
  /** Why it cannot be called; null if it can, as far as is known. */
  failure: deviceFailure.nullable(),
})
export type MilestoneRecorder = z.output<typeof milestoneRecorder>

/** A time without a connection, after which the system could not resume. */
export const milestoneGap = z.object({
  from: isoTime,
  to: isoTime,
  /** Whether all events of this time were looked for in the system's store of events. */
  isSearched: z.boolean(),
  /** How many were found there. */
  found: z.number().int(),
  /** Why not all were looked for: the user may not read them, the system did not answer, or there are more than are looked through at a time. */
  problem: z.enum(['refused', 'unanswered', 'too-many']).nullable(),
})
export type MilestoneGap = z.output<typeof milestoneGap>

export const milestoneSystem = z.object({
  ...system,
  host: z.string(),
  hasPassword: z.boolean(),
  connection: vmsConnection,
  /** The last event that became an alarm. */
  lastEventAt: isoTime.nullable(),
  recorders: z.array(milestoneRecorder),
  gap: milestoneGap.nullable(),
  numberOfMappedCameras: z.number().int(),
})
export type MilestoneSystem = z.output<typeof milestoneSystem>

export const getMilestone = operation({
  ...ofCompany,
  id: 'milestone.get',
  method: 'GET',
  path: '/company/:id/milestone',
  summary: 'The Milestone XProtect system of a company without its password, and its state; null if there is none',
  // The settings ask again and again, for the state of the connection.
  background: true,
  reply: milestoneSystem.nullable(),
})

export const addMilestone = operation({
  ...ofCompany,
  id: 'milestone.add',
  method: 'POST',
  path: '/company/:id/milestone',
  summary: 'Add the Milestone XProtect system of a company. Its events are read from then on',
  maxBytes: SYSTEM_BYTES,
  body: z.object({ ...system, password: devicePassword.min(1) }),
  reply: milestoneSystem,
  errors: ['ADDRESS_REFUSED', 'CONFLICT'],
})

export const updateMilestone = operation({
  ...ofCompany,
  id: 'milestone.update',
  method: 'PUT',
  path: '/company/:id/milestone',
  summary:
    'Change the Milestone XProtect system of a company. Without a password the stored one stays, as long as address, user and certificate stay the same',
  maxBytes: SYSTEM_BYTES,
  body: z.object({ ...system, password: devicePassword.min(1).optional() }),
  reply: milestoneSystem,
  errors: ['ADDRESS_REFUSED', 'NOT_FOUND'],
})

export const deleteMilestone = operation({
  ...ofCompany,
  id: 'milestone.delete',
  method: 'DELETE',
  path: '/company/:id/milestone',
  summary: 'Delete the Milestone XProtect system of a company with the mappings of its cameras. Alarms stay',
  reply: success,
  errors: ['NOT_FOUND'],
})

export const findMilestone = operation({
  ...ofCompany,
  id: 'milestone.find',
  method: 'POST',
  path: '/company/:id/milestone/connected',
  summary:
    'Log in to an API gateway, and name its system with the certificate that it shows and its types of events. Nothing is stored. Without a password, the one of the stored system at this address is used',
  unaudited: 'a look at a system changes nothing',
  body: z.object({
    ...login,
    password: devicePassword.optional(),
    /** The certificate that is accepted. Left out: the one that the gateway shows now. */
    fingerprint,
  }),
  reply: z.object({
    system: z.object({ id: z.string(), name: z.string() }).nullable(),
    eventTypes: z.array(z.object({ id: z.string(), name: z.string() })),
    certificate: vmsCertificate.nullable(),
    failure: deviceFailure.nullable(),
  }),
  errors: ['RATE_LIMITED'],
})

export const listMilestoneCameras = operation({
  ...ofCompany,
  id: 'milestone.cameras',
  method: 'GET',
  path: '/company/:id/milestone/cameras',
  summary:
    'The cameras of the system that are mapped to ours. With `available`: also those that are not mapped, as the system names them now',
  query: z.object({ available: z.enum(['true', 'false']).default('false') }),
  reply: z.object({
    cameras: z.array(vmsCamera),
    failures: z.array(z.object({ systemId: z.string(), systemName: z.string(), failure: deviceFailure })),
  }),
  errors: ['RATE_LIMITED'],
})

export const updateMilestoneCameras = operation({
  ...ofCompany,
  id: 'milestone.updateCameras',
  method: 'PUT',
  path: '/company/:id/milestone/cameras',
  summary: 'Map cameras of the system to ours. Cameras that are not named stay as they are; `viewId` null unmaps one',
  maxBytes: 8 * 1024 * 1024,
  body: z.object({ cameras: mappedCameras }),
  reply: z.object({ numberOfMappedCameras: z.number().int() }),
  errors: ['NOT_FOUND', 'CAPACITY_REACHED'],
})
