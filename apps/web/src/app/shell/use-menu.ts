import { getAppConfig } from '@winnow/contract'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { type MenuItem, menuOf } from './menu-items.ts'
import { useArea } from './use-area.ts'

/** The user's menu where they are: Investigate is in it where the provider has a forensic page. */
export function useMenu(): MenuItem[] {
  const { data: config } = useOperationQuery(getAppConfig, {}, { staleTime: Number.POSITIVE_INFINITY, quiet: true })
  const menu = menuOf(useUser(), useArea())
  return config?.forensicUrl ? menu : menu.filter(({ id }) => id !== 'investigate')
}
