import type { Module } from '../../platform/modules/module.ts'
import { createRowSender } from '../../platform/http/send-rows.ts'
import { registerGroups } from './group-routes.ts'
import { registerLists } from './list-routes.ts'
import { createLongListPlaces } from './long-list-places.ts'
import { registerLongLists } from './long-list-routes.ts'
import { registerMasks } from './mask-routes.ts'
import { registerPauses } from './pause-routes.ts'
import { registerNodes } from './node-routes.ts'
import { registerProjects } from './project-routes.ts'
import { registerRestore } from './restore-route.ts'
import { registerSiteInstructions } from './site-instructions.ts'
import { registerStreams } from './stream-routes.ts'
import { registerSites } from './site-routes.ts'
import type { TreeDeps } from './tree-deps.ts'
import { registerViews } from './view-routes.ts'

export const treeModule: Module<TreeDeps> = {
  name: 'tree',
  tables: {
    project: { rows: 'kept' },
    site: { rows: 'kept' },
    view: { rows: 'kept', files: { first_picture_key: 'cameras/' } },
    client_group: { rows: 'kept' },
    client_group_member: { rows: 'kept' },
    mask_change: { rows: 'kept' },
    long_list_place: { rows: [{ kind: 'days', column: 'until', days: 1 }] },
  },
  routes(register, deps) {
    // One sender, so that all long lists share a company's two places.
    const rows = createRowSender(createLongListPlaces(deps.db, () => deps.clock.now().getTime()))
    registerGroups(register)
    registerLists(register)
    registerLongLists(register, rows)
    registerMasks(register)
    registerPauses(register)
    registerNodes(register)
    registerProjects(register)
    registerStreams(register, rows)
    registerSites(register, deps)
    registerSiteInstructions(register)
    registerViews(register, deps)
    registerRestore(register, deps)
  },
}
