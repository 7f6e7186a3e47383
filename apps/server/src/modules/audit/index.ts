export type { Author } from '../../platform/audit-entry.ts'
export { auditModule } from './module.ts'
export { recordAudit, recordCarried } from './record-audit.ts'
export { recordFailedLogin } from './record-failed-login.ts'
