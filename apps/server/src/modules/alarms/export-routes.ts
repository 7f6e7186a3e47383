import { describeLabelledExport, EXPORT_LIMITS, exportLabelled } from '@winnow/contract'
import { sql } from 'kysely'
import { inTenant } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { createCallerPlaces } from '../../platform/http/caller-places.ts'
import { cutStalled } from '../../platform/http/cut-stalled.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import type { AlarmDeps } from './alarm-deps.ts'
import { listLabelledIds, measureExport, readLabelled, type ExportSize } from './labelled-alarms.ts'
import { withZones } from './list-window.ts'
import { writeLabelledZip } from './write-labelled-zip.ts'

/** The number of alarms that are read together while a file is written. */
const BATCH = 50
/** The largest numbers of exports at the same time. Each export keeps the media store busy for as long as its reader takes. */
const PARALLEL = { perCaller: 1, perAddress: 2, total: 4 }

/** @throws NOT_FOUND if there is nothing to export, TOO_LARGE if there is more than an export may contain */
function refuseUnfit(size: ExportSize): void {
  if (size.true + size.false === 0)
    throw new AppError('NOT_FOUND', 'No labelled alarm with pictures fits these filters')
  if (!size.isTooMuch) return
  const most = `${EXPORT_LIMITS.alarms} alarms or ${EXPORT_LIMITS.bytes / 1024 ** 3} GB`
  throw new AppError('TOO_LARGE', `An export holds at most ${most}; choose a shorter time or fewer cameras`)
}

export function registerExport(register: Register, { db, clock, media, log }: AlarmDeps): void {
  const words = {
    own: 'An export of yours is still running; wait until it has ended',
    all: 'Others are exporting; try again in a few minutes',
  }
  const places = createCallerPlaces({ ...PARALLEL, words })

  register.read(describeLabelledExport, async ({ tx, actor: { companyId, grants }, query, body }) =>
    measureExport(tx, companyId, grants, await withZones(tx, query, sql`${companyId}`), body),
  )

  register(exportLabelled, async ({ actor, query, body, request, reply }) => {
    const { companyId, grants } = actor
    const leave = places.take(actor)
    const now = clock.now()
    const choose = inTenant(db, companyId, async (tx) => {
      const placed = await withZones(tx, query, sql`${companyId}`)
      const size = await measureExport(tx, companyId, grants, placed, body)
      refuseUnfit(size)
      const entry = { action: 'alarms.exported', objectType: 'company' as const, objectId: companyId }
      await recordAudit(tx, actor, { ...entry, after: { ...size, filters: { ...query, ...body } } }, now, request.id)
      return listLabelledIds(tx, companyId, grants, placed, body)
    })
    const ids = await choose.catch((error: unknown) => {
      leave()
      throw error
    })
    async function* batches() {
      for (let from = 0; from < ids.length; from += BATCH)
        yield await inTenant(db, companyId, (tx) => readLabelled(tx, companyId, ids.slice(from, from + BATCH)))
    }
    const file = writeLabelledZip(media, batches())
    file.once('error', (err) => log.error({ err, requestId: request.id }, 'an export of labelled alarms broke off'))
    file.once('close', leave)
    cutStalled(reply)
    const name = `labelled-alarms-${now.toISOString().slice(0, 10)}.zip`
    void reply.header('content-type', 'application/zip').header('content-disposition', `attachment; filename="${name}"`)
    return reply.send(file)
  })
}
