import type { CalledMaker, DeviceAddress } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import { DAHUA } from './dahua-connector.ts'
import { HIKVISION } from './hikvision-connector.ts'
import { storeConnection } from './store-connection.ts'

/** The makers whose connection ends when a camera is called by the interface of this one. */
const OTHERS = { [HIKVISION]: [DAHUA], [DAHUA]: [HIKVISION] } as const

/** A device of Hikvision is a type of camera; that of another maker is one that sends by any way. */
export const integrationOf = (maker: CalledMaker): 'hikvision' | 'email' => (maker === HIKVISION ? HIKVISION : 'email')

/** The device of a camera, and its password. Left out: the stored one stays. */
export interface CalledDevice {
  companyId: string
  viewId: string
  maker: CalledMaker
  settings: DeviceAddress
  secret?: string | null
}

/** Has this server call the device of a camera, soon after the commit. */
export async function connectCamera(
  tx: Tx,
  deps: Parameters<typeof storeConnection>[1],
  { companyId, viewId, maker, settings, ...secret }: CalledDevice,
): Promise<void> {
  // A camera is one device, so its connection by the interface of the other maker ends.
  await tx.deleteFrom('connection').where('view_id', '=', viewId).where('kind', 'in', OTHERS[maker]).execute()
  await storeConnection(tx, deps, { companyId, siteId: null, viewId, kind: maker, settings, ...secret })
  const update = tx
    .updateTable('view')
    .set({ integration: integrationOf(maker) })
    .where('id', '=', viewId)
  await (maker === HIKVISION ? update : update.where('integration', '=', HIKVISION)).execute()
}
