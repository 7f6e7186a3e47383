import { getGroup } from '@winnow/contract'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import { useGroups } from './use-groups.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The id and name of a group. Only one that is not among the first groups is asked for, because it comes with the ids of all its clients. */
export function useGroup(id: string | undefined): { id: string; name: string } | undefined {
  const groups = useGroups('', id !== undefined)
  const listed = groups.data?.rows.find((group) => group.id === id)
  const isUnlisted = id !== undefined && groups.data !== undefined && listed === undefined
  const asked = useOperationQuery(getGroup, { params: { id: id ?? NO_ID } }, { quiet: true, enabled: isUnlisted })
  return listed ?? (isUnlisted ? asked.data : undefined)
}
