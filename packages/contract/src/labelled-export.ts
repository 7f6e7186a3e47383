import { z } from 'zod'
import { listQuery } from './alarm-query.ts'
import { ID_LIST_BYTES, MAX_IDS } from './body-limit.ts'
import { operation } from './operation.ts'
import { id } from './values.ts'

/** Maximum number of alarms, and maximum size in bytes, of one export. A browser must be able to save the export as one file. */
export const EXPORT_LIMITS = { alarms: 5_000, bytes: 2 * 1024 ** 3 } as const

const filters = {
  tag: 'Alarms',
  scope: [
    { in: 'body', at: 'cameras', kind: 'view', many: true, optional: true, foreign: 'empty' },
    { in: 'body', at: 'sites', kind: 'site', many: true, optional: true, foreign: 'empty', way: true },
    { in: 'body', at: 'projects', kind: 'project', many: true, optional: true, foreign: 'empty', way: true },
  ],
  // An export discloses pictures of many alarms outside the product. It therefore needs the same permission as sharing.
  permission: 'share.manage',
  maxBytes: ID_LIST_BYTES,
  query: listQuery.omit({ page: true, limit: true, before: true, after: true }),
  body: z
    .object({
      cameras: z.array(id).max(MAX_IDS).optional(),
      sites: z.array(id).max(MAX_IDS).optional(),
      projects: z.array(id).max(MAX_IDS).optional(),
    })
    .default({}),
} as const

/** Returns how many alarms, pictures and bytes an export with these filters would contain. */
export const describeLabelledExport = operation({
  ...filters,
  id: 'alarms.describeExport',
  method: 'POST',
  path: '/v1/labelled-alarms/summary',
  summary: 'The size of an export of labelled alarms: how many alarms and pictures',
  reply: z.object({
    /**
     * Number of alarms labelled true that have pictures. `false`: the same number for alarms labelled false. Only the newest labelled
     * alarms are counted. Both numbers together exceed the limit of an export by at most one.
     */
    true: z.number().int(),
    false: z.number().int(),
    pictures: z.number().int(),
    /** Total size of the pictures in bytes, which is about the size of the export file. */
    bytes: z.number().int(),
    /** Whether the alarms or their pictures exceed the limits of an export. Narrower filters make the export smaller. */
    isTooMuch: z.boolean(),
  }),
})

/** The pictures are the originals, byte by byte as they were received, with the metadata of the camera. */
export const exportLabelled = operation({
  ...filters,
  id: 'alarms.exportLabelled',
  method: 'POST',
  path: '/v1/labelled-alarms/export',
  summary: 'Labelled alarms as a ZIP file with manifest.csv and the pictures, in the format of the evaluation',
  replyType: 'binary',
  errors: ['NOT_FOUND', 'TOO_LARGE', 'UNAVAILABLE'],
})
