import { createReceiver, deleteReceiver, listReceivers, testReceiver, updateReceiver } from '@winnow/contract'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import type { Register } from '../../platform/http/register.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { registerFallback } from './fallback-routes.ts'
import { fetchTest } from './fetch-test.ts'
import { PULLED } from './fetched-messages.ts'
import { registerMessages } from './message-routes.ts'
import type { Readers } from './readers.ts'
import { selectReceivers } from './receiver-queries.ts'
import {
  applyChange,
  findForChange,
  insertReceiver,
  prepareChange,
  prepareNew,
  removeReceiver,
} from './save-receiver.ts'
import { findForTest, sendTest } from './send-test.ts'
import { registerPreview } from './preview-receiver.ts'
import { registerSiteWebhook } from './site-webhook-routes.ts'

const TESTS_PER_MINUTE = 6

export function registerReceivers(
  register: Register,
  deps: DeliveryDeps & { readers: Readers; onDelivery: () => void },
): void {
  const { keys } = deps
  const tests = createRateLimiter({ limit: TESTS_PER_MINUTE, windowMs: 60_000 })
  registerSiteWebhook(register, deps, tests)
  registerPreview(register, deps)
  registerMessages(register, deps)
  registerFallback(register, deps)

  register.read(listReceivers, ({ tx, companyId, params }) =>
    selectReceivers(tx, keys, companyId, { siteId: params.id }),
  )

  register.write(createReceiver, {
    prepare: ({ body }) => prepareNew(deps, body.kind, body.config),
    change: ({ tx, companyId, params, body: { kind, name, active }, prepared, audit }) =>
      insertReceiver(deps, { tx, companyId, audit }, { siteId: params.id, kind, name, active }, prepared),
  })

  register.write(updateReceiver, {
    async prepare({ companyId, params, body, now, read }) {
      return prepareChange(deps, await read((tx) => findForChange(tx, keys, companyId, params.id)), body, now)
    },
    change: ({ tx, companyId, prepared, audit }) => applyChange(deps, { tx, companyId, audit }, prepared),
  })

  register.write(deleteReceiver, async ({ tx, companyId, params, audit, now }) => {
    await removeReceiver(deps, { tx, companyId, audit }, params.id, now)
    return { success: true as const }
  })

  register.read(testReceiver, {
    prepare: async ({ params, now }) => tests.require(params.id, now),
    read: ({ tx, companyId, params }) => findForTest(tx, companyId, params.id),
    reply: ({ result, now }) => (PULLED.includes(result.kind) ? fetchTest : sendTest)(deps, result, now),
  })
}
