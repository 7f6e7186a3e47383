import { findReceiverKind, type Receiver } from '@winnow/contract'
import { createWebhookSecret, findReceiver, rotateWebhookSecret } from '@winnow/delivery'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { AuditEntry } from '../../platform/audit-entry.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import { newId } from '../../platform/ids.ts'
import { checkConfig } from './check-config.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { giveUpFetched } from './fetched-messages.ts'
import { selectReceivers } from './receiver-queries.ts'
import { openReceiverSecrets, sealReceiverSecrets, splitConfig, type ReceiverSecrets } from './receiver-secrets.ts'
import { sendWaitingNow } from './send-waiting-now.ts'

type Deps = Pick<DeliveryDeps, 'keys' | 'guard'>
/** A change inside its transaction. */
interface Writing {
  tx: Tx
  companyId: string
  audit: (entry: AuditEntry) => Promise<void>
}

/** A receiver of the company. @throws AppError NOT_FOUND */
export async function getReceiver(tx: Tx, keys: KeyRing, companyId: string, id: string): Promise<Receiver> {
  const [receiver] = await selectReceivers(tx, keys, companyId, { id })
  if (!receiver) throw notFound()
  return receiver
}

/** Finds a receiver with its secrets and the number of its changes so far. */
export async function findForChange(tx: Tx, keys: KeyRing, companyId: string, id: string) {
  const before = await getReceiver(tx, keys, companyId, id)
  const { secrets, updates } = await tx
    .selectFrom('receiver')
    .select(['secrets', 'updates'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { before, updates, held: openReceiverSecrets(keys, id, secrets) }
}

const dropUndefined = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))

/** Returns the hosts to which a receiver with these settings sends. */
function hostsOf(kind: string, config: Record<string, unknown>): string {
  const receiver = findReceiver(kind)
  const parsed = receiver?.parse(config)
  if (!receiver || !parsed?.ok) return ''
  return receiver
    .addresses(parsed.config)
    .map((called) => ('url' in called ? new URL(called.url).host : `${called.host}:${called.port}`))
    .join(' ')
}

/**
 * Returns the settings after a change. Fields that were not sent keep their values, since the console cannot send back secrets that it
 * never got. But a secret belongs to one host. If the address changes to another host, secrets that were not sent again are dropped.
 */
function mergeConfig(
  kind: string,
  open: Record<string, unknown>,
  held: ReceiverSecrets,
  change: Record<string, unknown>,
): Record<string, unknown> {
  const before = { ...open, ...held }
  const after = { ...before, ...change }
  if (hostsOf(kind, before) === hostsOf(kind, after)) return after
  const left = findReceiverKind(kind)?.secretFields.filter((field) => !(field in change)) ?? []
  return Object.fromEntries(Object.entries(after).filter(([field]) => !left.some((secret) => secret === field)))
}

function wrongKind(kind: string): AppError {
  const message = `This receiver is of kind ${kind}`
  return new AppError('VALIDATION', message, { fields: [{ field: 'kind', message }] })
}

/** A receiver that is to be added: checked settings, and the signing secret of a kind that signs. */
export interface NewReceiver {
  secret: string | null
  stored: ReturnType<typeof splitConfig>
}

/** Checks the settings of a new receiver. For use before the transaction, because the guard looks names up. */
export async function prepareNew(deps: Deps, kind: string, settings: Record<string, unknown>): Promise<NewReceiver> {
  const secret = findReceiverKind(kind)?.signs ? createWebhookSecret() : null
  const config = { ...settings, ...(secret === null ? {} : { secrets: [{ secret }] }) }
  await checkConfig(deps, kind, config)
  return { secret, stored: splitConfig(kind, config) }
}

/** Adds a receiver, and writes the audit. */
export async function insertReceiver(
  { keys }: Deps,
  { tx, companyId, audit }: Writing,
  facts: { siteId: string; kind: string; name: string; active: boolean },
  { secret, stored }: NewReceiver,
): Promise<{ receiver: Receiver; secret: string | null }> {
  const { siteId, kind, name, active } = facts
  const id = newId()
  await tx
    .insertInto('receiver')
    .values({
      id,
      company_id: companyId,
      site_id: siteId,
      kind,
      name,
      active,
      config: JSON.stringify(stored.open),
      secrets: sealReceiverSecrets(keys, id, stored.secret),
    })
    .execute()
  const after = { kind, name, siteId, config: stored.open }
  await audit({ action: 'receiver.created', objectType: 'receiver', objectId: id, objectName: name, after })
  return { receiver: await getReceiver(tx, keys, companyId, id), secret }
}

