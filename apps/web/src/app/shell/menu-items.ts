import type { CurrentUser } from '@winnow/contract'
import {
  IconBell,
  IconBuilding,
  IconCalendarTime,
  IconChartBar,
  IconHelp,
  IconHome,
  IconSearch,
  IconSettings,
  IconSitemap,
  IconUsers,
} from '@tabler/icons-react'
import { isType, seesClients } from '../../lib/permissions/permissions.ts'
import { PROVIDER_PREFIX } from '../landing.ts'

export interface MenuItem {
  id:
    | 'home'
    | 'companies'
    | 'clients'
    | 'schedules'
    | 'alarms'
    | 'report'
    | 'investigate'
    | 'help'
    | 'settings'
    | 'manageUsers'
  icon: typeof IconHome
  /** Path, or undefined for what opens a dialog. */
  to?: string
  visible: (user: CurrentUser) => boolean
}

const everyone = () => true
const notShared = (user: CurrentUser) => !isType(user, 'SHARED_SITE_USER')

/** The side menu above Status and Log out, in its order. */
const MENU: readonly MenuItem[] = [
  { id: 'home', icon: IconHome, to: '/cams/dashboard', visible: everyone },
  {
    id: 'companies',
    icon: IconBuilding,
    to: `/${PROVIDER_PREFIX}/companies`,
    visible: (user) => isType(user, 'SUPER_USER'),
  },
  { id: 'clients', icon: IconSitemap, to: '/cams/clients', visible: seesClients },
  { id: 'schedules', icon: IconCalendarTime, to: '/cams/schedules', visible: seesClients },
  { id: 'alarms', icon: IconBell, to: '/cams/alarms', visible: everyone },
  { id: 'report', icon: IconChartBar, to: '/cams/report', visible: notShared },
  // Needs the company's forensic unlock, which no company has yet: see `mayInvestigate`.
  { id: 'investigate', icon: IconSearch, to: '/cams/forensic', visible: mayInvestigate },
  { id: 'help', icon: IconHelp, visible: notShared },
  { id: 'settings', icon: IconSettings, to: '/cams/settings', visible: everyone },
  {
    id: 'manageUsers',
    icon: IconUsers,
    to: '/cams/account',
    visible: (user) => isType(user, 'ADMIN_USER', 'SUPER_USER'),
  },
]

/** Investigate needs the company's unlock and a user who is neither operator nor shared-site. */
export function mayInvestigate(user: CurrentUser): boolean {
  const unlocked = 'isForensicUnlocked' in user.company && user.company.isForensicUnlocked === true
  return unlocked && !isType(user, 'OPERATOR_USER', 'SHARED_SITE_USER')
}

/** What this user's menu holds. */
export function menuOf(user: CurrentUser): MenuItem[] {
  return MENU.filter((item) => item.visible(user))
}
