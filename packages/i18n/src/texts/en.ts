// Made by `npm run texts -- namespaces` from the files in locales/en.
import alarms from '../../locales/en/alarms.json' with { type: 'json' }
import audit from '../../locales/en/audit.json' with { type: 'json' }
import automation from '../../locales/en/automation.json' with { type: 'json' }
import clients from '../../locales/en/clients.json' with { type: 'json' }
import common from '../../locales/en/common.json' with { type: 'json' }
import companies from '../../locales/en/companies.json' with { type: 'json' }
import consent from '../../locales/en/consent.json' with { type: 'json' }
import cure from '../../locales/en/cure.json' with { type: 'json' }
import deliveries from '../../locales/en/deliveries.json' with { type: 'json' }
import detectors from '../../locales/en/detectors.json' with { type: 'json' }
import deviceGuides from '../../locales/en/deviceGuides.json' with { type: 'json' }
import deviceTests from '../../locales/en/deviceTests.json' with { type: 'json' }
import digitalWatchdog from '../../locales/en/digitalWatchdog.json' with { type: 'json' }
import errors from '../../locales/en/errors.json' with { type: 'json' }
import exacq from '../../locales/en/exacq.json' with { type: 'json' }
import home from '../../locales/en/home.json' with { type: 'json' }
import investigate from '../../locales/en/investigate.json' with { type: 'json' }
import jobs from '../../locales/en/jobs.json' with { type: 'json' }
import learning from '../../locales/en/learning.json' with { type: 'json' }
import login from '../../locales/en/login.json' with { type: 'json' }
import mailTemplates from '../../locales/en/mailTemplates.json' with { type: 'json' }
import mails from '../../locales/en/mails.json' with { type: 'json' }
import milestone from '../../locales/en/milestone.json' with { type: 'json' }
import pelco from '../../locales/en/pelco.json' with { type: 'json' }
import products from '../../locales/en/products.json' with { type: 'json' }
import reasons from '../../locales/en/reasons.json' with { type: 'json' }
import responseTimes from '../../locales/en/responseTimes.json' with { type: 'json' }
import review from '../../locales/en/review.json' with { type: 'json' }
import rules from '../../locales/en/rules.json' with { type: 'json' }
import schedules from '../../locales/en/schedules.json' with { type: 'json' }
import settings from '../../locales/en/settings.json' with { type: 'json' }
import shell from '../../locales/en/shell.json' with { type: 'json' }
import sso from '../../locales/en/sso.json' with { type: 'json' }
import supervisor from '../../locales/en/supervisor.json' with { type: 'json' }
import transfers from '../../locales/en/transfers.json' with { type: 'json' }
import twoFactor from '../../locales/en/twoFactor.json' with { type: 'json' }
import users from '../../locales/en/users.json' with { type: 'json' }
import videofied from '../../locales/en/videofied.json' with { type: 'json' }
import watchLists from '../../locales/en/watchLists.json' with { type: 'json' }

/** The English texts, one namespace per feature. Their keys are the type of every key in the product. */
export const en = {
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

export type Resources = typeof en
export type Namespace = keyof Resources
