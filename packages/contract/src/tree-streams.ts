import { z } from 'zod'
import { operation } from './operation.ts'
import { id, idParams, INTEGRATION_TYPES, queryList } from './values.ts'
import { scheduleOfCamera, viewFilter } from './view-filter.ts'

const projectRow = z.object({ id, name: z.string() })
const siteRow = z.object({ id, name: z.string(), projectId: id, status: z.object({ active: z.boolean() }) })
const viewRow = z.object({
  id,
  name: z.string(),
  siteId: id,
  clientId: id,
  integration: z.enum(INTEGRATION_TYPES),
  status: z.object({ active: z.boolean() }),
  thermal: z.boolean(),
  ptz: z.boolean(),
  masked: z.boolean(),
  ...scheduleOfCamera,
})
export type ProjectRow = z.output<typeof projectRow>
export type SiteRow = z.output<typeof siteRow>
export type ViewRow = z.output<typeof viewRow>

/** A row of the whole tree: its kind, and the ids of the nodes above it. */
const treeRow = z.discriminatedUnion('kind', [
  projectRow.extend({ kind: z.literal('project') }),
  siteRow.extend({ kind: z.literal('site') }),
  viewRow.extend({ kind: z.literal('view') }),
])
export type TreeRow = z.output<typeof treeRow>

/**
 * Calls that return all rows in one reply, in no particular order. The rows are read from the database as fast as the caller receives them.
 * A company may have two such replies open at the same time. A reply is cut off when the caller receives nothing for half a minute. The
 * console never makes these calls.
 */
const everything = {
  method: 'GET',
  tag: 'Tree',
  permission: 'node.read',
  errors: ['RATE_LIMITED'],
} as const

export const streamProjects = operation({
  ...everything,
  id: 'tree.streamProjects',
  path: '/allprojects',
  summary: 'All clients that the caller may see, as a stream. At most two streams at once per company',
  scope: 'self',
  reply: z.array(projectRow),
})

export const streamSites = operation({
  ...everything,
  id: 'tree.streamSites',
  path: '/allsites',
  summary: 'All sites that the caller may see, as a stream. At most two streams at once per company',
  scope: 'self',
  reply: z.array(siteRow),
})

export const streamViews = operation({
  ...everything,
  id: 'tree.streamViews',
  path: '/allviews',
  summary: 'All cameras that the caller may see, as a stream. At most two streams at once per company',
  scope: 'self',
  reply: z.array(viewRow),
})

export const streamFilteredViews = operation({
  ...everything,
  id: 'tree.streamFilteredViews',
  path: '/views/v2',
  summary: 'All cameras that match the filter, as a stream. At most two streams at once per company',
  scope: 'self',
  override: true,
  query: z.object(viewFilter),
  reply: z.array(viewRow),
})

export const streamViewsOfSites = operation({
  ...everything,
  id: 'tree.streamViewsOfSites',
  path: '/sites/views',
  summary: 'The cameras of some sites, as a stream. At most two streams at once per company',
  scope: [{ in: 'query', at: 'siteIds', kind: 'site', many: true, foreign: 'empty' }],
  override: true,
  query: z.object({ siteIds: queryList(id).refine((ids) => ids.length <= 200, { message: 'At most 200 ids' }) }),
  reply: z.array(viewRow),
})

export const streamTree = operation({
  ...everything,
  id: 'tree.streamTree',
  path: '/company/:id/tree',
  summary:
    'The whole tree that the caller may see, as a stream: clients, then sites, then cameras. At most two streams at once per company',
  scope: [{ in: 'path', at: 'id', kind: 'company' }],
  params: idParams,
  reply: z.array(treeRow),
})
