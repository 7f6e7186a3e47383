export { registerAudit } from './audit-routes.ts'
export { recordAudit, type Author } from './record-audit.ts'
export { recordFailedLogin } from './record-failed-login.ts'
