import { accessModule } from './modules/access/index.ts'
import { alarmLinksModule } from './modules/alarm-links/index.ts'
import { alarmsModule } from './modules/alarms/index.ts'
import { analysisModule } from './modules/analysis/index.ts'
import { auditModule } from './modules/audit/index.ts'
import { backgroundJobsModule } from './modules/background-jobs/index.ts'
import { bulkModule } from './modules/bulk/index.ts'
import { cameraStreamsModule } from './modules/camera-streams/index.ts'
import { companiesModule } from './modules/companies/index.ts'
import { connectModule } from './modules/connect/index.ts'
import { consentModule } from './modules/consent/index.ts'
import { cureModule } from './modules/cure/index.ts'
import { deliveryModule } from './modules/delivery/index.ts'
import { demoModule } from './modules/demo/index.ts'
import { detectorsModule } from './modules/detectors/index.ts'
import { deviceTestsModule } from './modules/device-tests/index.ts'
import { digitalWatchdogModule } from './modules/digital-watchdog/index.ts'
import { exacqModule } from './modules/exacq/index.ts'
import { videofiedModule } from './modules/videofied/index.ts'
import { guidesModule } from './modules/guides/index.ts'
import { homeModule } from './modules/home/index.ts'
import { identityModule } from './modules/identity/index.ts'
import { intakeModule } from './modules/intake/index.ts'
import { investigateModule } from './modules/investigate/index.ts'
import { learningModule } from './modules/learning/index.ts'
import { liveModule } from './modules/live/index.ts'
import { mailTemplatesModule } from './modules/mail-templates/index.ts'
import { milestoneModule } from './modules/milestone/index.ts'
import { pelcoModule } from './modules/pelco/index.ts'
import { picturesModule } from './modules/pictures/index.ts'
import { productsModule } from './modules/products/index.ts'
import { qualityReviewModule } from './modules/quality-review/index.ts'
import { recordersModule } from './modules/recorders/index.ts'
import { responseTimesModule } from './modules/response-times/index.ts'
import { retentionModule } from './modules/retention/index.ts'
import { reviewQueueModule } from './modules/review-queue/index.ts'
import { rulesModule } from './modules/rules/index.ts'
import { schedulesModule } from './modules/schedules/index.ts'
import { ssoModule } from './modules/sso/index.ts'
import { statsModule } from './modules/stats/index.ts'
import { syntheticAlarmModule } from './modules/synthetic-alarm/index.ts'
import { systemModule } from './modules/system/index.ts'
import { tamperingModule } from './modules/tampering/index.ts'
import { tokensModule } from './modules/tokens/index.ts'
import { transfersModule } from './modules/transfers/index.ts'
import { treeModule } from './modules/tree/index.ts'
import { usersModule } from './modules/users/index.ts'
import type { Outside } from './outside.ts'
import type { Platform } from './platform/create-platform.ts'
import { moduleList } from './platform/modules/module-list.ts'

/** Every module of the server. A module that needs the services of another module to create its own must come after it. */
export const MODULES = moduleList<Outside & Platform>()
  .with(accessModule)
  .with(alarmLinksModule)
  .with(auditModule)
  .with(cureModule)
  .with(deviceTestsModule)
  .with(digitalWatchdogModule)
  .with(milestoneModule)
  .with(exacqModule)
  .with(videofiedModule)
  .with(guidesModule)
  .with(mailTemplatesModule)
  .with(qualityReviewModule)
  .with(reviewQueueModule)
  .with(ssoModule)
  .with(identityModule)
  .with(liveModule)
  .with(analysisModule)
  .with(alarmsModule)
  .with(deliveryModule)
  .with(responseTimesModule)
  .with(tamperingModule)
  .with(cameraStreamsModule)
  .with(intakeModule)
  .with(connectModule)
  .with(recordersModule)
  .with(investigateModule)
  .with(learningModule)
  .with(detectorsModule)
  .with(syntheticAlarmModule)
  .with(systemModule)
  .with(homeModule)
  .with(statsModule)
  .with(consentModule)
  .with(backgroundJobsModule)
  .with(transfersModule)
  .with(productsModule)
  .with(treeModule)
  .with(pelcoModule)
  .with(picturesModule)
  .with(schedulesModule)
  .with(rulesModule)
  .with(bulkModule)
  .with(tokensModule)
  .with(usersModule)
  .with(companiesModule)
  .with(retentionModule)
  .with(demoModule)
