import type { CurrentUser } from '@winnow/contract'
import type { ComponentType } from 'react'
import { CHOICES } from '../../lib/preferences/languages.ts'
import { type Ability, may } from '../../lib/permissions/permissions.ts'
import { DigitalWatchdogTab } from '../digital-watchdog/index.ts'
import { ExacqTab } from '../exacq/index.ts'
import { MailTemplatesTab } from '../mail-templates/index.ts'
import { MilestoneTab } from '../milestone/index.ts'
import { VideofiedTab } from '../videofied/index.ts'
import { SsoTab } from '../single-sign-on/index.ts'
import { WatchListsTab } from '../watch-lists/index.ts'
import { AccountTab, GlobalConfigTab } from './company-tab.tsx'
import { DateTimeTab } from './date-time-tab.tsx'
import { LanguageTab } from './language-tab.tsx'
import { LearningTab } from './learning-tab.tsx'
import { PasswordTab } from './password-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { QualityReviewTab } from './quality-review-tab.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { SuspendedTab } from './suspended-tab.tsx'
import { ThemeTab } from './theme-tab.tsx'
import { TokensTab } from './tokens-tab.tsx'
import { TwoFactorTab } from './two-factor-tab.tsx'

interface Tab {
  /** The id, which appears in the address. The tab's title is the text `settings:tabs.<id>`. */
  id: string
  group: 'personal' | 'company'
  /** The permission that the tab requires. Without it, every user sees the tab. */
  needs?: Ability
  component: ComponentType
}

/** The tab that opens if the address names no tab or an unknown one. */
const DEFAULT = { id: 'profile', group: 'personal', component: ProfileTab } as const satisfies Tab
/** The only tab for users of a suspended company. It is in no menu; they are redirected to it from all other pages. */
const SUSPENDED = { id: 'invoices', component: SuspendedTab } as const

/** All tabs, in the order of the menu. */
const TABS = [
  DEFAULT,
  { id: 'password', group: 'personal', needs: 'password.change', component: PasswordTab },
  { id: 'sessions', group: 'personal', component: SessionsTab },
  { id: '2fa', group: 'personal', component: TwoFactorTab },
  { id: 'date-time', group: 'personal', component: DateTimeTab },
  { id: 'language', group: 'personal', component: LanguageTab },
  { id: 'theme', group: 'personal', component: ThemeTab },
  { id: 'account', group: 'company', needs: 'company.configure', component: AccountTab },
  { id: 'single-sign-on', group: 'company', needs: 'company.configure', component: SsoTab },
  { id: 'learning', group: 'company', needs: 'company.write', component: LearningTab },
  { id: 'quality-review', group: 'company', needs: 'company.write', component: QualityReviewTab },
  { id: 'watch-lists', group: 'company', needs: 'plates.manage', component: WatchListsTab },
  { id: 'integrations', group: 'company', needs: 'tokens.open', component: TokensTab },
  { id: 'digital-watchdog', group: 'company', needs: 'company.write', component: DigitalWatchdogTab },
  { id: 'mail-templates', group: 'company', needs: 'company.write', component: MailTemplatesTab },
  { id: 'exacq', group: 'company', needs: 'company.write', component: ExacqTab },
  { id: 'milestone', group: 'company', needs: 'company.write', component: MilestoneTab },
  { id: 'videofied', group: 'company', needs: 'company.write', component: VideofiedTab },
  { id: 'global-config', group: 'company', needs: 'company.configure', component: GlobalConfigTab },
] as const satisfies readonly Tab[]

type TabId = (typeof TABS)[number]['id']
export type SettingsTab = Tab & { id: TabId }

/**
 * The tabs of this user, in two groups. Users of a suspended company have none.
 * @param languages the number of available languages; with one there is no choice, so the language tab is left out
 */
export function tabsOf(
  user: CurrentUser,
  languages: number = CHOICES.length,
): Record<Tab['group'], readonly SettingsTab[]> {
  if (!may(user, 'console.use')) return { personal: [], company: [] }
  const all: readonly SettingsTab[] = TABS
  const shown = all.filter(
    ({ id, needs }) => (needs === undefined || may(user, needs)) && (id !== 'language' || languages > 1),
  )
  return {
    personal: shown.filter(({ group }) => group === 'personal'),
    company: shown.filter(({ group }) => group === 'company'),
  }
}

/** Returns the tab that the address names, or the default tab if the named one does not exist or this user may not open it. */
export function tabFrom(name: string | undefined, user: CurrentUser): SettingsTab | typeof SUSPENDED {
  if (!may(user, 'console.use')) return SUSPENDED
  const { personal, company } = tabsOf(user)
  return [...personal, ...company].find(({ id }) => id === name) ?? DEFAULT
}
