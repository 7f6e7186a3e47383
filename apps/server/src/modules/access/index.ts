export { requireConfigurable, requireConfigurableById, VIEW_BY_API } from './configurable.ts'
export {
  hasOwnIdleHours,
  idleHours,
  isFailing,
  isLost,
  isOn,
  isPaused,
  isSilent,
  isUp,
  LOST_MINUTES,
  wayInState,
} from './camera-state.ts'
export { containsPattern } from './contains-pattern.ts'
export { createScopeCheck, mayChangeSome } from './gatekeeper.ts'
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
  writableOf,
  type NodeScope,
} from './grant-filter.ts'
export { findPlaceOf, type PlaceColumns } from './kinds.ts'
export { ruleTimesOfView } from './rule-times.ts'
export { scheduleFactsOfSite, scheduleFactsOfView } from './schedule-facts.ts'
export { accessModule } from './module.ts'
export { statesInStretches, statesOfCameras } from './states-of-cameras.ts'
export { fitsByName, hasProduct, leavesOut, nodeFits, viewFits, withNames, type Asker } from './view-filter.ts'
export { withSchedules } from './with-schedules.ts'
