import { advancedRulesExamples } from './advanced-rules.examples.ts'
import { alarmBoxesExamples } from './alarm-boxes.examples.ts'
import { alarmDownloadsExamples } from './alarm-downloads.examples.ts'
import { alarmFramesExamples } from './alarm-frames.examples.ts'
import { alarmLabelsExamples } from './alarm-labels.examples.ts'
import { alarmListsExamples } from './alarm-lists.examples.ts'
import { alarmNotesExamples } from './alarm-notes.examples.ts'
import { alarmWallExamples } from './alarm-wall.examples.ts'
import { alarmsExamples } from './alarms.examples.ts'
import { armingExamples } from './arming.examples.ts'
import { authExamples } from './auth.examples.ts'
import { backgroundJobsExamples } from './background-jobs.examples.ts'
import { bulkExamples } from './bulk.examples.ts'
import { cameraStreamsExamples } from './camera-streams.examples.ts'
import { companiesExamples } from './companies.examples.ts'
import { recordersExamples } from './recorders.examples.ts'
import { connectionsExamples } from './connections.examples.ts'
import { consentExamples } from './consent.examples.ts'
import { cureRequestsExamples } from './cure-requests.examples.ts'
import { cureExamples } from './cure.examples.ts'
import { detectorsExamples } from './detectors.examples.ts'
import { deviceTestsExamples } from './device-tests.examples.ts'
import { digitalWatchdogExamples } from './digital-watchdog.examples.ts'
import { exacqExamples } from './exacq.examples.ts'
import { videofiedExamples } from './videofied.examples.ts'
import { milestoneExamples } from './milestone-system.examples.ts'
import { pelcoExamples } from './pelco.examples.ts'
import { filesExamples } from './files.examples.ts'
import { groupsExamples } from './groups.examples.ts'
import { holidaysExamples } from './holidays.examples.ts'
import { guidesExamples } from './guides.examples.ts'
import { homeHealthExamples } from './home-health.examples.ts'
import { intakeExamples } from './intake.examples.ts'
import { panelExamples } from './panel.examples.ts'
import { alarmLinksExamples } from './alarm-links.examples.ts'
import { labelledExportExamples } from './labelled-export.examples.ts'
import { learningExamples } from './learning.examples.ts'
import { learningProposalsExamples } from './learning-proposals.examples.ts'
import { lookingExamples } from './looking.examples.ts'
import { mailTemplatesExamples } from './mail-templates.examples.ts'
import { masksExamples } from './masks.examples.ts'
import { pausesExamples } from './pauses.examples.ts'
import { preferencesExamples } from './preferences.examples.ts'
import { productsExamples } from './products.examples.ts'
import { qualityReviewExamples } from './quality-review.examples.ts'
import { messagesExamples } from './receivers/messages.examples.ts'
import { fallbackExamples } from './receivers/fallback.examples.ts'
import { responseTimesExamples } from './response-times.examples.ts'
import { receiversExamples } from './receivers/operations.examples.ts'
import { receiverTemplateExamples } from './receivers/template.examples.ts'
import { siteWebhookExamples } from './receivers/site-webhook.examples.ts'
import { reviewQueueExamples } from './review-queue.examples.ts'
import { savedFiltersExamples } from './saved-filters.examples.ts'
import { scheduleTryExamples } from './schedule-try.examples.ts'
import { schedulesExamples } from './schedules.examples.ts'
import { ssoExamples } from './sso.examples.ts'
import { investigateExamples } from './investigate.examples.ts'
import { watchListsExamples } from './watch-lists.examples.ts'
import { tokensExamples } from './tokens.examples.ts'
import { treeListsExamples } from './tree-lists.examples.ts'
import { treeNodesExamples } from './tree-nodes.examples.ts'
import { treeStreamsExamples } from './tree-streams.examples.ts'
import { treeProjectsExamples } from './tree-projects.examples.ts'
import { treeExamples } from './tree.examples.ts'
import { twoFactorExamples } from './two-factor.examples.ts'
import { usersExamples } from './users.examples.ts'
import type { Example } from './example.ts'

export { needsExample, SOME_ID, type Example } from './example.ts'

/**
 * Examples of all operations that need one, for the description of the API and for tests. The console must not import this file, because
 * the examples would enlarge its bundle.
 */
export const examples: readonly Example[] = [
  ...advancedRulesExamples,
  ...investigateExamples,
  ...watchListsExamples,
  ...alarmBoxesExamples,
  ...alarmDownloadsExamples,
  ...alarmFramesExamples,
  ...alarmLabelsExamples,
  ...alarmListsExamples,
  ...alarmNotesExamples,
  ...alarmWallExamples,
  ...alarmsExamples,
  ...armingExamples,
  ...authExamples,
  ...backgroundJobsExamples,
  ...bulkExamples,
  ...cameraStreamsExamples,
  ...companiesExamples,
  ...connectionsExamples,
  ...recordersExamples,
  ...consentExamples,
  ...detectorsExamples,
  ...deviceTestsExamples,
  ...digitalWatchdogExamples,
  ...exacqExamples,
  ...videofiedExamples,
  ...milestoneExamples,
  ...pelcoExamples,
  ...filesExamples,
  ...groupsExamples,
  ...holidaysExamples,
  ...homeHealthExamples,
  ...intakeExamples,
  ...mailTemplatesExamples,
  ...panelExamples,
  ...labelledExportExamples,
  ...alarmLinksExamples,
  ...cureRequestsExamples,
  ...cureExamples,
  ...learningExamples,
  ...learningProposalsExamples,
  ...lookingExamples,
  ...masksExamples,
  ...pausesExamples,
  ...preferencesExamples,
  ...productsExamples,
  ...qualityReviewExamples,
  ...messagesExamples,
  ...fallbackExamples,
  ...responseTimesExamples,
  ...receiversExamples,
  ...receiverTemplateExamples,
  ...siteWebhookExamples,
  ...reviewQueueExamples,
  ...savedFiltersExamples,
  ...scheduleTryExamples,
  ...guidesExamples,
  ...schedulesExamples,
  ...ssoExamples,
  ...tokensExamples,
  ...treeListsExamples,
  ...treeNodesExamples,
  ...treeStreamsExamples,
  ...treeExamples,
  ...treeProjectsExamples,
  ...twoFactorExamples,
  ...usersExamples,
]

const byOperation = new Map(examples.map((each) => [each.operation.id, each]))

/** The example of an operation, if it has one. */
export const findExample = ({ id }: { readonly id: string }): Example | undefined => byOperation.get(id)
