import * as advancedRules from './advanced-rules.ts'
import * as alarmAnalysis from './alarm-analysis.ts'
import * as alarmBoxes from './alarm-boxes.ts'
import * as alarmDownloads from './alarm-downloads.ts'
import * as alarmFrames from './alarm-frames.ts'
import * as alarmLabels from './alarm-labels.ts'
import * as alarmLinks from './alarm-links.ts'
import * as alarmLists from './alarm-lists.ts'
import * as alarmNotes from './alarm-notes.ts'
import * as alarmWall from './alarm-wall.ts'
import * as alarms from './alarms.ts'
import * as arming from './arming.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as backgroundJobs from './background-jobs.ts'
import * as bulk from './bulk.ts'
import * as cameraStreams from './camera-streams.ts'
import * as cameraList from './camera-list.ts'
import * as companies from './companies.ts'
import * as connections from './connections.ts'
import * as consent from './consent.ts'
import * as cureRequests from './cure-requests.ts'
import * as cure from './cure.ts'
import * as detectors from './detectors.ts'
import * as deviceTests from './device-tests.ts'
import * as digitalWatchdogSystems from './digital-watchdog.ts'
import * as files from './files.ts'
import * as firstSteps from './first-steps.ts'
import * as groups from './groups.ts'
import * as guides from './guides.ts'
import * as homeAgreement from './home-agreement.ts'
import * as homeFigures from './home-figures.ts'
import * as holidays from './holidays.ts'
import * as home from './home.ts'
import * as homeHealth from './home-health.ts'
import * as immixMails from './immix.ts'
import * as intake from './intake.ts'
import * as panel from './panel.ts'
import * as labelledExport from './labelled-export.ts'
import * as learning from './learning.ts'
import * as learningProposals from './learning-proposals.ts'
import * as live from './live.ts'
import * as looking from './looking.ts'
import * as mailTemplates from './mail-templates.ts'
import * as masks from './masks.ts'
import * as liveSocket from './live-socket.ts'
import * as exacqRecorders from './exacq.ts'
import * as videofied from './videofied.ts'
import * as milestoneSystems from './milestone-system.ts'
import type { Operation } from './operation.ts'
import * as pelco from './pelco.ts'
import * as pictures from './pictures.ts'
import * as preferences from './preferences.ts'
import * as pauses from './pauses.ts'
import * as products from './products.ts'
import * as qualityReview from './quality-review.ts'
import * as receiverFallback from './receivers/fallback.ts'
import * as receiverMessages from './receivers/messages.ts'
import * as responseTimes from './response-times.ts'
import * as receivers from './receivers/operations.ts'
import * as siteWebhook from './receivers/site-webhook.ts'
import * as receiverTemplate from './receivers/template.ts'
import * as recorders from './recorders.ts'
import * as reviewQueue from './review-queue.ts'
import * as savedFilters from './saved-filters.ts'
import * as scheduleTry from './schedule-try.ts'
import * as schedules from './schedules.ts'
import * as sessions from './sessions.ts'
import * as siteInstructions from './site-instructions.ts'
import * as sso from './sso.ts'
import * as stats from './stats.ts'
import * as system from './system.ts'
import * as tokens from './tokens.ts'
import * as transfers from './transfers.ts'
import * as treeLists from './tree-lists.ts'
import * as treeNodes from './tree-nodes.ts'
import * as treeProjects from './tree-projects.ts'
import * as treeStreams from './tree-streams.ts'
import * as tree from './tree.ts'
import * as twoFactor from './two-factor.ts'
import * as users from './users.ts'
import * as investigate from './investigate.ts'
import * as watchLists from './watch-lists.ts'

