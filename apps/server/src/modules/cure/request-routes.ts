import {
  answerCureRequest,
  askForCure,
  listCureRequests,
  MAX_OPEN_REQUESTS,
  withdrawCureRequest,
  type AskedCure,
} from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { VIEW_BY_API } from '../access/index.ts'
import { findRequest, listRequests, type FoundRequest } from './requests.ts'

/** Where an alarm's camera is today. @throws AppError NOT_FOUND if the camera was deleted */
async function placeOf(tx: Tx, alarmId: string) {
  const row = await tx
    .selectFrom('alarm')
    .innerJoin('view', 'view.id', 'alarm.view_id')
    .select(['view.id', 'view.project_id', 'view.site_id', 'view.ptz', 'view.created_by_api'])
    .where('alarm.id', '=', alarmId)
    .where('view.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

/** Refuses what no administrator could do either. */
function requirePossible(cure: AskedCure, view: { ptz: boolean; created_by_api: boolean }): void {
  if (view.created_by_api && (cure === 'mask' || cure === 'sensitivity'))
    throw new AppError(VIEW_BY_API.code, VIEW_BY_API.message)
  if (cure === 'mask' && view.ptz)
    throw new AppError('CONFLICT', 'This camera turns, so a mask would lie over another place after each turn')
}

/** Refuses one request too many. Locks the requests of the camera, since two at once would each count one too few. */
async function requireRoom(tx: Tx, viewId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cure requests ${viewId}`}, 3))`.execute(tx)
  const { count } = await tx
    .selectFrom('cure_request')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('view_id', '=', viewId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_OPEN_REQUESTS)
    throw new AppError('CONFLICT', `${MAX_OPEN_REQUESTS} requests for this camera wait for an answer already`)
}

async function found(tx: Tx, actor: Actor, params: { id: string; requestId: string }): Promise<FoundRequest> {
  const request = await findRequest(tx, actor, { alarmId: params.id, requestId: params.requestId })
  if (request === undefined) throw notFound()
  return request
}

async function ask({ tx, actor, companyId, params, body, now, audit, publish }: Changing<typeof askForCure>) {
  const { cure, note, areas } = body
  const view = await placeOf(tx, params.id)
  requirePossible(cure, view)
  await requireRoom(tx, view.id)
  const requestId = newId(now.getTime())
  await tx
    .insertInto('cure_request')
    .values({
      id: requestId,
      company_id: companyId,
      alarm_id: params.id,
      project_id: view.project_id,
      site_id: view.site_id,
      view_id: view.id,
      cure,
      note,
      areas: JSON.stringify(areas),
      user_id: actor.userId,
      asked_by: actor.name,
      asked_at: now,
    })
    .execute()
  const { request, place } = await found(tx, actor, { id: params.id, requestId })
  const after = { cure, note, areas: areas.length }
  await audit({ action: 'alarm.cure-asked', objectType: 'alarm', objectId: params.id, after })
  await publish({ type: 'cure.asked', ...place })
  return request
}

async function withdraw({ tx, actor, params, audit, publish }: Changing<typeof withdrawCureRequest>) {
  const { request, place } = await found(tx, actor, params)
  const { numDeletedRows } = await tx
    .deleteFrom('cure_request')
    .where('id', '=', params.requestId)
    .where('user_id', '=', actor.userId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
  const before = { cure: request.cure, note: request.note }
  await audit({ action: 'alarm.cure-withdrawn', objectType: 'alarm', objectId: params.id, before })
  await publish({ type: 'cure.asked', ...place })
  return { success: true as const }
}

async function answer({ tx, actor, params, body, now, audit, publish }: Changing<typeof answerCureRequest>) {
  await found(tx, actor, params)
  const { numUpdatedRows } = await tx
    .updateTable('cure_request')
    .set({ state: body.state, answer: body.answer, decided_by: actor.name, decided_at: now })
    .where('id', '=', params.requestId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('CONFLICT', 'Somebody else has answered this request')
  const { request, place } = await found(tx, actor, params)
  const after = { cure: request.cure, askedBy: request.askedBy, state: body.state, answer: body.answer }
  await audit({ action: 'alarm.cure-answered', objectType: 'alarm', objectId: params.id, after })
  await publish({ type: 'cure.asked', ...place })
  return request
}

/** What people without a right ask for at an alarm, and the answers of administrators. */
export function registerRequests(register: Register): void {
  register.write(askForCure, ask)
  register.write(withdrawCureRequest, withdraw)
  register.write(answerCureRequest, answer)
  register.read(listCureRequests, ({ tx, actor, query }) => listRequests(tx, actor, query))
}
