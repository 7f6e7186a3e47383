export { ssoMailJobs } from './connect-mails.ts'
export { ssoModule } from './module.ts'
