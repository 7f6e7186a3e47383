import type { Module } from '../../platform/modules/module.ts'
import { registerAudit, type AuditDeps } from './audit-routes.ts'

export const auditModule: Module<AuditDeps> = {
  name: 'audit',
  tables: { audit: { rows: 'kept' } },
  routes: registerAudit,
}
