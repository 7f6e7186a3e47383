// Made by `npm run texts -- namespaces` from the files in locales/en.
import alarms from '../../locales/de/alarms.json' with { type: 'json' }
import audit from '../../locales/de/audit.json' with { type: 'json' }
import automation from '../../locales/de/automation.json' with { type: 'json' }
import clients from '../../locales/de/clients.json' with { type: 'json' }
import common from '../../locales/de/common.json' with { type: 'json' }
import companies from '../../locales/de/companies.json' with { type: 'json' }
import consent from '../../locales/de/consent.json' with { type: 'json' }
import cure from '../../locales/de/cure.json' with { type: 'json' }
import deliveries from '../../locales/de/deliveries.json' with { type: 'json' }
import detectors from '../../locales/de/detectors.json' with { type: 'json' }
import deviceGuides from '../../locales/de/deviceGuides.json' with { type: 'json' }
import deviceTests from '../../locales/de/deviceTests.json' with { type: 'json' }
import digitalWatchdog from '../../locales/de/digitalWatchdog.json' with { type: 'json' }
import errors from '../../locales/de/errors.json' with { type: 'json' }
import exacq from '../../locales/de/exacq.json' with { type: 'json' }
import home from '../../locales/de/home.json' with { type: 'json' }
import investigate from '../../locales/de/investigate.json' with { type: 'json' }
import jobs from '../../locales/de/jobs.json' with { type: 'json' }
import learning from '../../locales/de/learning.json' with { type: 'json' }
import login from '../../locales/de/login.json' with { type: 'json' }
import mailTemplates from '../../locales/de/mailTemplates.json' with { type: 'json' }
import mails from '../../locales/de/mails.json' with { type: 'json' }
import milestone from '../../locales/de/milestone.json' with { type: 'json' }
import pelco from '../../locales/de/pelco.json' with { type: 'json' }
import products from '../../locales/de/products.json' with { type: 'json' }
import reasons from '../../locales/de/reasons.json' with { type: 'json' }
import responseTimes from '../../locales/de/responseTimes.json' with { type: 'json' }
import review from '../../locales/de/review.json' with { type: 'json' }
import rules from '../../locales/de/rules.json' with { type: 'json' }
import schedules from '../../locales/de/schedules.json' with { type: 'json' }
import settings from '../../locales/de/settings.json' with { type: 'json' }
import shell from '../../locales/de/shell.json' with { type: 'json' }
import sso from '../../locales/de/sso.json' with { type: 'json' }
import supervisor from '../../locales/de/supervisor.json' with { type: 'json' }
import transfers from '../../locales/de/transfers.json' with { type: 'json' }
import twoFactor from '../../locales/de/twoFactor.json' with { type: 'json' }
import users from '../../locales/de/users.json' with { type: 'json' }
import videofied from '../../locales/de/videofied.json' with { type: 'json' }
import watchLists from '../../locales/de/watchLists.json' with { type: 'json' }

/** The German texts. */
export const de = {
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
