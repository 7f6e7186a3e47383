import type { ReplyOf, testReceiver } from '@winnow/contract'
import type { DeliveryAlarm } from '@winnow/delivery'
import type { Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { inTenant } from '../../platform/db/transaction.ts'
import { PLACE_COLUMNS, placeOf } from './place-of-message.ts'
import { keepSession, takeNumber } from './receiver-session.ts'
import { sendTo } from './send-delivery.ts'

const selectSites = (tx: Tx, companyId: string) =>
  tx
    .selectFrom('site')
    .innerJoin('project', 'project.id', 'site.project_id')
    .innerJoin('company', 'company.id', 'site.company_id')
    .where('site.company_id', '=', companyId)

/** Finds the data of a site that a test message contains. @throws AppError NOT_FOUND */
export async function findSiteForTest(tx: Tx, companyId: string, siteId: string) {
  const found = await selectSites(tx, companyId).select(PLACE_COLUMNS).where('site.id', '=', siteId).executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** Finds a receiver with the data that a test message contains. @throws AppError NOT_FOUND */
export async function findForTest(tx: Tx, companyId: string, receiverId: string) {
  const found = await selectSites(tx, companyId)
    .innerJoin('receiver', 'receiver.site_id', 'site.id')
    .select(['receiver.id', 'receiver.name', 'receiver.kind', 'receiver.config', 'receiver.secrets', ...PLACE_COLUMNS])
    .where('receiver.id', '=', receiverId)
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** What a test message says. */
export function testPayload(
  { publicUrl }: Pick<DeliveryDeps, 'publicUrl'>,
  found: Awaited<ReturnType<typeof findSiteForTest>>,
  id: string,
  at: Date,
): DeliveryAlarm {
  return {
    id,
    type: 'test',
    at: at.toISOString(),
    verdict: 'unverified',
    score: null,
    reasons: [{ code: 'test' }],
    ...placeOf(found),
    view: { id: found.siteId, name: 'Test' },
    receivedAt: at.toISOString(),
    deviceTime: null,
    rules: [],
    detections: [],
    tracks: [],
    pictures: [],
    consoleUrl: `${publicUrl()}/cams/dashboard`,
  }
}

/** Sends a test message now, marked as such, and returns the result. It is not stored, retried or counted. */
export async function sendTest(
  deps: DeliveryDeps,
  found: Omit<Awaited<ReturnType<typeof findForTest>>, 'name'>,
  now: Date,
): Promise<ReplyOf<typeof testReceiver>> {
  const { companyId } = found
  const payload = testPayload(deps, found, newId(now.getTime()), now)
  const session = await inTenant(deps.db, companyId, (tx) => takeNumber(tx, found))
  const result = await sendTo(deps, found, {
    id: newId(),
    companyId,
    payload,
    attempt: 1,
    ...(session ? { session } : {}),
  })
  if (result.session) await inTenant(deps.db, companyId, (tx) => keepSession(tx, found.id, result.session ?? {}))
  return {
    ok: result.ok,
    status: result.status ?? null,
    ms: Math.round(result.ms),
    code: result.ok ? null : result.code,
    detail: result.detail ?? null,
  }
}
