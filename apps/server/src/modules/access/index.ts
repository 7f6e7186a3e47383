export { createScopeCheck } from './gatekeeper.ts'
export {
  fewNodes,
  inGrants,
  isOneOf,
  ofGrantedSite,
  projectInGrants,
  siteGranted,
  siteInGrants,
  viewInGrants,
  type NodeScope,
} from './grant-filter.ts'
