// Made by `npm run texts -- namespaces` from the files in locales/en.
import alarms from '../../locales/it/alarms.json' with { type: 'json' }
import audit from '../../locales/it/audit.json' with { type: 'json' }
import automation from '../../locales/it/automation.json' with { type: 'json' }
import clients from '../../locales/it/clients.json' with { type: 'json' }
import common from '../../locales/it/common.json' with { type: 'json' }
import companies from '../../locales/it/companies.json' with { type: 'json' }
import consent from '../../locales/it/consent.json' with { type: 'json' }
import cure from '../../locales/it/cure.json' with { type: 'json' }
import deliveries from '../../locales/it/deliveries.json' with { type: 'json' }
import detectors from '../../locales/it/detectors.json' with { type: 'json' }
import deviceGuides from '../../locales/it/deviceGuides.json' with { type: 'json' }
import deviceTests from '../../locales/it/deviceTests.json' with { type: 'json' }
import digitalWatchdog from '../../locales/it/digitalWatchdog.json' with { type: 'json' }
import errors from '../../locales/it/errors.json' with { type: 'json' }
import exacq from '../../locales/it/exacq.json' with { type: 'json' }
import home from '../../locales/it/home.json' with { type: 'json' }
import investigate from '../../locales/it/investigate.json' with { type: 'json' }
import jobs from '../../locales/it/jobs.json' with { type: 'json' }
import learning from '../../locales/it/learning.json' with { type: 'json' }
import login from '../../locales/it/login.json' with { type: 'json' }
import mailTemplates from '../../locales/it/mailTemplates.json' with { type: 'json' }
import mails from '../../locales/it/mails.json' with { type: 'json' }
import milestone from '../../locales/it/milestone.json' with { type: 'json' }
import pelco from '../../locales/it/pelco.json' with { type: 'json' }
import products from '../../locales/it/products.json' with { type: 'json' }
import reasons from '../../locales/it/reasons.json' with { type: 'json' }
import responseTimes from '../../locales/it/responseTimes.json' with { type: 'json' }
import review from '../../locales/it/review.json' with { type: 'json' }
import rules from '../../locales/it/rules.json' with { type: 'json' }
import schedules from '../../locales/it/schedules.json' with { type: 'json' }
import settings from '../../locales/it/settings.json' with { type: 'json' }
import shell from '../../locales/it/shell.json' with { type: 'json' }
import sso from '../../locales/it/sso.json' with { type: 'json' }
import supervisor from '../../locales/it/supervisor.json' with { type: 'json' }
import transfers from '../../locales/it/transfers.json' with { type: 'json' }
import twoFactor from '../../locales/it/twoFactor.json' with { type: 'json' }
import users from '../../locales/it/users.json' with { type: 'json' }
import videofied from '../../locales/it/videofied.json' with { type: 'json' }
import watchLists from '../../locales/it/watchLists.json' with { type: 'json' }

/** The Italian texts. */
export const it = {
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
