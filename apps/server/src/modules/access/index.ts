export { createScopeCheck } from './gatekeeper.ts'
export {
  fewNodes,
  inGrants,
  isOneOf,
  projectInGrants,
  siteGranted,
  siteInGrants,
  viewInGrants,
  type NodeScope,
} from './grant-filter.ts'
