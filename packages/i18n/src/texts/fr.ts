// Made by `npm run texts -- namespaces` from the files in locales/en.
import alarms from '../../locales/fr/alarms.json' with { type: 'json' }
import audit from '../../locales/fr/audit.json' with { type: 'json' }
import automation from '../../locales/fr/automation.json' with { type: 'json' }
import clients from '../../locales/fr/clients.json' with { type: 'json' }
import common from '../../locales/fr/common.json' with { type: 'json' }
import companies from '../../locales/fr/companies.json' with { type: 'json' }
import consent from '../../locales/fr/consent.json' with { type: 'json' }
import cure from '../../locales/fr/cure.json' with { type: 'json' }
import deliveries from '../../locales/fr/deliveries.json' with { type: 'json' }
import detectors from '../../locales/fr/detectors.json' with { type: 'json' }
import deviceGuides from '../../locales/fr/deviceGuides.json' with { type: 'json' }
import deviceTests from '../../locales/fr/deviceTests.json' with { type: 'json' }
import digitalWatchdog from '../../locales/fr/digitalWatchdog.json' with { type: 'json' }
import errors from '../../locales/fr/errors.json' with { type: 'json' }
import exacq from '../../locales/fr/exacq.json' with { type: 'json' }
import home from '../../locales/fr/home.json' with { type: 'json' }
import investigate from '../../locales/fr/investigate.json' with { type: 'json' }
import jobs from '../../locales/fr/jobs.json' with { type: 'json' }
import learning from '../../locales/fr/learning.json' with { type: 'json' }
import login from '../../locales/fr/login.json' with { type: 'json' }
import mailTemplates from '../../locales/fr/mailTemplates.json' with { type: 'json' }
import mails from '../../locales/fr/mails.json' with { type: 'json' }
import milestone from '../../locales/fr/milestone.json' with { type: 'json' }
import pelco from '../../locales/fr/pelco.json' with { type: 'json' }
import products from '../../locales/fr/products.json' with { type: 'json' }
import reasons from '../../locales/fr/reasons.json' with { type: 'json' }
import responseTimes from '../../locales/fr/responseTimes.json' with { type: 'json' }
import review from '../../locales/fr/review.json' with { type: 'json' }
import rules from '../../locales/fr/rules.json' with { type: 'json' }
import schedules from '../../locales/fr/schedules.json' with { type: 'json' }
import settings from '../../locales/fr/settings.json' with { type: 'json' }
import shell from '../../locales/fr/shell.json' with { type: 'json' }
import sso from '../../locales/fr/sso.json' with { type: 'json' }
import supervisor from '../../locales/fr/supervisor.json' with { type: 'json' }
import transfers from '../../locales/fr/transfers.json' with { type: 'json' }
import twoFactor from '../../locales/fr/twoFactor.json' with { type: 'json' }
import users from '../../locales/fr/users.json' with { type: 'json' }
import videofied from '../../locales/fr/videofied.json' with { type: 'json' }
import watchLists from '../../locales/fr/watchLists.json' with { type: 'json' }

/** The French texts. */
export const fr = {
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
