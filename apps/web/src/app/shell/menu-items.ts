import type { CurrentUser } from '@winnow/contract'
import {
  IconBell,
  IconBuilding,
  IconEyeCheck,
  IconHelp,
  IconHistory,
  IconHome,
  IconSearch,
  IconSettings,
  IconSitemap,
  IconUsers,
} from '@tabler/icons-react'
import { isShutOut, isSupervisor, isType, managesUsers, may, seesClients } from '../../lib/permissions/permissions.ts'
import { PROVIDER_PREFIX } from '../landing.ts'

export interface MenuItem {
  id:
    | 'home'
    | 'companies'
    | 'detectors'
    | 'clients'
    | 'alarms'
    | 'investigate'
    | 'help'
    | 'settings'
    | 'manageUsers'
    | 'auditLog'
  icon: typeof IconHome
  /** Path, or undefined for what opens a dialog. */
  to?: string
  visible: (user: CurrentUser) => boolean
}

const everyone = () => true
const seesAlarms = (user: CurrentUser) => may(user, 'alarm.read')
const seesHelp = (user: CurrentUser) => !isType(user, 'SHARED_SITE_USER', 'SUPERVISOR')

/** The side menu above Status and Log out, in its order. */
const MENU: readonly MenuItem[] = [
  { id: 'home', icon: IconHome, to: '/cams/dashboard', visible: seesAlarms },
  {
    id: 'companies',
    icon: IconBuilding,
    to: `/${PROVIDER_PREFIX}/companies`,
    visible: (user) => may(user, 'companies.manage'),
  },
  {
    id: 'detectors',
    icon: IconEyeCheck,
    to: `/${PROVIDER_PREFIX}/detectors`,
    visible: (user) => may(user, 'detectors.manage'),
  },
  { id: 'clients', icon: IconSitemap, to: '/cams/clients', visible: seesClients },
  { id: 'alarms', icon: IconBell, to: '/cams/alarms', visible: seesAlarms },
  { id: 'investigate', icon: IconSearch, to: '/cams/forensic', visible: mayInvestigate },
  { id: 'help', icon: IconHelp, visible: seesHelp },
  { id: 'settings', icon: IconSettings, to: '/cams/settings', visible: everyone },
  {
    id: 'manageUsers',
    icon: IconUsers,
    to: '/cams/account',
    visible: managesUsers,
  },
  { id: 'auditLog', icon: IconHistory, to: '/cams/audit-log', visible: (user) => may(user, 'audit.read') },
]

/** The supervisors' own area. */
const SUPERVISOR_MENU: readonly MenuItem[] = [
  { id: 'settings', icon: IconSettings, to: '/super/settings', visible: everyone },
]

const SUSPENDED: readonly MenuItem['id'][] = ['settings']

/** Investigate needs the company's unlock and a user who is neither operator, shared-site nor supervisor. */
export function mayInvestigate(user: CurrentUser): boolean {
  const { isForensicUnlocked } = user.company.unlocks
  return (
    isForensicUnlocked && may(user, 'forensic.open') && !isType(user, 'OPERATOR_USER', 'SHARED_SITE_USER', 'SUPERVISOR')
  )
}

/** What this user's menu holds. Those of a suspended company find the payment pages in the settings. */
export function menuOf(user: CurrentUser, area: 'cams' | 'super' = 'cams'): MenuItem[] {
  if (isShutOut(user)) return MENU.filter(({ id }) => SUSPENDED.includes(id))
  const menu = area === 'super' || (isSupervisor(user) && !managesUsers(user)) ? SUPERVISOR_MENU : MENU
  return menu.filter((item) => item.visible(user))
}
