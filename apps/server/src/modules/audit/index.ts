export { registerAudit } from './audit-routes.ts'
export { recordAudit } from './record-audit.ts'
export { recordFailedLogin } from './record-failed-login.ts'
