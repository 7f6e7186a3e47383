export type { Consents } from './consents.ts'
export { consentModule } from './module.ts'
export type { Agreement } from './read-agreement.ts'
