import { z } from 'zod'
import { ID_LIST_BYTES, MAX_IDS } from './body-limit.ts'
import { operation } from './operation.ts'
import { box, id, isoTime, objectClass, verdict } from './values.ts'

/** The colours that clothes and vehicles are told apart by. */
export const COLOUR_NAMES = [
  'black',
  'white',
  'grey',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
  'brown',
] as const
export const colourName = z.enum(COLOUR_NAMES)
export type ColourName = z.output<typeof colourName>

export const INVESTIGATE_LIMITS = { page: 120, classes: 6 } as const

/** An object that the pictures of an alarm show. */
export const foundObject = z.object({
  alarmId: id,
  /** The number of the object in its alarm. */
  number: z.number().int(),
  viewId: id,
  viewName: z.string(),
  siteId: id,
  siteName: z.string(),
  projectId: id,
  projectName: z.string(),
  timezone: z.string(),
  /** The time of the picture that shows it most surely. */
  at: isoTime,
  class: objectClass,
  /** How sure the detector was, 0–1. */
  score: z.number(),
  /** Its place on that picture. */
  box,
  /** On how many pictures it is seen. */
  pictures: z.number().int(),
  /** The colour of a person's upper clothes, or of a vehicle; null if it cannot be told, as in infrared light. */
  upper: colourName.nullable(),
  /** The colour of a person's lower clothes; null if it cannot be told. */
  lower: colourName.nullable(),
  /** The plate of a vehicle, if one was read and the company has the recognition of number plates; else null. */
  plate: z.object({ text: z.string(), isSure: z.boolean() }).nullable(),
  /** The verdict on the alarm. */
  verdict: verdict.nullable(),
})
export type FoundObject = z.output<typeof foundObject>

export const searchBody = z
  .object({
    cameras: z.array(id).max(MAX_IDS).optional(),
    sites: z.array(id).max(MAX_IDS).optional(),
    projects: z.array(id).max(MAX_IDS).optional(),
    /** When the alarms were received: from, and before. */
    from: isoTime,
    to: isoTime,
    /** Left out: every class. */
    classes: z.array(objectClass).min(1).max(INVESTIGATE_LIMITS.classes).optional(),
    /** The colour of the upper clothes of people, or of vehicles. */
    upper: colourName.optional(),
    /** The colour of the lower clothes of people. */
    lower: colourName.optional(),
    /** The part of the picture in which the object was at least once, in 0–1 coordinates. It means something at a camera or site alone. */
    area: box.optional(),
    /** The last object of the page before: its alarm and its number. */
    before: id.optional(),
    beforeNumber: z.number().int().min(0).max(32_767).optional(),
    limit: z.number().int().min(1).max(INVESTIGATE_LIMITS.page).default(60),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ['to'],
    message: 'The end must be after the start',
  })
  .refine(({ area, cameras = [], sites = [] }) => area === undefined || cameras.length + sites.length > 0, {
    path: ['area'],
    message: 'A part of the picture needs a camera or a site',
  })

export const searchObjects = operation({
  id: 'investigate.search',
  method: 'POST',
  path: '/v1/investigate/search',
  summary: 'The objects that pictures showed, the latest first. Each search is recorded in the audit log',
  tag: 'Investigate',
  scope: [
    { in: 'body', at: 'cameras', kind: 'view', many: true, optional: true, foreign: 'empty' },
    { in: 'body', at: 'sites', kind: 'site', many: true, optional: true, foreign: 'empty', way: true },
    { in: 'body', at: 'projects', kind: 'project', many: true, optional: true, foreign: 'empty', way: true },
    { in: 'body', at: 'before', kind: 'alarm', optional: true, foreign: 'empty' },
  ],
  permission: 'forensic.open',
  maxBytes: ID_LIST_BYTES,
  body: searchBody,
  reply: z.object({ rows: z.array(foundObject), more: z.boolean() }),
  errors: ['NOT_FOUND'],
})

export const getObjectPicture = operation({
  id: 'investigate.picture',
  method: 'GET',
  path: '/v1/investigate/object/:id/:number/picture',
  summary: 'The part of a picture that shows an object, small',
  tag: 'Investigate',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'forensic.open',
  params: z.object({ id, number: z.coerce.number().int().min(0).max(32_767) }),
  replyType: 'binary',
  background: true,
  errors: ['NOT_FOUND'],
})
