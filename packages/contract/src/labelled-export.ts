import { z } from 'zod'
import { listQuery } from './alarms.ts'
import { ID_LIST_BYTES, MAX_IDS } from './body-limit.ts'
import { operation } from './operation.ts'
import { id } from './values.ts'

/** The most that one export may contain. A browser must be able to save it as one file. */
export const EXPORT_LIMITS = { alarms: 5_000, bytes: 2 * 1024 ** 3 } as const

const filters = {
  tag: 'Alarms',
  scope: [
    { in: 'body', at: 'cameras', kind: 'view', many: true, optional: true, foreign: 'empty' },
    { in: 'body', at: 'sites', kind: 'site', many: true, optional: true, foreign: 'empty', way: true },
    { in: 'body', at: 'projects', kind: 'project', many: true, optional: true, foreign: 'empty', way: true },
  ],
  // An export discloses pictures of many alarms outside the product, as sharing does. It therefore needs the same permission.
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

/** How many alarms and how many bytes an export with these filters would contain. */
export const describeLabelledExport = operation({
  ...filters,
  id: 'alarms.describeExport',
  method: 'POST',
  path: '/v1/labelled-alarms/summary',
  summary: 'The size of an export of labelled alarms: how many alarms and pictures',
  reply: z.object({
    /** Alarms labelled true that have pictures; `false` likewise. At most one more than the limit is counted. */
    true: z.number().int(),
    false: z.number().int(),
    pictures: z.number().int(),
    /** Total size of the pictures; about the size of the export file. */
    bytes: z.number().int(),
    /** The alarms exceed the limits of an export. Narrower filters reduce them. */
    isTooMuch: z.boolean(),
  }),
})

export const exportLabelled = operation({
  ...filters,
  id: 'alarms.exportLabelled',
  method: 'POST',
  path: '/v1/labelled-alarms/export',
  summary: 'Labelled alarms as a ZIP file with manifest.csv and the pictures, in the format of the evaluation',
  replyType: 'binary',
  errors: ['NOT_FOUND', 'TOO_LARGE', 'UNAVAILABLE'],
})
