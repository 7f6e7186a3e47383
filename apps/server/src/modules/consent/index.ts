export { hasAgreed, readActivationText, type ActivationText } from './activation.ts'
export type { Consents } from './consents.ts'
export { consentModule } from './module.ts'
