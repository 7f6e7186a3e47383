import * as alarms from './alarms.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as backgroundJobs from './background-jobs.ts'
import * as bulk from './bulk.ts'
import * as cameraList from './camera-list.ts'
import * as companies from './companies.ts'
import * as consent from './consent.ts'
import * as detectors from './detectors.ts'
import * as groups from './groups.ts'
import * as home from './home.ts'
import * as intake from './intake.ts'
import * as labelledExport from './labelled-export.ts'
import * as learning from './learning.ts'
import * as live from './live.ts'
import * as masks from './masks.ts'
import * as liveSocket from './live-socket.ts'
import type { Operation } from './operation.ts'
import * as pictures from './pictures.ts'
import * as pauses from './pauses.ts'
import * as products from './products.ts'
import * as receivers from './receivers/operations.ts'
import * as sessions from './sessions.ts'
import * as sso from './sso.ts'
import * as system from './system.ts'
import * as tokens from './tokens.ts'
import * as transfers from './transfers.ts'
import * as treeLists from './tree-lists.ts'
import * as treeNodes from './tree-nodes.ts'
import * as treeStreams from './tree-streams.ts'
import * as tree from './tree.ts'
import * as twoFactor from './two-factor.ts'
import * as users from './users.ts'

export * from './alarms.ts'
export * from './audit.ts'
export * from './auth.ts'
export * from './background-jobs.ts'
export * from './body-limit.ts'
export * from './bulk.ts'
export * from './camera-list.ts'
export * from './companies.ts'
export * from './consent.ts'
export * from './company-values.ts'
export * from './detectors.ts'
export * from './errors.ts'
export * from './groups.ts'
export * from './health.ts'
export * from './home.ts'
export * from './intake.ts'
export * from './labelled-export.ts'
export * from './learning.ts'
export * from './automation.ts'
export * from './live.ts'
export * from './live-socket.ts'
export * from './kinds.ts'
export * from './mask-area.ts'
export * from './masks.ts'
export * from './operation.ts'
export * from './operation-errors.ts'
export * from './pauses.ts'
export * from './permissions.ts'
export * from './pictures.ts'
export * from './plain-line.ts'
export * from './products.ts'
export * from './reasons.ts'
export * from './receivers/definition.ts'
export * from './receivers/kinds.ts'
export * from './receivers/operations.ts'
export * from './sessions.ts'
export * from './sso.ts'
export * from './system.ts'
export * from './tokens.ts'
export * from './transfers.ts'
export * from './site-details.ts'
export * from './tree.ts'
export * from './tree-lists.ts'
export * from './tree-nodes.ts'
export * from './tree-streams.ts'
export * from './two-factor.ts'
export * from './users.ts'
export * from './values.ts'
export * from './view-filter.ts'

/** Base path of every operation. */
export const API_BASE = '/api'

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'scope' in value
}

/** Every operation of the product, for registration, the OpenAPI document and the generated tests. */
export const operations: readonly Operation[] = [
  auth,
  system,
  tree,
  treeLists,
  treeNodes,
  treeStreams,
  groups,
  bulk,
  backgroundJobs,
  intake,
  alarms,
  labelledExport,
  learning,
  masks,
  pictures,
  cameraList,
  detectors,
  home,
  pauses,
  products,
  receivers,
  tokens,
  users,
  companies,
  consent,
  audit,
  sessions,
  sso,
  twoFactor,
  live,
  liveSocket,
  transfers,
].flatMap((area) => Object.values(area).filter(isOperation))
