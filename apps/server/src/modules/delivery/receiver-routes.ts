import {
  createReceiver,
  deleteReceiver,
  findReceiverKind,
  listReceivers,
  testReceiver,
  updateReceiver,
  type Receiver,
} from '@winnow/contract'
import { createWebhookSecret, findReceiver, rotateWebhookSecret } from '@winnow/delivery'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { selectReceivers } from './receiver-queries.ts'
import { checkConfig } from './check-config.ts'
import { openReceiverSecrets, sealReceiverSecrets, splitConfig, type ReceiverSecrets } from './receiver-secrets.ts'
import { findForTest, sendTest } from './send-test.ts'

async function getOne(tx: Tx, keys: KeyRing, companyId: string, id: string): Promise<Receiver> {
  const [receiver] = await selectReceivers(tx, keys, companyId, { id })
  if (!receiver) throw notFound()
  return receiver
}

/** Finds a receiver with its secrets and the number of its changes so far. */
async function findForChange(tx: Tx, keys: KeyRing, companyId: string, id: string) {
  const before = await getOne(tx, keys, companyId, id)
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

const TESTS_PER_MINUTE = 6

export function registerReceivers(register: Register, deps: DeliveryDeps): void {
  const { keys } = deps
  const tests = createRateLimiter({ limit: TESTS_PER_MINUTE, windowMs: 60_000 })

  register.read(listReceivers, ({ tx, companyId, params }) =>
    selectReceivers(tx, keys, companyId, { siteId: params.id }),
  )

  register.write(createReceiver, {
    async prepare({ body }) {
      const secret = findReceiverKind(body.kind)?.signs ? createWebhookSecret() : null
      const config = { ...body.config, ...(secret === null ? {} : { secrets: [{ secret }] }) }
      await checkConfig(deps, body.kind, config)
      return { secret, stored: splitConfig(body.kind, config) }
    },
    async change({ tx, companyId, params, body, prepared: { secret, stored }, audit }) {
      const id = newId()
      await tx
        .insertInto('receiver')
        .values({
          id,
          company_id: companyId,
          site_id: params.id,
          kind: body.kind,
          name: body.name,
          active: body.active,
          config: JSON.stringify(stored.open),
          secrets: sealReceiverSecrets(keys, id, stored.secret),
        })
        .execute()
      const after = { kind: body.kind, name: body.name, siteId: params.id, config: stored.open }
      await audit({ action: 'receiver.created', objectType: 'receiver', objectId: id, objectName: body.name, after })
      return { receiver: await getOne(tx, keys, companyId, id), secret }
    },
  })

  register.write(updateReceiver, {
    async prepare({ companyId, params, body, now, read }) {
      const { before, updates, held } = await read((tx) => findForChange(tx, keys, companyId, params.id))
      if (body.kind !== before.kind) throw wrongKind(before.kind)
      const newSecret = body.newSecret && findReceiverKind(before.kind)?.signs ? createWebhookSecret() : null
      const secrets = newSecret === null ? {} : { secrets: rotateWebhookSecret(held.secrets ?? [], newSecret, now) }
      const config = { ...mergeConfig(before.kind, before.config, held, dropUndefined(body.config ?? {})), ...secrets }
      requirePlainLines({ name: before.name }, { name: body.name })
      await checkConfig(deps, before.kind, config)
      return { before, updates, newSecret, stored: splitConfig(before.kind, config) }
    },
    async change({ tx, companyId, params, body, prepared, audit }) {
      const { before, updates, newSecret, stored } = prepared
      const awakened = body.active === true && !before.active
      const { numUpdatedRows } = await tx
        .updateTable('receiver')
        .set({
          updates: updates + 1,
          name: body.name ?? before.name,
          active: body.active ?? before.active,
          config: JSON.stringify(stored.open),
          secrets: sealReceiverSecrets(keys, params.id, stored.secret),
          ...(awakened || body.config
            ? {
                disabled_reason: null,
                failures: 0,
                failing_since: null,
                circuit_until: null,
                heartbeat_at: null,
                silent_since: null,
                silent_error: null,
                session: '{}',
              }
            : {}),
        })
        .where('id', '=', params.id)
        .where('updates', '=', updates)
        .executeTakeFirst()
      // The address was checked between reading and writing. If somebody changed the receiver meanwhile, a new secret must not be
      // overwritten.
      if (numUpdatedRows === 0n) throw new AppError('CONFLICT', 'Someone else has changed this receiver meanwhile')
      const after = await getOne(tx, keys, companyId, params.id)
      const sides = {
        before: { name: before.name, active: before.active, config: before.config },
        after: { name: after.name, active: after.active, config: after.config, newSecret: newSecret !== null },
      }
      const entry = {
        action: 'receiver.changed',
        objectType: 'receiver' as const,
        objectId: params.id,
        objectName: after.name,
      }
      await audit({ ...entry, ...sides })
      return { receiver: after, secret: newSecret }
    },
  })

  register.write(deleteReceiver, async ({ tx, actor, params, audit, now }) => {
    const before = await getOne(tx, keys, actor.companyId, params.id)
    await tx.updateTable('receiver').set({ deleted_at: now, active: false }).where('id', '=', params.id).execute()
    const entry = {
      action: 'receiver.deleted',
      objectType: 'receiver' as const,
      objectId: params.id,
      objectName: before.name,
    }
    await audit(entry)
    return { success: true as const }
  })

  register.read(testReceiver, {
    prepare: async ({ params, now }) => tests.require(params.id, now),
    read: ({ tx, companyId, params }) => findForTest(tx, companyId, params.id),
    reply: ({ result, now }) => sendTest(deps, result, now),
  })
}
