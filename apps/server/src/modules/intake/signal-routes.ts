import {
  getViewIntake,
  listUnmatchedSignals,
  listViewSignals,
  renewViewAddress,
  type SignalRow,
} from '@winnow/contract'
import { newLowercaseToken } from '../../platform/crypto/tokens.ts'
import { inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'

export interface SignalRouteDeps {
  db: Db
  clock: Clock
  mailDomain: string
  /** Where devices find our SMTP server, as far as we know it. */
  smtp: () => { host: string; port: number; onlyHere: boolean; startTls: boolean }
  /** Where devices send alarms by HTTP, without a slash at its end. */
  ingestUrl: () => string
}

function selectSignals(tx: Tx, companyId: string) {
  return tx
    .selectFrom('signal')
    .select([
      'id',
      'received_at',
      'source',
      'kind',
      'is_test',
      'vendor',
      'event',
      'event_type',
      'device_time',
      'subject',
      'body_text',
      'recipient',
      'remote_address',
      'raw_bytes',
      'problems',
      'duplicate_of',
      'alarm_id',
    ])
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
}

const present = (row: Awaited<ReturnType<ReturnType<typeof selectSignals>['execute']>>[number]): SignalRow => ({
  id: row.id,
  receivedAt: row.received_at.toISOString(),
  source: row.source as SignalRow['source'],
  kind: row.kind as SignalRow['kind'],
  isTest: row.is_test,
  vendor: row.vendor,
  event: row.event,
  eventType: row.event_type as SignalRow['eventType'],
  deviceTime: row.device_time,
  subject: row.subject,
  text: row.body_text,
  recipient: row.recipient,
  remoteAddress: row.remote_address,
  bytes: Number(row.raw_bytes),
  problems: row.problems as SignalRow['problems'],
  duplicateOf: row.duplicate_of,
  alarmId: row.alarm_id,
})

export function registerSignals(register: Register, deps: SignalRouteDeps): void {
  const { db, clock } = deps

  register(listViewSignals, ({ actor, params, query }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const rows = await selectSignals(tx, actor.companyId)
        .where('view_id', '=', params.id)
        .$if(query.before !== undefined, (some) => some.where('id', '<', query.before ?? ''))
        .limit(query.limit)
        .execute()
      return rows.map(present)
    }),
  )

  register(listUnmatchedSignals, ({ actor, params, query }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const rows = await selectSignals(tx, actor.companyId)
        .where('site_id', '=', params.id)
        .where('view_id', 'is', null)
        .$if(query.before !== undefined, (some) => some.where('id', '<', query.before ?? ''))
        .limit(query.limit)
        .execute()
      return rows.map(present)
    }),
  )

  register(getViewIntake, ({ actor, params }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const view = await tx
        .selectFrom('view')
        .innerJoin('site', 'site.id', 'view.site_id')
        .select(['view.address_token', 'site.smtp_auth_required', 'site.smtp_user'])
        .where('view.id', '=', params.id)
        .executeTakeFirstOrThrow()
      return {
        address: `${view.address_token}@${deps.mailDomain}`,
        smtp: { ...deps.smtp(), authRequired: view.smtp_auth_required, user: view.smtp_user },
        httpUrl: `${deps.ingestUrl()}/api/v1/ingest/alarm?view=${params.id}`,
      }
    }),
  )

  register(renewViewAddress, ({ actor, params, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const token = newLowercaseToken()
      const view = await tx
        .updateTable('view')
        .set({ address_token: token })
        .where('id', '=', params.id)
        .returning('name')
        .executeTakeFirstOrThrow()
      const entry = { action: 'view.address-renewed', objectType: 'view', objectId: params.id, objectName: view.name }
      await recordAudit(tx, actor, entry, clock.now(), request.id)
      return { address: `${token}@${deps.mailDomain}` }
    }),
  )
}
