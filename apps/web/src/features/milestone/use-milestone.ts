import { type BodyInput, getMilestone, type MilestoneSystem, type updateMilestone } from '@winnow/contract'
import { useOperationQuery } from '../../lib/query/use-operation.ts'

/** How often the state of the connection is asked for. */
const STATE_MS = 10_000

/** The company's system; null if there is none. */
export const useMilestone = (companyId: string) =>
  useOperationQuery(
    getMilestone,
    { params: { id: companyId } },
    { quiet: true, staleTime: 0, refetchInterval: STATE_MS },
  )

/** A system as it is sent back. Its password stays as it is stored. */
export const keptSystem = ({
  host,
  port,
  username,
  fingerprint,
  systemId,
  systemName,
  eventTypes,
}: MilestoneSystem): BodyInput<typeof updateMilestone> => ({
  host,
  port,
  username,
  fingerprint,
  systemId,
  systemName,
  eventTypes,
})
