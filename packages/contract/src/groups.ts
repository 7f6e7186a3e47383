import { z } from 'zod'
import { operation } from './operation.ts'
import { changedName, id, idParams, name, paged, pageQuery, success } from './values.ts'

/** A group of clients. A caller who sees only some clients gets only the number and the ids of those. */
const groupRow = z.object({ id, name: z.string(), projectCount: z.number().int() })

export const group = groupRow.extend({
  /** Ids of its clients. */
  projects: z.array(id),
})
export type Group = z.output<typeof group>

/** The ids of the clients in a request. */
const clients = z.array(id).max(10_000)
/** Maximum size of the body in bytes, enough for the maximum number of client ids. */
const CLIENTS_BYTES = 512 * 1024
const ofCompany = { in: 'path', at: 'id', kind: 'group' } as const

export const listGroups = operation({
  id: 'groups.list',
  method: 'GET',
  path: '/v1/groups',
  summary: 'Groups of clients by name. Users who see only some clients get the groups of these',
  tag: 'Groups',
  scope: 'self',
  permission: 'node.read',
  query: z.object({
    /** Part of the name. */
    search: z.string().trim().max(100).optional(),
    ...pageQuery({ usual: 100, most: 200 }),
  }),
  reply: paged(groupRow),
})

export const getGroup = operation({
  id: 'groups.get',
  method: 'GET',
  path: '/v1/groups/:id',
  summary: 'A group with its clients',
  tag: 'Groups',
  scope: [ofCompany],
  permission: 'node.read',
  params: idParams,
  reply: group,
})

export const createGroup = operation({
  id: 'groups.create',
  method: 'POST',
  path: '/v1/groups',
  summary: 'Create a group',
  tag: 'Groups',
  scope: [{ in: 'body', at: 'projects', kind: 'project', many: true, optional: true }],
  permission: 'groups.manage',
  maxBytes: CLIENTS_BYTES,
  body: z.object({ name, projects: clients.optional() }),
  reply: group,
  errors: ['NAME_TAKEN'],
})

export const updateGroup = operation({
  id: 'groups.update',
  method: 'PUT',
  path: '/v1/groups/:id',
  summary: 'Rename a group, replace its clients, or both. Omitted fields stay unchanged',
  tag: 'Groups',
  scope: [ofCompany, { in: 'body', at: 'projects', kind: 'project', many: true, optional: true }],
  permission: 'groups.manage',
  maxBytes: CLIENTS_BYTES,
  params: idParams,
  body: z.object({ name: changedName.optional(), projects: clients.optional() }),
  reply: group,
  errors: ['NAME_TAKEN'],
})

export const assignToGroup = operation({
  id: 'groups.assign',
  method: 'PUT',
  path: '/v1/groups/:id/projects',
  summary: 'Add clients to a group, or remove them. Its other clients stay',
  tag: 'Groups',
  scope: [ofCompany, { in: 'body', at: 'projectIds', kind: 'project', many: true }],
  permission: 'groups.manage',
  maxBytes: CLIENTS_BYTES,
  params: idParams,
  body: z.object({ projectIds: clients, assigned: z.boolean().default(true) }),
  reply: group,
})

export const deleteGroup = operation({
  id: 'groups.delete',
  method: 'DELETE',
  path: '/v1/groups/:id',
  summary: 'Delete a group. Its clients stay',
  tag: 'Groups',
  scope: [ofCompany],
  permission: 'groups.manage',
  params: idParams,
  reply: success,
})