/** What a request changes. What it leaves out stays. */
export interface ReceiverChange {
  kind: string
  name?: string | undefined
  active?: boolean | undefined
  config?: object | undefined
  newSecret?: boolean
}

/** A change that is checked but not stored yet. */
export interface ReadyChange {
  before: Receiver
  updates: number
  change: ReceiverChange
  newSecret: string | null
  stored: ReturnType<typeof splitConfig>
  now: Date
}

/** Checks a change against the stored receiver. For use before the transaction, because the guard looks names up. */
export async function prepareChange(
  deps: Deps,
  { before, updates, held }: Awaited<ReturnType<typeof findForChange>>,
  change: ReceiverChange,
  now: Date,
): Promise<ReadyChange> {
  if (change.kind !== before.kind) throw wrongKind(before.kind)
  const newSecret = change.newSecret && findReceiverKind(before.kind)?.signs ? createWebhookSecret() : null
  const secrets = newSecret === null ? {} : { secrets: rotateWebhookSecret(held.secrets ?? [], newSecret, now) }
  const config = { ...mergeConfig(before.kind, before.config, held, dropUndefined(change.config ?? {})), ...secrets }
  requirePlainLines({ name: before.name }, { name: change.name })
  await checkConfig(deps, before.kind, config)
  return { before, updates, change, newSecret, stored: splitConfig(before.kind, config), now }
}

/** The state of a receiver whose settings have changed: its failures were those of the old settings. */
const FRESH = {
  disabled_reason: null,
  failures: 0,
  failing_since: null,
  circuit_until: null,
  down_since: null,
  escalated_at: null,
  heartbeat_at: null,
  silent_since: null,
  silent_error: null,
  session: '{}',
}

/** Stores a change, and writes the audit. @throws AppError CONFLICT if somebody else has changed the receiver meanwhile */
export async function applyChange(
  { keys }: Deps,
  { tx, companyId, audit }: Writing,
  { before, updates, change, newSecret, stored, now }: ReadyChange,
): Promise<{ receiver: Receiver; secret: string | null }> {
  const awakened = change.active === true && !before.active
  const isFresh = awakened || change.config !== undefined
  const { numUpdatedRows } = await tx
    .updateTable('receiver')
    .set({
      updates: updates + 1,
      name: change.name ?? before.name,
      active: change.active ?? before.active,
      config: JSON.stringify(stored.open),
      secrets: sealReceiverSecrets(keys, before.id, stored.secret),
      ...(isFresh ? FRESH : {}),
    })
    .where('id', '=', before.id)
    .where('updates', '=', updates)
    .executeTakeFirst()
  // The address was checked between reading and writing. If somebody changed the receiver meanwhile, a new secret must not be
  // overwritten.
  if (numUpdatedRows === 0n) throw new AppError('CONFLICT', 'Someone else has changed this receiver meanwhile')
  if (isFresh) await sendWaitingNow(tx, before.id, now)
  const after = await getReceiver(tx, keys, companyId, before.id)
  await audit({
    action: 'receiver.changed',
    objectType: 'receiver',
    objectId: before.id,
    objectName: after.name,
    before: { name: before.name, active: before.active, config: before.config },
    after: { name: after.name, active: after.active, config: after.config, newSecret: newSecret !== null },
  })
  return { receiver: after, secret: newSecret }
}

/** Removes a receiver, and writes the audit. Its messages are given up by the dispatcher, those that are fetched at once. */
export async function removeReceiver(
  { keys }: Deps,
  { tx, companyId, audit }: Writing,
  id: string,
  now: Date,
): Promise<void> {
  const { name } = await getReceiver(tx, keys, companyId, id)
  await tx.updateTable('receiver').set({ deleted_at: now, active: false }).where('id', '=', id).execute()
  // A receiver that it stood in for can be given another back-up, or be one.
  await tx.updateTable('receiver').set({ backup_id: null }).where('backup_id', '=', id).execute()
  await giveUpFetched(tx, id, now)
  await audit({ action: 'receiver.deleted', objectType: 'receiver', objectId: id, objectName: name })
}
