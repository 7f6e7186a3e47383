import { z } from 'zod'
import { projectBasedOn } from './based-on.ts'
import { operation } from './operation.ts'
import { project } from './tree.ts'
import { changedName, id, idParams, name, paged, pageQuery, success } from './values.ts'

/** The groups that contain the client. This field also requires `groups.manage`. */
const groupIds = z.array(id).max(1_000).optional()
const inGroups = { in: 'body', at: 'groupIds', kind: 'group', many: true, optional: true } as const
export const projectBody = z.object({ name, groupIds })
export const listProjects = operation({
  id: 'tree.listProjects',
  method: 'GET',
  path: '/v1/projects',
  summary: 'Clients that the caller may see, by name',
  tag: 'Tree',
  scope: [{ in: 'query', at: 'groupId', kind: 'group', optional: true, foreign: 'empty' }],
  permission: 'node.read',
  override: true,
  query: z.object({
    search: z.string().max(100).optional(),
    groupId: id.optional(),
    ...pageQuery({ usual: 100, most: 200 }),
  }),
  reply: paged(project),
})

export const createProject = operation({
  id: 'tree.createProject',
  method: 'POST',
  path: '/company/:id/project',
  summary: 'Create a client',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'company' }, inGroups],
  permission: 'project.create',
  params: idParams,
  body: projectBody,
  reply: project,
  errors: ['NAME_TAKEN'],
})

export const getProject = operation({
  id: 'tree.getProject',
  method: 'GET',
  path: '/project/:id',
  summary: 'A client',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'project', way: true }],
  permission: 'node.read',
  params: idParams,
  reply: project,
})

export const updateProject = operation({
  id: 'tree.updateProject',
  method: 'PUT',
  path: '/project/:id',
  summary: 'Change a client',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'project' }, inGroups],
  permission: 'node.write',
  params: idParams,
  body: z.object({ name: changedName.optional(), groupIds, basedOn: projectBasedOn.optional() }),
  reply: project,
  errors: ['NAME_TAKEN', 'CONFLICT'],
})

export const deleteProject = operation({
  id: 'tree.deleteProject',
  method: 'DELETE',
  path: '/project/:id',
  summary: 'Delete a client with its sites and cameras. Its alarms stay until their retention ends',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'project' }],
  permission: 'node.write',
  params: idParams,
  reply: success,
})
