import { z } from 'zod'
import { deviceFailure } from './device-tests.ts'
import { devicePassword, deviceUser, host, port } from './device-values.ts'
import { operation } from './operation.ts'
import { fingerprint } from './receivers/vms-fields.ts'
import { id, idParams, name, success } from './values.ts'
import { mappedCameras, vmsCamera, vmsCertificate, vmsConnection } from './vms-values.ts'

/** The most recorders of a company. */
export const EXACQ_RECORDERS = 100

const ofCompany = {
  tag: 'exacqVision',
  scope: [{ in: 'path', at: 'id', kind: 'company' }],
  permission: 'company.write',
} as const
const recorderParams = z.object({ id, recorderId: id })

const login = {
  host,
  port: port.default(443),
  /** Which server behind the Web Service. Most services have one, whose number is 0. */
  serverNumber: z.number().int().min(0).max(999).default(0),
  username: deviceUser.min(1),
}

const recorder = {
  name,
  ...login,
  /**
   * The certificate that the Web Service showed when it was added. Empty where a known authority has signed it: then any certificate of the
   * host that such an authority signed is accepted.
   */
  fingerprint: fingerprint.unwrap().default(''),
}

export const exacqRecorder = z.object({
  ...recorder,
  id,
  host: z.string(),
  hasPassword: z.boolean(),
  /** Whether it could be used when it was called last: for pictures, for its cameras, or for a test. */
  state: vmsConnection,
  numberOfMappedCameras: z.number().int(),
})
export type ExacqRecorder = z.output<typeof exacqRecorder>

export const listExacq = operation({
  ...ofCompany,
  id: 'exacq.list',
  method: 'GET',
  path: '/company/:id/exacq/recorders',
  params: idParams,
  summary:
    'The exacqVision recorders of a company by name, without their passwords, and whether they could be used last',
  // The settings ask again and again, for the states.
  background: true,
  reply: z.array(exacqRecorder),
})

export const addExacq = operation({
  ...ofCompany,
  id: 'exacq.add',
  method: 'POST',
  path: '/company/:id/exacq/recorders',
  params: idParams,
  summary: 'Add an exacqVision recorder. Alarms of its mapped cameras get pictures of it from then on',
  body: z.object({ ...recorder, password: devicePassword.min(1) }),
  reply: exacqRecorder,
  errors: ['ADDRESS_REFUSED', 'RECORDER_EXISTS', 'CAPACITY_REACHED'],
})

export const updateExacq = operation({
  ...ofCompany,
  id: 'exacq.update',
  method: 'PUT',
  path: '/company/:id/exacq/recorders/:recorderId',
  params: recorderParams,
  summary:
    'Change an exacqVision recorder. Without a password the stored one stays, as long as address, user and certificate stay the same',
  body: z.object({ ...recorder, password: devicePassword.min(1).optional() }),
  reply: exacqRecorder,
  errors: ['ADDRESS_REFUSED', 'RECORDER_EXISTS', 'NOT_FOUND'],
})

export const deleteExacq = operation({
  ...ofCompany,
  id: 'exacq.delete',
  method: 'DELETE',
  path: '/company/:id/exacq/recorders/:recorderId',
  params: recorderParams,
  summary: 'Delete an exacqVision recorder with the mappings of its cameras. Alarms stay',
  reply: success,
  errors: ['NOT_FOUND'],
})

export const testExacq = operation({
  ...ofCompany,
  id: 'exacq.test',
  method: 'POST',
  path: '/company/:id/exacq/recorders/:recorderId/test',
  params: recorderParams,
  summary: 'Log in to a stored exacqVision recorder and ask for its cameras. What comes out is kept as its state',
  unaudited: 'a look at a recorder changes nothing',
  reply: z.object({ numberOfCameras: z.number().int().nullable(), failure: deviceFailure.nullable() }),
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const findExacq = operation({
  ...ofCompany,
  id: 'exacq.find',
  method: 'POST',
  path: '/company/:id/exacq/connected',
  params: idParams,
  summary:
    'Log in to an exacqVision Web Service, and name its server with the certificate that it shows. Nothing is stored. Without a password, the one of the stored recorder at this address is used',
  unaudited: 'a look at a recorder changes nothing',
  body: z.object({
    ...login,
    password: devicePassword.optional(),
    /** The certificate that is accepted. Left out: the one that the service shows now. */
    fingerprint,
  }),
  reply: z.object({
    recorder: z.object({ name: z.string(), numberOfCameras: z.number().int() }).nullable(),
    certificate: vmsCertificate.nullable(),
    failure: deviceFailure.nullable(),
  }),
  errors: ['RATE_LIMITED'],
})

export const listExacqCameras = operation({
  ...ofCompany,
  id: 'exacq.cameras',
  method: 'GET',
  path: '/company/:id/exacq/cameras',
  params: idParams,
  summary:
    'The cameras of the recorders that are mapped to ours. With `available`: also those that are not mapped, as the recorders name them now',
  query: z.object({ available: z.enum(['true', 'false']).default('false') }),
  reply: z.object({
    cameras: z.array(vmsCamera),
    failures: z.array(z.object({ systemId: z.string(), systemName: z.string(), failure: deviceFailure })),
  }),
  errors: ['RATE_LIMITED'],
})

export const updateExacqCameras = operation({
  ...ofCompany,
  id: 'exacq.updateCameras',
  method: 'PUT',
  path: '/company/:id/exacq/cameras',
  params: idParams,
  summary:
    'Map cameras of the recorders to ours. Cameras that are not named stay as they are; `viewId` null unmaps one. `cameraSystemId` is the id of the recorder',
  maxBytes: 8 * 1024 * 1024,
  body: z.object({ cameras: mappedCameras }),
  reply: z.object({ numberOfMappedCameras: z.number().int() }),
  errors: ['NOT_FOUND', 'CAPACITY_REACHED'],
})
