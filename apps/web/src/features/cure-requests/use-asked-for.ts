import { type CureRequest, getAlarmCamera } from '@winnow/contract'
import { useState } from 'react'
import { useOperationQuery } from '../../lib/query/use-operation.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

interface AskedFor {
  /** The request of the address. It stays after it was answered, so that the page does not change while somebody works on it. */
  request: CureRequest | undefined
  isPending: boolean
  /** Whether the address names a request that was answered or withdrawn. */
  isGone: boolean
}

/** The request that an address names, with the alarm at which it was made. */
export function useAskedFor({
  alarm,
  request: id,
}: {
  alarm?: string | undefined
  request?: string | undefined
}): AskedFor {
  const enabled = alarm !== undefined && id !== undefined
  const camera = useOperationQuery(getAlarmCamera, { params: { id: alarm ?? NO_ID } }, { enabled, quiet: true })
  const found = camera.data?.requests.find((request) => request.id === id)
  const [kept, setKept] = useState<CureRequest>()
  if (found && kept?.id !== found.id) setKept(found)
  const request = found ?? (kept?.id === id ? kept : undefined)
  return {
    request: enabled ? request : undefined,
    isPending: enabled && camera.isPending,
    isGone: enabled && !camera.isPending && request === undefined,
  }
}
