import { listGroups } from '@winnow/contract'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'

/** The largest page. With more groups than that, people search. */
const MOST = 200

/** The groups whose names contain a text, by name. While the text changes, the groups found before stay. */
export function useGroups(text: string, enabled = true) {
  const search = text.trim()
  const query = { limit: MOST, ...(search ? { search } : {}) }
  return useOperationQuery(listGroups, { query }, { quiet: true, keepPrevious: true, enabled })
}