export * from './advanced-rules.ts'
export * from './alarm-boxes.ts'
export * from './alarm-downloads.ts'
export * from './alarm-frames.ts'
export * from './alarm-analysis.ts'
export * from './alarm-labels.ts'
export * from './alarm-links.ts'
export * from './alarm-lists.ts'
export * from './alarm-notes.ts'
export * from './alarm-query.ts'
export * from './alarm-values.ts'
export * from './cure-requests.ts'
export * from './cure.ts'
export * from './device-tests.ts'
export * from './device-values.ts'
export * from './digital-watchdog.ts'
export * from './exacq.ts'
export * from './videofied.ts'
export * from './milestone-system.ts'
export * from './pelco.ts'
export * from './vms-values.ts'
export * from './immix.ts'
export * from './mail-templates.ts'
export * from './guides.ts'
export * from './label-reasons.ts'
export * from './label-values.ts'
export * from './alarm-wall.ts'
export * from './alarms.ts'
export * from './arming.ts'
export * from './audit.ts'
export * from './auth.ts'
export * from './background-jobs.ts'
export * from './body-limit.ts'
export * from './bulk.ts'
export * from './camera-streams.ts'
export * from './camera-list.ts'
export * from './companies.ts'
export * from './connections.ts'
export * from './consent.ts'
export * from './company-values.ts'
export * from './detectors.ts'
export * from './errors.ts'
export * from './files.ts'
export * from './first-steps.ts'
export * from './groups.ts'
export * from './health.ts'
export * from './alarm-counts.ts'
export * from './home-agreement.ts'
export * from './home-figures.ts'
export * from './holidays.ts'
export * from './home.ts'
export * from './import-columns.ts'
export * from './home-health.ts'
export * from './intake.ts'
export * from './panel.ts'
export * from './issue-rule.ts'
export * from './labelled-export.ts'
export * from './learning.ts'
export * from './learning-proposals.ts'
export * from './automation.ts'
export * from './live.ts'
export * from './live-socket.ts'
export * from './kinds.ts'
export * from './looking.ts'
export * from './mask-area.ts'
export * from './masks.ts'
export * from './operation.ts'
export * from './operation-errors.ts'
export * from './pauses.ts'
export * from './permissions.ts'
export * from './pictures.ts'
export * from './preferences.ts'
export * from './plain-line.ts'
export * from './products.ts'
export * from './quality-review.ts'
export * from './reasons.ts'
export * from './receivers/definition.ts'
export * from './receivers/fallback-values.ts'
export * from './receivers/fallback.ts'
export { USUAL_CLIP_KB } from './receivers/clip.ts'
export * from './receivers/kinds.ts'
export { alarmMessage, CAMERA_EVENTS, type AlarmMessage, type CameraEvent } from './receivers/alarm-message.ts'
export * from './receivers/messages.ts'
export * from './receivers/operations.ts'
export * from './response-times.ts'
export * from './receivers/site-webhook.ts'
export * from './receivers/template.ts'
export { SEVERITIES, severityChoice, type Severity } from './receivers/severity.ts'
export { digifort } from './receivers/digifort.ts'
export { digitalWatchdog } from './receivers/digital-watchdog.ts'
export { immix } from './receivers/immix.ts'
export { mqtt, MQTT_PLACEHOLDERS } from './receivers/mqtt.ts'
export { productApi } from './receivers/product-api.ts'
export { relay } from './receivers/relay.ts'
export { milestone } from './receivers/milestone.ts'
export { sentinel, SENTINEL_PLACEHOLDERS } from './receivers/sentinel.ts'
export { siaDc09 } from './receivers/sia-dc09.ts'
export { syslog } from './receivers/syslog.ts'
export * from './recorders.ts'
export * from './review-queue.ts'
export * from './saved-filters.ts'
export * from './rule-values.ts'
export * from './schedule-state.ts'
export * from './schedule-windows.ts'
export * from './schedule-try.ts'
export * from './schedules.ts'
export * from './sessions.ts'
export * from './sso.ts'
export * from './stats.ts'
export * from './system.ts'
export * from './tokens.ts'
export * from './transfers.ts'
export * from './site-details.ts'
export * from './site-instructions.ts'
export * from './tree.ts'
export * from './tree-lists.ts'
export * from './tree-nodes.ts'
export * from './tree-projects.ts'
export * from './tree-streams.ts'
export * from './two-factor.ts'
export * from './users.ts'
export * from './investigate.ts'
export * from './watch-lists.ts'
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
  treeProjects,
  treeStreams,
  files,
  groups,
  bulk,
  cameraStreams,
  backgroundJobs,
  intake,
  panel,
  advancedRules,
  investigate,
  watchLists,
  alarmAnalysis,
  alarmBoxes,
  alarmDownloads,
  alarmFrames,
  alarmLabels,
  alarmLists,
  alarmNotes,
  alarmWall,
  alarms,
  labelledExport,
  learning,
  learningProposals,
  masks,
  pictures,
  preferences,
  cameraList,
  detectors,
  home,
  homeAgreement,
  homeFigures,
  stats,
  homeHealth,
  firstSteps,
  pauses,
  products,
  receivers,
  receiverFallback,
  responseTimes,
  receiverTemplate,
  receiverMessages,
  siteWebhook,
  tokens,
  users,
  companies,
  connections,
  consent,
  audit,
  savedFilters,
  schedules,
  scheduleTry,
  holidays,
  arming,
  sessions,
  siteInstructions,
  sso,
  twoFactor,
  live,
  liveSocket,
  looking,
  transfers,
  reviewQueue,
  qualityReview,
  alarmLinks,
  cure,
  cureRequests,
  guides,
  deviceTests,
  immixMails,
  mailTemplates,
  digitalWatchdogSystems,
  exacqRecorders,
  videofied,
  milestoneSystems,
  pelco,
  recorders,
].flatMap((area) => Object.values(area).filter(isOperation))
