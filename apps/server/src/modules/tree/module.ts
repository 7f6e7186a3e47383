import type { Module } from '../../platform/modules/module.ts'
import { registerGroups } from './group-routes.ts'
import { registerLists } from './list-routes.ts'
import { registerMasks } from './mask-routes.ts'
import { registerPauses } from './pause-routes.ts'
import { registerNodes } from './node-routes.ts'
import { registerProjects } from './project-routes.ts'
import { registerRestore } from './restore-route.ts'
import { registerStreams } from './stream-routes.ts'
import { registerSites } from './site-routes.ts'
import type { TreeDeps } from './tree-deps.ts'
import { registerViews } from './view-routes.ts'

export const treeModule: Module<TreeDeps> = {
  name: 'tree',
  tables: {
    project: { rows: 'kept' },
    site: { rows: 'kept' },
    view: { rows: 'kept' },
    client_group: { rows: 'kept' },
    client_group_member: { rows: 'kept' },
    mask_change: { rows: 'kept' },
  },
  routes(register, deps) {
    registerGroups(register)
    registerLists(register)
    registerMasks(register)
    registerPauses(register)
    registerNodes(register)
    registerProjects(register)
    registerStreams(register)
    registerSites(register, deps)
    registerViews(register, deps)
    registerRestore(register, deps)
  },
}
