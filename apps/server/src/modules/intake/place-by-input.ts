import type { ParsedSignal } from '@winnow/intake'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { STANDING } from './accept-signal.ts'
import type { ClaimedSignal } from './claim-signal.ts'

/**
 * Finds the camera of a message that names only a site, by its `Input1`: an Immix sender has one address for all cameras of a site. The
 * camera is the one whose channel is this number. Without exactly one such camera the message stays one that matches none.
 *
 * Facts about the camera are those of now: the message is read within seconds, and its camera was not known before.
 */
export async function placeByInput(tx: Tx, signal: ClaimedSignal, parsed: ParsedSignal): Promise<ClaimedSignal> {
  const input = parsed.channel?.replace(/^0+(?=\d)/, '')
  if (signal.view_id !== null || parsed.vendor !== 'immix' || !input) return signal
  const { rows: found } = await sql<{ id: string }>`
    select id from view where site_id = ${signal.site_id} and deleted_at is null
      and regexp_replace(btrim(channel), '^0+(?=[0-9])', '') = ${input} limit 2`.execute(tx)
  const [view] = found
  if (!view || found.length > 1) return signal
  const { rows } = await sql<{ standing: unknown }>`
    update signal set view_id = view.id, standing = ${STANDING}
    from view join site on site.id = view.site_id where signal.id = ${signal.id} and view.id = ${view.id}
    returning signal.standing`.execute(tx)
  return { ...signal, view_id: view.id, standing: rows[0]?.standing ?? null }
}
