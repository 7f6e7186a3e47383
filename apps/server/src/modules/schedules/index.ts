export { findArmingAddress, readLocalPart, type ArmingAddress } from './arming-addresses.ts'
export { armingOf, changeArming, type ArmingMessage } from './change-arming.ts'
export { schedulesModule } from './module.ts'
export { findTemplates, getTemplate } from './template-queries.ts'
