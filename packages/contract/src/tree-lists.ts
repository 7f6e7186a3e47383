import { z } from 'zod'
import { operation } from './operation.ts'
import { detailedSite, project, site, view } from './tree.ts'
import { id, idParams, paged, pageQuery, product } from './values.ts'
import { cameraSelection, scheduleOfCamera, viewFilter } from './view-filter.ts'

const nodePage = { ...viewFilter, ...pageQuery({ usual: 100, most: 200 }) }
const group = { in: 'query', at: 'groupId', kind: 'group', optional: true, foreign: 'empty' } as const
const projectPage = z.object({ ...nodePage, groupId: id.optional() })
const nodeScope = (kind: 'project' | 'site') => [{ in: 'path', at: 'id', kind, way: true }] as const

/** Maximum size of the body in bytes, enough for the maximum number of selected nodes. */
const SELECTION_BYTES = 512 * 1024

/** Number of cameras of a client or site that match the filter. */
const matchCount = z.number().int()

export const listCompanyProjects = operation({
  id: 'tree.listCompanyProjects',
  method: 'GET',
  path: '/company/:id/project',
  summary: 'Clients that match the filter, or contain a site or camera that matches, by name',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'company' }, group],
  permission: 'node.read',
  override: true,
  params: idParams,
  query: projectPage,
  reply: paged(project.extend({ matchCount })),
})

export const listProjectTree = operation({
  id: 'tree.listProjectTree',
  method: 'GET',
  path: '/v1/projects/tree',
  summary:
    'The first level of the filtered tree: clients that match, or contain a site or camera that matches, by name',
  tag: 'Tree',
  scope: [group],
  permission: 'node.read',
  override: true,
  query: projectPage,
  reply: paged(project.extend({ matchCount })),
})

export const listTreeSites = operation({
  id: 'tree.listTreeSites',
  method: 'GET',
  path: '/v1/project/:id/sites',
  summary:
    'The second level of the filtered tree: sites of a client that match, or contain a camera that matches, by name',
  tag: 'Tree',
  scope: nodeScope('project'),
  permission: 'node.read',
  override: true,
  params: idParams,
  query: z.object(nodePage),
  reply: paged(site.extend({ matchCount })),
})

export const listTreeViews = operation({
  id: 'tree.listTreeViews',
  method: 'GET',
  path: '/v1/site/:id/views',
  summary: 'The third level of the filtered tree: cameras of a site that match, by name',
  tag: 'Tree',
  scope: nodeScope('site'),
  permission: 'node.read',
  override: true,
  params: idParams,
  query: z.object(nodePage),
  reply: paged(view.extend(scheduleOfCamera)),
})

export const listCompanyViews = operation({
  id: 'tree.listCompanyViews',
  method: 'GET',
  path: '/company/:id/views',
  summary: 'Cameras that match the filter, by name',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'company' }],
  permission: 'node.read',
  override: true,
  params: idParams,
  query: z.object(nodePage),
  reply: paged(view.extend(scheduleOfCamera)),
})

export const countViews = operation({
  id: 'tree.countViews',
  method: 'GET',
  path: '/views/count',
  summary: 'The number of cameras that match a filter or selection',
  tag: 'Tree',
  scope: [group],
  permission: 'node.read',
  override: true,
  maxBytes: SELECTION_BYTES,
  query: z.object(cameraSelection),
  reply: z.object({ count: z.number().int() }),
})

export const countDetectViews = operation({
  id: 'tree.countDetectViews',
  method: 'GET',
  path: '/views/detect/count',
  summary: 'The number of cameras of a filter or selection for which `detect` is switched on',
  tag: 'Tree',
  scope: [group],
  permission: 'node.read',
  override: true,
  maxBytes: SELECTION_BYTES,
  query: z.object(cameraSelection),
  reply: z.object({ count: z.number().int() }),
})

export const countCompanyViews = operation({
  id: 'tree.countCompanyViews',
  method: 'GET',
  path: '/company/:id/camera-count',
  summary:
    'The number of cameras that the caller may see: all, those that are switched on, and those with each product',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'company' }],
  permission: 'node.read',
  params: idParams,
  reply: z.object({
    count: z.number().int(),
    active: z.number().int(),
    /** The number of cameras with each product switched on. */
    products: z.record(product, z.number().int()),
  }),
})

export const listCompanySites = operation({
  id: 'tree.listCompanySites',
  method: 'GET',
  path: '/company/:id/sites',
  summary: 'Sites of all clients that match the filter, or contain a camera that matches, by name',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'company' }],
  permission: 'node.read',
  override: true,
  params: idParams,
  query: z.object(nodePage),
  reply: paged(site.extend({ matchCount })),
})

export const getProjectWithSites = operation({
  id: 'tree.getProjectWithSites',
  method: 'GET',
  path: '/project/:id/withsites',
  summary: 'A client with its sites by name. Long lists are streamed, at most two at once per company',
  tag: 'Tree',
  scope: nodeScope('project'),
  permission: 'node.read',
  params: idParams,
  reply: project.extend({ sites: z.array(site) }),
  errors: ['RATE_LIMITED'],
})

export const getSiteWithViews = operation({
  id: 'tree.getSiteWithViews',
  method: 'GET',
  path: '/site/:id/withviews',
  summary: 'A site with its cameras by name. Long lists are streamed, at most two at once per company',
  tag: 'Tree',
  scope: nodeScope('site'),
  permission: 'node.read',
  params: idParams,
  reply: detailedSite.extend({ views: z.array(view) }),
})

export const getViewWithSite = operation({
  id: 'tree.getViewWithSite',
  method: 'GET',
  path: '/view/:id/withsite',
  summary: 'A camera with its site',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  permission: 'node.read',
  params: idParams,
  reply: view.extend({ site: detailedSite }),
})

export const checkRename = operation({
  id: 'tree.checkRename',
  method: 'GET',
  path: '/v1/rename-check/:objectType/:objectId',
  summary: 'Whether the caller may rename a client, site or camera. False for nodes that they cannot see',
  tag: 'Tree',
  // Another field of the request says which kind of object the id refers to. The handler therefore resolves the id itself, within the
  // caller's company and grants.
  scope: 'self',
  permission: 'node.read',
  params: z.object({ objectType: z.enum(['client', 'site', 'camera']), objectId: id }),
  reply: z.boolean(),
})
