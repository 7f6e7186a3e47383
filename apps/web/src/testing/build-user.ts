import type { CurrentUser, Permission } from '@winnow/contract'

const COMPANY_ID = '01900000-0000-7000-8000-000000000001'

const ADMIN: Permission[] = [
  'company.read',
  'company.write',
  'users.manage',
  'project.create',
  'node.read',
  'node.write',
  'alarm.read',
  'alarm.label',
  'alarm.note',
  'report.read',
  'audit.read',
  'forensic.open',
  'token.create',
  'integration.manage',
]

/** The unlocked features of a company that has none of them. */
export const NO_UNLOCKS: CurrentUser['company']['unlocks'] = {
  isForensicUnlocked: false,
  isTamperingUnlocked: false,
  isTamperingV2Unlocked: false,
  isAdvancedAlarmUnlocked: false,
  isVehicleWatchlistEnabled: false,
  isRtspEnabled: false,
  isRtspEmailHybridEnabled: false,
  isPelcoEnabled: false,
  isLPRUnlocked: false,
  isPPEUnlocked: false,
  isHazardUnlocked: false,
  isSafetyComplianceUnlocked: false,
  isBehaviouralAnomalyUnlocked: false,
  isTamperingPtzUnlocked: false,
}

/** An administrator by default, changed by the overrides. */
export function buildUser(overrides: Partial<CurrentUser> & { permissions?: Permission[] } = {}): CurrentUser {
  const { permissions = ADMIN, ...rest } = overrides
  return {
    id: '01900000-0000-7000-8000-0000000000aa',
    name: 'Ada Admin',
    email: 'ada@example.com',
    companyId: COMPANY_ID,
    companyName: 'Demo Security',
    companySuspended: false,
    accountType: 'standard',
    roles: ['ADMIN_USER'],
    permissionsByCompany: { [COMPANY_ID]: permissions },
    isSpecialCompany: false,
    impersonatedBy: null,
    hasPassword: true,
    login2FaFlow: null,
    login2FaSetupSkipsRemaining: 0,
    sceneChangeMode: 'images',
    sceneChangeOpacity: 50,
    company: {
      id: COMPANY_ID,
      name: 'Demo Security',
      theme: 'default',
      defaultSiteTimezone: 'Europe/London',
      unlocks: NO_UNLOCKS,
      logoVersion: null,
      maskConfig: { maskColor: [255, 0, 0], maskOpacity: 0.3 },
    },
    preferences: {
      dateFormat: 'international',
      is12h: false,
      userTimezone: 'Europe/London',
      themeMode: null,
      interpreterSpeed: 1,
      interpreterStrokeSize: 4,
      interpreterFontSize: 1,
      language: 'en',
    },
    ...rest,
  }
}
