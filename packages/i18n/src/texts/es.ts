// Made by `npm run texts -- namespaces` from the files in locales/en.
import alarms from '../../locales/es/alarms.json' with { type: 'json' }
import audit from '../../locales/es/audit.json' with { type: 'json' }
import automation from '../../locales/es/automation.json' with { type: 'json' }
import clients from '../../locales/es/clients.json' with { type: 'json' }
import common from '../../locales/es/common.json' with { type: 'json' }
import companies from '../../locales/es/companies.json' with { type: 'json' }
import consent from '../../locales/es/consent.json' with { type: 'json' }
import cure from '../../locales/es/cure.json' with { type: 'json' }
import deliveries from '../../locales/es/deliveries.json' with { type: 'json' }
import detectors from '../../locales/es/detectors.json' with { type: 'json' }
import deviceGuides from '../../locales/es/deviceGuides.json' with { type: 'json' }
import deviceTests from '../../locales/es/deviceTests.json' with { type: 'json' }
import digitalWatchdog from '../../locales/es/digitalWatchdog.json' with { type: 'json' }
import errors from '../../locales/es/errors.json' with { type: 'json' }
import exacq from '../../locales/es/exacq.json' with { type: 'json' }
import home from '../../locales/es/home.json' with { type: 'json' }
import investigate from '../../locales/es/investigate.json' with { type: 'json' }
import jobs from '../../locales/es/jobs.json' with { type: 'json' }
import learning from '../../locales/es/learning.json' with { type: 'json' }
import login from '../../locales/es/login.json' with { type: 'json' }
import mailTemplates from '../../locales/es/mailTemplates.json' with { type: 'json' }
import mails from '../../locales/es/mails.json' with { type: 'json' }
import milestone from '../../locales/es/milestone.json' with { type: 'json' }
import pelco from '../../locales/es/pelco.json' with { type: 'json' }
import products from '../../locales/es/products.json' with { type: 'json' }
import reasons from '../../locales/es/reasons.json' with { type: 'json' }
import responseTimes from '../../locales/es/responseTimes.json' with { type: 'json' }
import review from '../../locales/es/review.json' with { type: 'json' }
import rules from '../../locales/es/rules.json' with { type: 'json' }
import schedules from '../../locales/es/schedules.json' with { type: 'json' }
import settings from '../../locales/es/settings.json' with { type: 'json' }
import shell from '../../locales/es/shell.json' with { type: 'json' }
import sso from '../../locales/es/sso.json' with { type: 'json' }
import supervisor from '../../locales/es/supervisor.json' with { type: 'json' }
import transfers from '../../locales/es/transfers.json' with { type: 'json' }
import twoFactor from '../../locales/es/twoFactor.json' with { type: 'json' }
import users from '../../locales/es/users.json' with { type: 'json' }
import videofied from '../../locales/es/videofied.json' with { type: 'json' }
import watchLists from '../../locales/es/watchLists.json' with { type: 'json' }

/** The Spanish texts. */
export const es = {
  alarms,
  audit,
  automation,
  clients,
  common,
  companies,
  consent,
  cure,
  deliveries,
  detectors,
  deviceGuides,
  deviceTests,
  digitalWatchdog,
  errors,
  exacq,
  home,
  investigate,
  jobs,
  learning,
  login,
  mailTemplates,
  mails,
  milestone,
  pelco,
  products,
  reasons,
  responseTimes,
  review,
  rules,
  schedules,
  settings,
  shell,
  sso,
  supervisor,
  transfers,
  twoFactor,
  users,
  videofied,
  watchLists,
}
