import {
  getViewIntake,
  listUnmatchedSignals,
  listViewSignals,
  renewFtpPassword,
  renewViewAddress,
  type SignalRow,
} from '@winnow/contract'
import { sql } from 'kysely'
import { hashDevicePassword, newDevicePassword } from '../../platform/crypto/device-password.ts'
import { newLowercaseToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Register } from '../../platform/http/register.ts'
import { inGrants, requireConfigurableById } from '../access/index.ts'

export interface SignalRouteDeps {
  mailDomain: string
  /** The address of our SMTP server for devices, and whether it offers STARTTLS. */
  smtp: () => { host: string; port: number; onlyHere: boolean; startTls: boolean }
  /** The address of our FTP server for devices; undefined where it is switched off. */
  ftp: () =>
    | {
        host: string
        port: number
        onlyHere: boolean
        tlsPort: number | null
        offersTls: boolean
        requiresTls: boolean
      }
    | undefined
  /** The address to which devices send alarms by HTTP, without a trailing slash. */
  ingestUrl: () => string
}

/** The state of the alarm of a message; null without an alarm, and for an alarm that the caller may not see. */
const alarmState = ({ grants, permissions }: Pick<Actor, 'grants' | 'permissions'>) =>
  permissions.has('alarm.read')
    ? sql<string | null>`(
        select case when alarm.outside is null then coalesce(alarm.verdict, 'waiting') else 'outside' end
        from alarm where alarm.id = signal.alarm_id and ${inGrants(grants, 'alarm')})`
    : sql<string | null>`null::text`

function selectSignals(tx: Tx, companyId: string, actor: Actor) {
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
      alarmState(actor).as('alarm_state'),
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
  alarmState: row.alarm_state as SignalRow['alarmState'],
})

export function registerSignals(register: Register, deps: SignalRouteDeps): void {
  register.read(listViewSignals, async ({ tx, companyId, actor, params, query }) => {
    const rows = await selectSignals(tx, companyId, actor)
      .where('view_id', '=', params.id)
      .$if(query.before !== undefined, (some) => some.where('id', '<', query.before ?? ''))
      .limit(query.limit)
      .execute()
    return rows.map(present)
  })

  register.read(listUnmatchedSignals, async ({ tx, companyId, actor, params, query }) => {
    const rows = await selectSignals(tx, companyId, actor)
      .where('site_id', '=', params.id)
      .where('view_id', 'is', null)
      .$if(query.before !== undefined, (some) => some.where('id', '<', query.before ?? ''))
      .limit(query.limit)
      .execute()
    return rows.map(present)
  })

  register.read(getViewIntake, async ({ tx, params }) => {
    const view = await tx
      .selectFrom('view')
      .innerJoin('site', 'site.id', 'view.site_id')
      .select([
        'view.address_token',
        'view.push_token',
        'view.device_password_hash',
        'site.smtp_auth_required',
        'site.smtp_user',
      ])
      .where('view.id', '=', params.id)
      .executeTakeFirstOrThrow()
    const ftp = deps.ftp()
    const login = { user: view.address_token, hasPassword: view.device_password_hash !== null }
    return {
      address: `${view.address_token}@${deps.mailDomain}`,
      smtp: { ...deps.smtp(), authRequired: view.smtp_auth_required, user: view.smtp_user },
      hikvisionUrl: `${deps.ingestUrl()}/api/v1/hik/${view.push_token}`,
      pushUrls: {
        axis: `${deps.ingestUrl()}/api/v1/axis/${view.push_token}`,
        instar: `${deps.ingestUrl()}/api/v1/instar/${view.push_token}`,
        uniview: `${deps.ingestUrl()}/api/v1/uniview/${view.push_token}`,
      },
      ftp: ftp ? { ...ftp, ...login } : null,
      httpUrl: `${deps.ingestUrl()}/api/v1/ingest/alarm?view=${params.id}`,
    }
  })

  registerRenewals(register, deps)
}

/** Renews with what a camera logs in, and where it sends. */
function registerRenewals(register: Register, deps: SignalRouteDeps): void {
  register.write(renewFtpPassword, {
    async prepare() {
      const password = newDevicePassword()
      return { password, hash: hashDevicePassword(password) }
    },
    async change({ tx, actor, params, prepared: { password, hash }, audit }) {
      await requireConfigurableById(tx, actor, params.id)
      const view = await tx
        .updateTable('view')
        .set({ device_password_hash: hash })
        .where('id', '=', params.id)
        .returning(['name', 'address_token'])
        .executeTakeFirstOrThrow()
      await audit({
        action: 'view.ftp-password-renewed',
        objectType: 'view',
        objectId: params.id,
        objectName: view.name,
      })
      return { user: view.address_token, password }
    },
  })

  register.write(renewViewAddress, async ({ tx, actor, params, audit }) => {
    await requireConfigurableById(tx, actor, params.id)
    const token = newLowercaseToken()
    const view = await tx
      .updateTable('view')
      .set({ address_token: token, push_token: newLowercaseToken() })
      .where('id', '=', params.id)
      .returning('name')
      .executeTakeFirstOrThrow()
    await audit({ action: 'view.address-renewed', objectType: 'view', objectId: params.id, objectName: view.name })
    return { address: `${token}@${deps.mailDomain}` }
  })
}
