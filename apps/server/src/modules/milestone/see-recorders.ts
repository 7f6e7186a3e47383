import type { MilestoneRecorder } from '@winnow/contract'
import { type Guard, seeCertificate, type XprotectRecorder } from '@winnow/delivery'
import { sql } from 'kysely'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { vmsFailure } from '../digital-watchdog/index.ts'
import type { StoredSystem } from './stored-system.ts'

/** Recording servers of one system. */
const MOST = 200

/**
 * Where a recording server is, and the certificate that it showed first. Systems name their recording servers as their own network does; a
 * name that is not known here stands for a server beside the gateway.
 */
async function seeRecorder(
  guard: Guard,
  { host: gateway, recorders }: StoredSystem,
  found: XprotectRecorder,
): Promise<MilestoneRecorder> {
  const asNamed = await guard.resolveForTcp(found.host, found.port)
  const isUnknown = !asNamed.ok && (asNamed.code === 'unresolvable' || asNamed.code === 'invalid')
  const host = isUnknown ? gateway : found.host
  const verdict = isUnknown ? await guard.resolveForTcp(host, found.port) : asNamed
  const recorder = { ...found, host, fingerprint: null, failure: null }
  if (!verdict.ok) return { ...recorder, failure: vmsFailure(verdict.code, host) }
  if (!found.isSecure) return recorder
  const seen = await seeCertificate(guard, { host, port: found.port })
  const known = recorders.find(({ id, isSecure }) => id === found.id && isSecure)
  const isKnown = known && known.host === host && known.port === found.port
  const kept = isKnown ? known.fingerprint : null
  if (!seen.ok) return { ...recorder, fingerprint: kept, failure: vmsFailure(seen.code, host) }
  const shown = seen.certificate.isTrusted ? '' : seen.certificate.fingerprint
  if (kept === null) return { ...recorder, fingerprint: shown }
  // The one that it showed first stays the only one that is accepted, until somebody looks at the system anew.
  const isAccepted = kept === shown || kept === seen.certificate.fingerprint
  return { ...recorder, fingerprint: kept, failure: isAccepted ? null : vmsFailure('tls', host) }
}

/** Looks at the recording servers of a system, and stores where they are. */
export async function storeRecorders(
  { db, guard }: { db: Db; guard: Guard },
  row: StoredSystem,
  found: readonly XprotectRecorder[],
): Promise<void> {
  const recorders = await Promise.all(found.slice(0, MOST).map((one) => seeRecorder(guard, row, one)))
  // The system may have been changed meanwhile.
  await inSystemAtOnce(
    db,
    sql`update milestone_system set recorders = ${JSON.stringify(recorders)}::jsonb
      where id = ${row.id} and host = ${row.host} and port = ${row.port} and system_id = ${row.system_id}
        and fingerprint = ${row.fingerprint} and password = ${row.password}`.compile(db),
  )
}
