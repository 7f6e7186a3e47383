import {
  copyMasks,
  listMaskHistory,
  listMaskHistoryClients,
  MAX_MASK_AREAS,
  setViewMasks,
  type COPY_REFUSALS,
  type View,
} from '@winnow/contract'
import type { Actor } from '../../platform/http/actor.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { changeMasks, type MaskEdit } from './change-masks.ts'
import { countMaskChanges, listChangedClients, listMaskChanges } from './mask-history.ts'
import { changedView, findView } from './view-queries.ts'

type Editing = Pick<Changing<typeof setViewMasks>, 'tx' | 'actor' | 'now' | 'audit' | 'publish'>

async function getOne({ tx, actor }: Pick<Editing, 'tx' | 'actor'>, id: string): Promise<View> {
  const view = await findView(tx, actor.companyId, actor.grants, id)
  if (!view) throw notFound()
  return view
}

/** Changes the masks of one camera, and records and announces the change. */
async function edit(editing: Editing, before: View, change: MaskEdit): Promise<View> {
  const { audit, publish } = editing
  await changeMasks(editing, before, change)
  const after = await getOne(editing, before.id)
  const entry = { action: 'view.changed', objectType: 'view' as const, objectId: before.id, objectName: before.name }
  await audit({ ...entry, before: { mask: before.mask }, after: { mask: after.mask } })
  await publish(changedView(after))
  return after
}

/** Why masks of one camera cannot be copied to another; undefined if they can. */
function refusalOf(
  actor: Pick<Actor, 'kind'>,
  from: View,
  to: View,
  mask: View['mask'],
): (typeof COPY_REFUSALS)[number] | undefined {
  if (from.id === to.id) return 'same-camera'
  if (to.createdByApi && actor.kind !== 'token') return 'by-api'
  if (to.ptz) return 'ptz'
  return mask.length > MAX_MASK_AREAS ? 'too-many-areas' : undefined
}

/** Masks: changing them, copying them to other cameras, and their history. */
export function registerMasks(register: Register): void {
  register.write(setViewMasks, async (asked) => {
    const { mask, basedOn, alarmId, restored } = asked.body
    const before = await getOne(asked, asked.params.id)
    return edit(asked, before, { mask, basedOn, alarmId, kind: restored ? 'restored' : 'edited' })
  })

  register.write(copyMasks, async (asked) => {
    const { tx, actor, params, body } = asked
    const from = await getOne(asked, params.id)
    const copied: string[] = []
    const refused: { viewId: string; name: string; reason: (typeof COPY_REFUSALS)[number] }[] = []
    const maskFor = (to: View) => (body.mode === 'add' ? [...to.mask, ...from.mask] : from.mask)
    // In one order, so that two copies to the same cameras do not deadlock.
    for (const id of [...new Set(body.viewIds)].toSorted()) {
      let to = await getOne(asked, id)
      if (!refusalOf(actor, from, to, maskFor(to))) {
        // Read again under a lock, so that areas that somebody else has just saved are kept.
        await tx.selectFrom('view').select('id').where('id', '=', id).forNoKeyUpdate().execute()
        to = await getOne(asked, id)
      }
      const mask = maskFor(to)
      const reason = refusalOf(actor, from, to, mask)
      if (reason) refused.push({ viewId: id, name: to.name, reason })
      else {
        await edit(asked, to, { mask, kind: 'copied', copiedFrom: from.id })
        copied.push(id)
      }
    }
    return { copied, refused }
  })

  register.read(listMaskHistory, async ({ tx, actor, query }) => {
    const { page, limit } = query
    const found = await listMaskChanges(tx, actor, query)
    // Who follows `next` has the count from the first page.
    if (query.after !== undefined)
      return { ...found, count: found.rows.length, countIsExact: found.next === null, page, limit }
    return { ...found, count: await countMaskChanges(tx, actor, query), countIsExact: true, page, limit }
  })

  register.read(listMaskHistoryClients, async ({ tx, actor, query }) => ({
    ...(await listChangedClients(tx, actor, query)),
    countIsExact: true,
    page: query.page,
    limit: query.limit,
  }))
}
