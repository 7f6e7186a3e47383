import {
  countScheduleStates,
  generateOtp,
  getAlarmCamera,
  getCompany,
  getCompanyOtp,
  getHome,
  getSavedFilters,
  getOwnTwoFactor,
  getResponseTimes,
  getSso,
  getUser,
  getViewStream,
  listCompanies,
  listCureRequests,
  getArmingMail,
  getSiteArming,
  getSiteSchedule,
  listAdvancedRules,
  listArmingHistory,
  listReceivers,
  listRuleCapabilities,
  listScheduleTemplates,
  listSsoDomains,
  listSsoIdentities,
  listTokens,
  listUsers,
  OTP_SECRET_HEADER,
  listDwAlarms,
  listWatchLists,
  listWatchPlates,
} from '@winnow/contract'
import { buildAlarm } from '../../features/alarms/testing/alarm-factory.ts'
import { serveQueue } from '../../features/alarms/testing/queue-server.ts'
import { buildArmedSite, buildArming, buildArmingMail } from '../../features/clients/testing/build-arming.ts'
import { ClientsServer, treeUser } from '../../features/clients/testing/clients-server.ts'
import { buildView } from '../../features/clients/testing/node-factory.ts'
import { buildReceiver } from '../../features/clients/testing/receiver-factory.ts'
import { buildDwAlarm, dwApi } from '../../features/digital-watchdog/testing/dw-server.ts'
import { exacqApi } from '../../features/exacq/testing/build-exacq.ts'
import { mailTemplatesApi } from '../../features/mail-templates/testing/mail-templates-server.ts'
import { milestoneApi } from '../../features/milestone/testing/build-milestone.ts'
import { videofiedApi } from '../../features/videofied/testing/build-videofied.ts'
import { buildTimes } from '../../features/response-times/testing/build-times.ts'
import { buildWatchList } from '../../features/watch-lists/testing/build-watch-list.ts'
import { tokenPage } from '../../testing/build-token.ts'
import { buildAlarmCamera, buildCureRequest, pageOfRequests } from '../../testing/build-cure-request.ts'
import { buildCompany } from '../../testing/build-company.ts'
import { buildHome } from '../../testing/build-home.ts'
import { buildSiteSchedule, buildTemplate } from '../../features/schedules/testing/build-template.ts'
import { buildUser, NO_UNLOCKS } from '../../testing/build-user.ts'

const user = buildUser({
  company: { ...buildUser().company, unlocks: { ...NO_UNLOCKS, isRtspEnabled: true } },
  roles: ['SUPER_USER'],
  permissions: [
    ...(treeUser().permissionsByCompany[treeUser().companyId] ?? []),
    'company.read',
    'company.write',
    'alarm.label',
    'users.manage',
    'companies.manage',
    'groups.manage',
    'rule.write',
    'plates.manage',
  ],
})
const company = buildCompany()
const person = {
  id: '01900000-0000-7000-8000-0000000000bb',
  companyId: user.companyId,
  companyName: 'Demo Security',
  name: 'Olly Operator',
  email: 'olly@example.com',
  userType: 'OPERATOR_USER' as const,
  extraRoles: [],
  status: 'active' as const,
  twoFactor: 'off' as const,
  lastLoginAt: null,
  createdAt: '2026-11-01T10:00:00Z',
  grantCount: null,
  grants: [],
  invitedUntil: null,
  accessVersion: 'one',
  liveTokens: 0,
}
const TRIANGLE: [number, number][] = [
  [0.1, 0.1],
  [0.5, 0.1],
  [0.1, 0.5],
]
const page = { countIsExact: true, page: 1, limit: 50 }

/** A server on which every form of the console can be opened. */
export function serverOfAll({ hasSecondFactor = false } = {}): ClientsServer {
  const server = new ClientsServer(user)
  server.views = [buildView(1, { mask: [TRIANGLE, TRIANGLE] })]
  server.sites = [buildArmedSite()]
  mailTemplatesApi(server.api, [])
  milestoneApi(server.api)
  exacqApi(server.api)
  videofiedApi(server.api)
  dwApi(server.api)
    .on(listDwAlarms, () => [buildDwAlarm()])
    .on(getSiteArming, () => buildArming())
    .on(getArmingMail, () => buildArmingMail())
    .on(listArmingHistory, () => ({ ...page, rows: [], count: 0 }))
    .on(getViewStream, () => ({ stream: null }))
    .on(getHome, () => buildHome())
    .on(getSavedFilters, () => ({ filters: [], version: 0 }))
    .on(getSiteSchedule, () => buildSiteSchedule())
    .on(countScheduleStates, () => ({ counting: 0, outside: 0, reasons: [], nextChange: null }))
    .on(listScheduleTemplates, () => ({ rows: [buildTemplate(1)], count: 1, countIsExact: true, page: 0, limit: 10 }))
    .on(listReceivers, () => [buildReceiver(1)])
    .on(getResponseTimes, () => buildTimes())
    .on(listAdvancedRules, () => [])
    .on(listRuleCapabilities, () => [])
    .on(listWatchLists, () => [buildWatchList()])
    .on(listWatchPlates, () => ({ rows: [], count: 0, ...page }))
    .on(listUsers, () => ({ rows: [person], count: 1, ...page }))
    .on(getUser, () => person)
    .on(listCompanies, () => ({
      rows: [{ ...company, userCount: 1, siteCount: 1, viewCount: 1 }],
      count: 1,
      ...page,
    }))
    .on(getCompany, () => company)
    .on(listTokens, () => tokenPage())
    .on(getSso, () => ({
      enabled: false,
      allowPassword: false,
      clientId: 'the-client',
      hasClientSecret: true,
      domains: [],
      redirectUri: 'https://console.example/auth/redirect',
      connectedCount: 0,
    }))
    .on(listSsoDomains, () => [])
    .on(listSsoIdentities, () => ({ rows: [], count: 0, ...page }))
    .on(getOwnTwoFactor, () => ({ enabled: hasSecondFactor, enabledAt: null, codesLeft: 9, required: false }))
    .on(getCompanyOtp, () => ({ mode: 'optional' as const, skips: 3, users: 12, protectedUsers: 5 }))
    .on(
      generateOtp,
      () => new Response(new Blob(['png']), { headers: { 'content-type': 'image/png', [OTP_SECRET_HEADER]: 'AB' } }),
    )
  serveQueue(server.api, [buildAlarm(1)])
  server.api
    .on(getAlarmCamera, () => buildAlarmCamera())
    .on(listCureRequests, () => pageOfRequests([buildCureRequest({ cure: 'mute', areas: [] })]))
  return server
}
