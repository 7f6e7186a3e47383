import { IconHistory } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { auditSearch } from '../features/audit/audit-search.ts'
import { camsRoute } from './cams.tsx'

/** The audit log. The tree's context menu links here too. */
export const auditLogRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'audit-log',
  validateSearch: auditSearch,
  staticData: {
    screen: {
      needs: 'audit.read',
      menu: { id: 'auditLog', icon: IconHistory, place: 100, goTo: { name: 'shell:command.goAudit' } },
    },
  },
  component: lazyRouteComponent(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
})
