import { Readable } from 'node:stream'
import {
  exportAudit,
  listAuditFacets,
  listCompanyAudit,
  listProjectAudit,
  listSiteAudit,
  listViewAudit,
  type QueryOf,
} from '@winnow/contract'
import type { Clock } from '../../platform/clock.ts'
import { inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { createCallerPlaces } from '../../platform/http/caller-places.ts'
import { cutStalled } from '../../platform/http/cut-stalled.ts'
import type { Register } from '../../platform/http/register.ts'
import { auditBefore, auditFacets, listAudit, type AuditFilter, type AuditScope } from './audit-queries.ts'
import { AUDIT_HEAD, auditLine } from './csv.ts'
import { recordAudit } from './record-audit.ts'

const BATCH = 1_000
/** The largest number of rows in an export. More are too many for a spreadsheet, and can be exported in narrower time ranges. */
const MAX_ROWS = 100_000
/** The largest numbers of exports at the same time. */
const PARALLEL = { perCaller: 1, perAddress: 4, total: 8 }

/** Yields the export in batches, so that neither the process nor the database holds all of it. */
async function* lines(db: Db, scope: AuditScope, filter: AuditFilter): AsyncGenerator<string> {
  yield AUDIT_HEAD
  let before: string | undefined
  for (let sent = 0; sent < MAX_ROWS; sent += BATCH) {
    const cut = { before, limit: BATCH }
    const entries = await inTenant(db, scope.companyId, (tx) => auditBefore(tx, scope, filter, cut))
    yield entries.map(auditLine).join('')
    before = entries.at(-1)?.id
    if (entries.length < BATCH) return
  }
}

export interface AuditDeps {
  db: Db
  clock: Clock
}

export function registerAudit(register: Register, { db, clock }: AuditDeps): void {
  const list = async (tx: Tx, scope: AuditScope, query: QueryOf<typeof listCompanyAudit>) => {
    const found = await listAudit(tx, scope, query)
    return { ...found, page: query.page, limit: query.limit }
  }
  const below = ({ companyId, grants }: Actor, node: Required<AuditScope>['node']): AuditScope => ({
    companyId,
    grants,
    node,
  })

  // The gate has checked the named company: it is the caller's own, or the caller is an operator of the installation, who sees all of them.
  register.read(listCompanyAudit, ({ tx, actor, companyId, query }) =>
    list(tx, { companyId, grants: actor.grants }, query),
  )
  register.read(listProjectAudit, ({ tx, actor, params, query }) =>
    list(tx, below(actor, { column: 'project_id', id: params.id }), query),
  )
  register.read(listSiteAudit, ({ tx, actor, params, query }) =>
    list(tx, below(actor, { column: 'site_id', id: params.id }), query),
  )
  register.read(listViewAudit, ({ tx, actor, params, query }) =>
    list(tx, below(actor, { column: 'view_id', id: params.id }), query),
  )

  register.read(listAuditFacets, ({ tx, actor, companyId }) => auditFacets(tx, { companyId, grants: actor.grants }))

  const words = {
    own: 'An export of yours is still running; wait until it has ended',
    all: 'Others are exporting; try again in a few minutes',
  }
  const places = createCallerPlaces({ ...PARALLEL, words })

  register(exportAudit, async ({ actor, params, query, request, reply }) => {
    const leave = places.take(actor)
    const now = clock.now()
    const companyId = params.id
    // An export of the audit log is itself recorded.
    const recorded = inTenant(db, companyId, (tx) =>
      recordAudit(
        tx,
        { ...actor, companyId },
        { action: 'audit.exported', objectType: 'audit', after: query },
        now,
        request.id,
      ),
    )
    await recorded.catch((error: unknown) => {
      leave()
      throw error
    })
    const name = `audit-${now.toISOString().slice(0, 10)}.csv`
    void reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
    cutStalled(reply)
    const file = Readable.from(lines(db, { companyId, grants: actor.grants }, query))
    file.once('close', leave)
    return reply.send(file)
  })
}
