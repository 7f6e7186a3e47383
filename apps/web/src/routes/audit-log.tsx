import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { auditSearch } from '../features/audit/audit-search.ts'
import { camsRoute, requireRight } from './cams.tsx'

/** Who did what. The tree's context menu leads here too. */
export const auditLogRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'audit-log',
  validateSearch: auditSearch,
  beforeLoad: requireRight('audit.read'),
  component: lazyRouteComponent(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
})
