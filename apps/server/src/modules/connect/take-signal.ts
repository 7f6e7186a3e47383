import { ConnectError, type Connection, type Line } from '../../platform/connect/connector.ts'
import { inSystemAtOnce } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { acceptSignal, type IngestLimits, type IntakeDeps, noteRefused, type SignalPump } from '../intake/index.ts'

export interface SignalTakerDeps extends IntakeDeps {
  limits: IngestLimits
  pump: SignalPump
}

/** Returns the function with which connectors store events, under the limits of all ways in. */
export const createSignalTaker =
  (deps: SignalTakerDeps) =>
  ({ companyId, siteId, viewId: own }: Connection): Line['acceptSignal'] =>
  async ({ source, body, rawType, viewId = own, remoteAddress, idempotencyKey }) => {
    const place = viewId === null ? siteId : await siteOf(deps, viewId)
    // The connection ends with the next look at it.
    if (place === null) throw new ConnectError('closed')
    try {
      deps.limits.requireRoom()
      if (!deps.pump.keepsUp()) throw new ConnectError('busy')
      await deps.limits.requireCamera(viewId ?? place, deps.clock.now())
      const message = { source, body, rawType, remoteAddress, idempotencyKey }
      const targets = [{ companyId, siteId: place, viewId, recipient: null }]
      const [id = ''] = await acceptSignal(deps, { ...message, targets }, inSystemAtOnce)
      deps.pump.push(id)
      return id
    } catch (error) {
      if (error instanceof ConnectError) throw error
      if (!(error instanceof AppError)) deps.log.error({ err: error }, 'an event could not be stored')
      else if (error.code === 'RATE_LIMITED' && viewId !== null) noteRefused(deps, viewId, 'too-many')
      throw new ConnectError('busy', { cause: error })
    }
  }

/** The site of a camera now, as cameras can be moved; null if it was deleted. */
async function siteOf({ preparedDb }: SignalTakerDeps, viewId: string): Promise<string | null> {
  const [view] = await inSystemAtOnce(
    preparedDb,
    preparedDb.selectFrom('view').select('site_id').where('id', '=', viewId).where('deleted_at', 'is', null).compile(),
  )
  return view?.site_id ?? null
}
