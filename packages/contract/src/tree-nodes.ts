import { z } from 'zod'
import { operation } from './operation.ts'
import { id, idParams, isoTime, queryList } from './values.ts'
import { viewFilter } from './view-filter.ts'

const group = { in: 'query', at: 'groupId', kind: 'group', optional: true, foreign: 'empty' } as const
/** Maximum number of nodes that are counted by one request. */
const NODES_MOST = 200
const ids = queryList(id)
  .refine((list) => list.length <= NODES_MOST, { message: `At most ${NODES_MOST} ids` })
  .optional()

export const findPlace = operation({
  id: 'tree.findPlace',
  method: 'GET',
  path: '/v1/nodes/:id/place',
  summary: 'Where a client, site or camera stands in the filtered tree: its row in each level, from 0',
  tag: 'Tree',
  // The id may belong to a client, a site or a camera. The handler therefore resolves it itself, within the caller's company and grants.
  scope: 'self',
  permission: 'node.read',
  override: true,
  params: idParams,
  query: z.object({ ...viewFilter, groupId: id.optional() }),
  /** The path from the client down to the node. `steps` is empty if the node does not exist or does not match the filter. */
  reply: z.object({
    steps: z.array(z.object({ kind: z.enum(['project', 'site', 'view']), id, index: z.number().int() })),
  }),
})

const typedQuery = {
  ...viewFilter,
  startsWith: z.string().trim().min(1).max(100),
  /** The row at which the search begins. After the last row, the search continues at the first one. */
  from: z.coerce.number().int().min(0).default(0),
}
const typedReply = z.object({ found: z.object({ id, index: z.number().int() }).nullable() })

export const findTypedProject = operation({
  id: 'tree.findTypedProject',
  method: 'GET',
  path: '/v1/projects/typed',
  summary: 'The next client whose name starts with a text, and its row in the filtered tree',
  tag: 'Tree',
  scope: [group],
  permission: 'node.read',
  override: true,
  query: z.object({ ...typedQuery, groupId: id.optional() }),
  reply: typedReply,
})

export const findTypedSite = operation({
  id: 'tree.findTypedSite',
  method: 'GET',
  path: '/v1/project/:id/sites/typed',
  summary: 'The next site of a client whose name starts with a text, and its row in the filtered tree',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'project', way: true }],
  permission: 'node.read',
  override: true,
  params: idParams,
  query: z.object(typedQuery),
  reply: typedReply,
})

export const findTypedView = operation({
  id: 'tree.findTypedView',
  method: 'GET',
  path: '/v1/site/:id/views/typed',
  summary: 'The next camera of a site whose name starts with a text, and its row in the filtered tree',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'site', way: true }],
  permission: 'node.read',
  override: true,
  params: idParams,
  query: z.object(typedQuery),
  reply: typedReply,
})

const nodeCounts = z.object({
  id,
  /** Number of active cameras: the camera and its site are switched on. */
  active: z.number().int(),
  /** Number of active cameras that are paused, or whose site is paused. */
  paused: z.number().int(),
  /** Number of active cameras that are not paused and have sent nothing for the idle hours of their site. */
  silent: z.number().int(),
  /** When the next of the paused cameras is no longer paused; null if none is paused. */
  nextPauseEnd: isoTime.nullable(),
  /** Number of active cameras that are not paused and do not count now: by their schedule, or because their site is disarmed. */
  outside: z.number().int(),
  /** When a schedule or the end of a disarm changes that next; null if nothing is known to change it. */
  nextScheduleChange: isoTime.nullable(),
})
export type NodeCounts = z.output<typeof nodeCounts>

export const countNodes = operation({
  id: 'tree.countNodes',
  method: 'GET',
  path: '/v1/nodes/counts',
  summary: 'How many cameras of clients and sites are active, paused, outside their time, and silent',
  tag: 'Tree',
  scope: [
    { in: 'query', at: 'projectIds', kind: 'project', many: true, optional: true, foreign: 'empty', way: true },
    { in: 'query', at: 'siteIds', kind: 'site', many: true, optional: true, foreign: 'empty', way: true },
  ],
  permission: 'node.read',
  override: true,
  query: z.object({ projectIds: ids, siteIds: ids }),
  /** Nodes without cameras are left out. */
  reply: z.array(nodeCounts),
})

/** The last change of the settings of a client, site or camera, to tell a second editor whose change they would overwrite. */
export const getLastChange = operation({
  id: 'tree.getLastChange',
  method: 'GET',
  path: '/v1/nodes/:kind/:id/last-change',
  summary: 'Who last changed the settings of a client, site or camera, and when',
  tag: 'Tree',
  // Another field of the request says which kind of node the id refers to. The handler therefore resolves the id itself, within the caller's
  // company and grants.
  scope: 'self',
  permission: 'node.read',
  params: z.object({ kind: z.enum(['project', 'site', 'view']), id }),
  /** Null if the last change is older than a week, and for nodes that the caller cannot see. */
  reply: z.object({ change: z.object({ at: isoTime, by: z.string() }).nullable() }),
})
