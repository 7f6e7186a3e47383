import { useAppConfig } from '../../lib/query/use-app-config.ts'
import { useUser } from '../../lib/session/session.ts'
import { type MenuItem, menuOf } from './menu-items.ts'
import { useArea } from './use-area.ts'

/** The user's menu where they are: Investigate is in it where the provider has a forensic page. */
export function useMenu(): MenuItem[] {
  const config = useAppConfig()
  const menu = menuOf(useUser(), useArea())
  return config?.forensicUrl ? menu : menu.filter(({ id }) => id !== 'investigate')
}
