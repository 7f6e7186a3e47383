export { createScopeCheck } from './gatekeeper.ts'
export { rightsOf } from './rights.ts'
export {
  fewNodes,
  grantedIds,
  inGrants,
  isOneOf,
  ofGrantedSite,
  projectInGrants,
  siteGranted,
  siteInGrants,
  viewInGrants,
  type NodeScope,
} from './grant-filter.ts'
export { findPlaceOf, type PlaceColumns } from './kinds.ts'
export { accessModule } from './module.ts'
