import { z } from 'zod'
import { operation } from './operation.ts'
import { id, idParams, isoTime, success } from './values.ts'

/** Why a panel was not served, see `FrontelProblem`. */
export const VIDEOFIED_PROBLEMS = ['login', 'version', 'format', 'file', 'slow'] as const

const ofCompany = {
  tag: 'Videofied',
  permission: 'company.write',
  params: idParams,
} as const
const companyPath = { in: 'path', at: 'id', kind: 'company' } as const

export const videofiedPanel = z.object({
  siteId: id,
  siteName: z.string(),
  /** Sixteen hexadecimal digits, in upper case. */
  serial: z.string(),
  /** When it last logged in or reported something; null: never. Kept to the minute. */
  seenAt: isoTime.nullable(),
  /** The last event that it reported, in plain words with its number. */
  lastEvent: z.object({ at: isoTime, words: z.string() }).nullable(),
  /** Why it was not served, and when; null if it always was. It is over once `seenAt` is later. */
  problem: z.object({ code: z.enum(VIDEOFIED_PROBLEMS), at: isoTime }).nullable(),
  /** Its detectors, as it named them last, and our camera of each: the one whose channel has the number. */
  detectors: z.array(z.object({ number: z.number().int(), name: z.string(), viewName: z.string().nullable() })),
})
export type VideofiedPanel = z.output<typeof videofiedPanel>

const videofied = z.object({
  /** The listener that a panel must call. Null where it is switched off. */
  server: z
    .object({
      host: z.string(),
      port: z.number().int(),
      /** Whether the host name can be used only on this machine. */
      onlyHere: z.boolean(),
    })
    .nullable(),
  panels: z.array(videofiedPanel),
  /** Serial numbers that called lately and belong to no panel, the latest first. Null for users who do not run the installation. */
  unknown: z
    .array(z.object({ serial: z.string(), address: z.string(), lastAt: isoTime, times: z.number().int() }))
    .nullable(),
})
export type Videofied = z.output<typeof videofied>

const serial = z.string().regex(/^\s*[0-9A-Fa-f]{16}\s*$/, 'Sixteen digits, or letters from A to F')

export const getVideofied = operation({
  ...ofCompany,
  id: 'videofied.get',
  method: 'GET',
  path: '/company/:id/videofied',
  summary: 'The Videofied panels of a company with their state, and the listener that they must call',
  scope: [companyPath],
  // The settings ask again and again, for the state of the panels.
  background: true,
  reply: videofied,
})

export const addVideofied = operation({
  ...ofCompany,
  id: 'videofied.add',
  method: 'POST',
  path: '/company/:id/videofied',
  summary: 'Add the Videofied panel of a site by its serial number. Its events are taken from then on',
  scope: [companyPath, { in: 'body', at: 'siteId', kind: 'site' }],
  body: z.object({ siteId: id, serial }),
  reply: videofiedPanel,
  errors: ['SERIAL_TAKEN', 'PANEL_EXISTS'],
})

export const updateVideofied = operation({
  ...ofCompany,
  id: 'videofied.update',
  method: 'PUT',
  path: '/company/:id/videofied',
  summary:
    'Change the serial number of the Videofied panel of a site, as when it was replaced. What is known of the former one is forgotten',
  scope: [companyPath, { in: 'body', at: 'siteId', kind: 'site' }],
  body: z.object({ siteId: id, serial }),
  reply: videofiedPanel,
  errors: ['SERIAL_TAKEN', 'NOT_FOUND'],
})

export const deleteVideofied = operation({
  ...ofCompany,
  id: 'videofied.delete',
  method: 'DELETE',
  path: '/company/:id/videofied',
  summary: 'Delete the Videofied panel of a site. It is hung up on from then on; alarms stay',
  scope: [companyPath, { in: 'query', at: 'siteId', kind: 'site' }],
  query: z.object({ siteId: id }),
  reply: success,
  errors: ['NOT_FOUND'],
})
