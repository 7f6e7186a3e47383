import {
  createReceiver,
  deleteReceiver,
  listReceivers,
  testReceiver,
  updateReceiver,
  type Receiver,
} from '@winnow/contract'
import { createWebhookSecret, rotateWebhookSecret } from '@winnow/delivery'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { inTenant, type Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { selectReceivers } from './receiver-queries.ts'
import { checkConfig } from './check-config.ts'
import { openReceiverSecrets, sealReceiverSecrets, splitConfig } from './receiver-secrets.ts'
import { sendTest } from './send-test.ts'

async function getOne(tx: Tx, keys: KeyRing, companyId: string, id: string): Promise<Receiver> {
  const [receiver] = await selectReceivers(tx, keys, companyId, { id })
  if (!receiver) throw notFound()
  return receiver
}

const dropUndefined = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))

function hostOf(config: object): string | undefined {
  const url = 'url' in config ? String(config.url) : ''
  return URL.canParse(url) ? new URL(url).host : undefined
}

/** Whether new settings send to another host than before. */
const movesHost = (before: object, next: object | undefined): boolean =>
  next !== undefined && 'url' in next && hostOf(next) !== hostOf(before)

const TESTS_PER_MINUTE = 6

export function registerReceivers(register: Register, deps: DeliveryDeps): void {
  const { db, clock, keys } = deps
  const tests = createRateLimiter({ limit: TESTS_PER_MINUTE, windowMs: 60_000 })

  register(listReceivers, ({ actor, params }) =>
    inTenant(db, actor.companyId, (tx) => selectReceivers(tx, keys, actor.companyId, { siteId: params.id })),
  )

  register(createReceiver, async ({ actor, params, body, request }) => {
    const secret = body.kind === 'webhook' ? createWebhookSecret() : null
    const config = { ...body.config, ...(secret === null ? {} : { secrets: [{ secret }] }) }
    await checkConfig(deps, body.kind, config)
    const stored = splitConfig(body.kind, config)
    return inTenant(db, actor.companyId, async (tx) => {
      const id = newId()
      await tx
        .insertInto('receiver')
        .values({
          id,
          company_id: actor.companyId,
          site_id: params.id,
          kind: body.kind,
          name: body.name,
          active: body.active,
          config: JSON.stringify(stored.open),
          secrets: sealReceiverSecrets(keys, id, stored.secret),
        })
        .execute()
      const entry = { action: 'receiver.created', objectType: 'receiver', objectId: id, objectName: body.name }
      const after = { kind: body.kind, name: body.name, siteId: params.id, config: stored.open }
      await recordAudit(tx, actor, { ...entry, after }, clock.now(), request.id)
      return { receiver: await getOne(tx, keys, actor.companyId, id), secret }
    })
  })

  register(updateReceiver, async ({ actor, params, body, request }) => {
    const now = clock.now()
    const newSecret = body.newSecret ? createWebhookSecret() : null
    const change = await inTenant(db, actor.companyId, async (tx) => {
      const before = await getOne(tx, keys, actor.companyId, params.id)
      const row = await tx
        .selectFrom('receiver')
        .select(['secrets', 'updates'])
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow()
      const held = openReceiverSecrets(keys, params.id, row.secrets)
      // Headers hold the receiver's own credentials: they do not follow an address to another host unseen.
      if (movesHost(before.config, body.config)) delete held.headers
      const rotated =
        newSecret !== null && before.kind === 'webhook'
          ? { secrets: rotateWebhookSecret(held.secrets ?? [], newSecret, now) }
          : {}
      // What is not sent stays: the console cannot send back secrets it was never shown.
      return {
        before,
        updates: row.updates,
        config: { ...before.config, ...held, ...rotated, ...dropUndefined(body.config ?? {}) },
      }
    })
    const { before, config, updates } = change
    requirePlainLines({ name: before.name }, { name: body.name })
    await checkConfig(deps, before.kind, config)
    const stored = splitConfig(before.kind, config)
    return inTenant(db, actor.companyId, async (tx) => {
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
            ? { disabled_reason: null, failures: 0, failing_since: null, circuit_until: null }
            : {}),
        })
        .where('id', '=', params.id)
        .where('updates', '=', updates)
        .executeTakeFirst()
      // The address was checked in between; whoever changed the receiver meanwhile must not lose a new secret to us.
      if (numUpdatedRows === 0n) throw new AppError('CONFLICT', 'Someone else has changed this receiver meanwhile')
      const after = await getOne(tx, keys, actor.companyId, params.id)
      const entry = { action: 'receiver.changed', objectType: 'receiver', objectId: params.id, objectName: after.name }
      const names = {
        before: { name: before.name, active: before.active, config: before.config },
        after: { name: after.name, active: after.active, config: after.config, newSecret: newSecret !== null },
      }
      await recordAudit(tx, actor, { ...entry, ...names }, now, request.id)
      return { receiver: after, secret: newSecret !== null && before.kind === 'webhook' ? newSecret : null }
    })
  })

  register(deleteReceiver, ({ actor, params, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const before = await getOne(tx, keys, actor.companyId, params.id)
      const now = clock.now()
      await tx.updateTable('receiver').set({ deleted_at: now, active: false }).where('id', '=', params.id).execute()
      const entry = { action: 'receiver.deleted', objectType: 'receiver', objectId: params.id, objectName: before.name }
      await recordAudit(tx, actor, entry, now, request.id)
      return { success: true as const }
    }),
  )

  register(testReceiver, async ({ actor, params }) => {
    tests.require(params.id, clock.now())
    return sendTest(deps, actor.companyId, params.id)
  })
}
