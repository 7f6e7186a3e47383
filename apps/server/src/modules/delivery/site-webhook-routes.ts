import {
  deleteSiteWebhook,
  getSiteWebhook,
  putSiteWebhook,
  testWebhook,
  type BodyOf,
  type Receiver,
  type ReplyOf,
} from '@winnow/contract'
import { createWebhookSecret } from '@winnow/delivery'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { checkConfig } from './check-config.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import {
  applyChange,
  findForChange,
  getReceiver,
  insertReceiver,
  prepareChange,
  prepareNew,
  removeReceiver,
} from './save-receiver.ts'
import { findSiteForTest, sendTest } from './send-test.ts'

const HEADERS = 'headers.'

/** The id of the oldest webhook of a site. Ids are made in the order of time. */
async function findOldest(tx: Tx, companyId: string, siteId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('receiver')
    .select('id')
    .where('company_id', '=', companyId)
    .where('site_id', '=', siteId)
    .where('kind', '=', 'webhook')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Makes sure that a site has no webhook yet, and gets none from anybody else before the end of the transaction. */
async function requireNone(tx: Tx, companyId: string, siteId: string): Promise<void> {
  await tx.selectFrom('site').select('id').where('id', '=', siteId).forNoKeyUpdate().execute()
  if ((await findOldest(tx, companyId, siteId)) !== undefined)
    throw new AppError('CONFLICT', 'Someone else has added a webhook meanwhile')
}

/** A receiver in the form of the site's webhook. */
function present({ id, config, secretsSet, active }: Receiver, secret: string | null): ReplyOf<typeof putSiteWebhook> {
  return {
    receiverId: id,
    url: String(config['url']),
    method: config['method'] === 'PUT' ? 'PUT' : 'POST',
    headers: secretsSet.flatMap((name) => (name.startsWith(HEADERS) ? [name.slice(HEADERS.length)] : [])),
    events: [
      'alarm.true',
      ...(config['filtered'] === true ? (['alarm.false'] as const) : []),
      ...(config['tampering'] === true ? (['tampering'] as const) : []),
      ...(config['idle'] === true ? (['idle'] as const) : []),
    ],
    active,
    secret,
  }
}

const settingsOf = ({ url, method, headers, events }: BodyOf<typeof putSiteWebhook>): Record<string, unknown> => ({
  url,
  method,
  filtered: events.includes('alarm.false'),
  tampering: events.includes('tampering'),
  idle: events.includes('idle'),
  ...(headers === undefined ? {} : { headers }),
})

/** The webhook of a site, as a view on its oldest webhook among the receivers. */
export function registerSiteWebhook(register: Register, deps: DeliveryDeps, tests: RateLimiter): void {
  const { keys } = deps

  register.read(getSiteWebhook, async ({ tx, companyId, params }) => {
    const id = await findOldest(tx, companyId, params.id)
    if (id === undefined) return null
    return present(await getReceiver(tx, keys, companyId, id), null)
  })

  register.write(putSiteWebhook, {
    async prepare({ companyId, params, body, now, read }) {
      const found = await read(async (tx) => {
        const id = await findOldest(tx, companyId, params.id)
        return id === undefined ? undefined : findForChange(tx, keys, companyId, id)
      })
      const config = settingsOf(body)
      if (!found) return { added: await prepareNew(deps, 'webhook', config) }
      return { changed: await prepareChange(deps, found, { kind: 'webhook', active: body.active, config }, now) }
    },
    async change({ tx, companyId, params, body, prepared, audit }) {
      if ('changed' in prepared)
        return present((await applyChange(deps, { tx, companyId, audit }, prepared.changed)).receiver, null)
      await requireNone(tx, companyId, params.id)
      const facts = { siteId: params.id, kind: 'webhook', name: 'Webhook', active: body.active }
      const { receiver, secret } = await insertReceiver(deps, { tx, companyId, audit }, facts, prepared.added)
      return present(receiver, secret)
    },
  })

  register.write(deleteSiteWebhook, async ({ tx, companyId, params, audit, now }) => {
    const id = await findOldest(tx, companyId, params.id)
    if (id === undefined) throw notFound()
    await removeReceiver(deps, { tx, companyId, audit }, id, now)
    return { success: true as const }
  })

  register.read(testWebhook, {
    async prepare({ body: { siteId, url, method, headers = {} }, now }) {
      tests.require(siteId, now)
      // Nobody knows this secret: the test says whether the address answers, not whether its owner checks signatures.
      const config = { url, method, headers, secrets: [{ secret: createWebhookSecret() }] }
      await checkConfig(deps, 'webhook', config)
      return { id: newId(), kind: 'webhook', config, secrets: null }
    },
    read: ({ tx, companyId, body }) => findSiteForTest(tx, companyId, body.siteId),
    reply: ({ prepared, result, now }) => sendTest(deps, { ...result, ...prepared }, now),
  })
}
