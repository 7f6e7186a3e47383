import { getDetectors, type DetectorsOverview } from '@winnow/contract'
import { useOperationQuery } from '../../lib/query/use-operation.ts'

/** The polling interval in milliseconds while an installation is in progress, or machines are switching to other detectors. */
const SOON_MS = 1_000
const CALM_MS = 15_000

export const isUnderWay = ({ task }: DetectorsOverview): boolean =>
  task?.state === 'waiting' || task?.state === 'running'

const isMoving = (overview: DetectorsOverview): boolean =>
  isUnderWay(overview) || overview.machines.some(({ isUpToDate }) => !isUpToDate)

/** The detectors of the installation. Loaded more often while they change. */
export function useDetectors() {
  const refetchInterval = (last: DetectorsOverview | undefined) => (last && isMoving(last) ? SOON_MS : CALM_MS)
  return useOperationQuery(getDetectors, {}, { refetchInterval })
}
