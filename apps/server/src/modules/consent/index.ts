export { consentModule } from './module.ts'
