// Made by `npm run texts -- namespaces` from the files in locales/en.
import alarms from '../../locales/pt/alarms.json' with { type: 'json' }
import audit from '../../locales/pt/audit.json' with { type: 'json' }
import automation from '../../locales/pt/automation.json' with { type: 'json' }
import clients from '../../locales/pt/clients.json' with { type: 'json' }
import common from '../../locales/pt/common.json' with { type: 'json' }
import companies from '../../locales/pt/companies.json' with { type: 'json' }
import consent from '../../locales/pt/consent.json' with { type: 'json' }
import cure from '../../locales/pt/cure.json' with { type: 'json' }
import deliveries from '../../locales/pt/deliveries.json' with { type: 'json' }
import detectors from '../../locales/pt/detectors.json' with { type: 'json' }
import deviceGuides from '../../locales/pt/deviceGuides.json' with { type: 'json' }
import deviceTests from '../../locales/pt/deviceTests.json' with { type: 'json' }
import digitalWatchdog from '../../locales/pt/digitalWatchdog.json' with { type: 'json' }
import errors from '../../locales/pt/errors.json' with { type: 'json' }
import exacq from '../../locales/pt/exacq.json' with { type: 'json' }
import home from '../../locales/pt/home.json' with { type: 'json' }
import investigate from '../../locales/pt/investigate.json' with { type: 'json' }
import jobs from '../../locales/pt/jobs.json' with { type: 'json' }
import learning from '../../locales/pt/learning.json' with { type: 'json' }
import login from '../../locales/pt/login.json' with { type: 'json' }
import mailTemplates from '../../locales/pt/mailTemplates.json' with { type: 'json' }
import mails from '../../locales/pt/mails.json' with { type: 'json' }
import milestone from '../../locales/pt/milestone.json' with { type: 'json' }
import pelco from '../../locales/pt/pelco.json' with { type: 'json' }
import products from '../../locales/pt/products.json' with { type: 'json' }
import reasons from '../../locales/pt/reasons.json' with { type: 'json' }
import responseTimes from '../../locales/pt/responseTimes.json' with { type: 'json' }
import review from '../../locales/pt/review.json' with { type: 'json' }
import rules from '../../locales/pt/rules.json' with { type: 'json' }
import schedules from '../../locales/pt/schedules.json' with { type: 'json' }
import settings from '../../locales/pt/settings.json' with { type: 'json' }
import shell from '../../locales/pt/shell.json' with { type: 'json' }
import sso from '../../locales/pt/sso.json' with { type: 'json' }
import supervisor from '../../locales/pt/supervisor.json' with { type: 'json' }
import transfers from '../../locales/pt/transfers.json' with { type: 'json' }
import twoFactor from '../../locales/pt/twoFactor.json' with { type: 'json' }
import users from '../../locales/pt/users.json' with { type: 'json' }
import videofied from '../../locales/pt/videofied.json' with { type: 'json' }
import watchLists from '../../locales/pt/watchLists.json' with { type: 'json' }

/** The Portuguese texts. */
export const pt = {
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
