import { z } from 'zod'
import { operation } from './operation.ts'
import { id, idParams, name, success } from './values.ts'

export const PELCO_SERIAL_INVALID = 'A serial number has exactly 12 digits'

/** Twelve digits; hyphens between them are allowed and not counted. */
const serialNumber = z
  .string()
  .trim()
  .max(40)
  .regex(/^-*([0-9]-*){12}$/, PELCO_SERIAL_INVALID)

const ofSite = {
  tag: 'Pelco',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
} as const

export const getPelco = operation({
  ...ofSite,
  id: 'pelco.get',
  method: 'GET',
  path: '/v1/pelco/site/:id',
  summary: 'Whether cameras of Pelco can be added to a site by their serial numbers',
  permission: 'node.read',
  params: idParams,
  reply: z.object({
    /** Whether the company has the Pelco integration and Detect Pro. */
    isUnlocked: z.boolean(),
    /** Whether the installation has a cloud that registers cameras. */
    hasCloud: z.boolean(),
    /** Whether that cloud is the stand-in for development, which knows no real camera. */
    isStandIn: z.boolean(),
  }),
})

export const addPelcoCamera = operation({
  ...ofSite,
  id: 'pelco.addCamera',
  method: 'POST',
  path: '/v1/pelco/site/:id/camera',
  summary:
    'Register a Pelco camera by its serial number. The live event CAMERA_REGISTERED or CAMERA_NOT_REGISTERED tells the outcome',
  permission: 'node.write',
  params: idParams,
  body: z.object({
    serialNumber,
    /** The name of the camera. Without one, it gets the name that the cloud knows. */
    name: name.optional(),
  }),
  reply: success,
  errors: ['CONFLICT', 'NAME_TAKEN', 'PRODUCT_LOCKED', 'RATE_LIMITED', 'UNAVAILABLE'],
})

export const PELCO_DELETE_STATUSES = ['deleted', 'error'] as const

export const deletePelcoCamera = operation({
  ...ofSite,
  id: 'pelco.deleteCamera',
  method: 'DELETE',
  path: '/v1/pelco/site/:id/camera/:serial',
  summary:
    'Disconnect a Pelco camera and delete it. A camera with several sensors is several cameras here, and each has its own status',
  permission: 'node.write',
  // What is no serial belongs to no camera, and is not found.
  params: idParams.extend({ serial: z.string().max(40) }),
  reply: z.object({
    views: z.array(
      z.object({
        id,
        name: z.string(),
        /** `error`: the cloud did not let go of the camera, so it stays. */
        viewStatus: z.enum(PELCO_DELETE_STATUSES),
      }),
    ),
  }),
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})
