import type { Register } from '../../platform/http/register.ts'
import { registerProjects } from './project-routes.ts'
import { registerRestore } from './restore-route.ts'
import { registerSites } from './site-routes.ts'
import type { TreeDeps } from './tree-deps.ts'
import { registerViews } from './view-routes.ts'

export { containsPattern } from './contains-pattern.ts'

export function registerTree(register: Register, deps: TreeDeps): void {
  registerProjects(register, deps)
  registerSites(register, deps)
  registerViews(register, deps)
  registerRestore(register, deps)
}
