import {
  API_BASE,
  drawAlarms,
  getSampledAlarm,
  getSampledFrame,
  labelSampledAlarm,
  listRandomAlarms,
  listReviewed,
  type Operation,
  type SampledDetail,
} from '@winnow/contract'
import { amongRowsOf, askBeyond, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import {
  auditLook,
  findFrameFiles,
  labelAlarms,
  listFrames,
  serveFrame,
  type Labelling,
  type ShownPictures,
} from '../alarms/index.ts'
import { recordAudit } from '../audit/index.ts'
import { isReviewed, listReviewedCompanies } from './reviewed-companies.ts'
import { currentRound } from './rounds.ts'
import { drawNext, findOwn, listOwn, lockDraws, readOwn, roomOf, storeFirst, type OwnAlarm } from './sample.ts'

export interface SupervisorDeps {
  media: MediaStore
  shown: ShownPictures
}

type Asking = Pick<Changing<Operation>, 'tx' | 'actor' | 'now' | 'requestId'>

/** The supervisor who asks. A token has no sample of its own; the contract refuses it before. */
function supervisorOf({ userId }: Actor): string {
  if (userId === null) throw new AppError('FORBIDDEN', 'You have no access for this action')
  return userId
}

/** Runs work on an alarm of the caller's sample, among the rows of its company, whose audit records it. */
async function onOwnAlarm<T>(
  { tx, actor, now, requestId }: Asking,
  alarmId: string,
  work: (there: Labelling & { own: OwnAlarm }) => Promise<T>,
): Promise<T> {
  const own = await askBeyond(tx, 'sample', () => findOwn(tx, supervisorOf(actor), alarmId))
  if (!own) throw notFound()
  const { companyId } = own
  return amongRowsOf(tx, { own: actor.companyId, other: companyId }, () =>
    // The caller stays who they are, and acts in the other company.
    work({ tx, actor: { ...actor, companyId }, companyId, now, requestId, own }),
  )
}

/** Records in the audit log of the alarm's company that the caller has seen it. */
const tellLook = ({ tx, actor, now, requestId }: Labelling, alarmId: string): Promise<void> =>
  auditLook({ tx, actor, now, audit: (entry) => recordAudit(tx, actor, entry, now, requestId) }, alarmId)

/** The alarm as the caller may see it now. Motion and boxes come from the analysis, so they are left out. */
async function detailOf(tx: Tx, actor: Actor, alarmId: string): Promise<SampledDetail> {
  const alarm = await readOwn(tx, supervisorOf(actor), alarmId)
  if (!alarm) throw notFound()
  const frames = await listFrames(tx, alarmId)
  return {
    ...alarm,
    frames: frames.map(({ position, url, width, height, offsetMs }) => ({
      position,
      url: url === null ? null : `${API_BASE}/v1/supervisor/alarm/${alarmId}/frame/${position}`,
      width,
      height,
      offsetMs,
    })),
  }
}

function registerDraw(register: Register): void {
  register.read(listReviewed, async ({ tx, actor, now }) => ({
    rows: await askBeyond(tx, 'sample', () => listReviewedCompanies(tx, supervisorOf(actor), now)),
  }))

  register.write(drawAlarms, async ({ tx, actor, now, requestId, body: { companyId, count } }) => {
    const userId = supervisorOf(actor)
    await lockDraws(tx, userId)
    const asked = await askBeyond(tx, 'sample', async () => ({
      isOn: await isReviewed(tx, companyId),
      room: await roomOf(tx, userId),
    }))
    if (!asked.isOn) throw notFound()
    if (asked.room === 0) return { drawn: 0, short: 'too-many' as const }
    return amongRowsOf(tx, { own: actor.companyId, other: companyId }, async () => {
      const round = await currentRound(tx, companyId, now)
      const wanted = Math.min(count, asked.room)
      const drawn = round === undefined ? 0 : await drawNext(tx, round, { userId, count: wanted, now })
      const entry = { action: 'quality-review.drawn', objectType: 'company' as const, objectId: companyId }
      await recordAudit(tx, { ...actor, companyId }, { ...entry, after: { alarms: drawn } }, now, requestId)
      if (round === undefined) return { drawn, short: 'no-alarms' as const }
      if (drawn < wanted) return { drawn, short: 'all-drawn' as const }
      return { drawn, short: wanted < count ? ('too-many' as const) : null }
    })
  })
}

/** Operations of supervisors. */
export function registerSupervisors(register: Register, { media, shown }: SupervisorDeps): void {
  registerDraw(register)

  register.read(listRandomAlarms, async ({ tx, actor, query, body }) => {
    const { rows, count } = await askBeyond(tx, 'sample', () => listOwn(tx, supervisorOf(actor), query, body))
    const { page, limit } = query
    return { rows, count, countIsExact: true, page, limit, more: page * limit < count }
  })

  register.write(getSampledAlarm, (asked) =>
    onOwnAlarm(asked, asked.params.id, async (there) => {
      await tellLook(there, asked.params.id)
      return detailOf(there.tx, there.actor, asked.params.id)
    }),
  )

  register.write(getSampledFrame, {
    change: (asked) =>
      onOwnAlarm(asked, asked.params.id, async (there) => {
        const files = await findFrameFiles(there.tx, asked.params.id, asked.params.position)
        if (files === undefined) throw notFound()
        await tellLook(there, asked.params.id)
        return files
      }),
    async reply({ result, request, reply }) {
      const key = await shown.keyOf(result)
      if (key === undefined) throw notFound()
      return serveFrame(media, key, request, reply)
    },
  })

  register.write(labelSampledAlarm, (asked) =>
    onOwnAlarm(asked, asked.params.id, async (there) => {
      const { id } = asked.params
      const { groundTruth, reason, act } = asked.body
      const labelled = await labelAlarms(there, [id], { groundTruth, reason, act, kind: 'supervisor' })
      if (labelled.get(id)?.outcome === 'gone') throw notFound()
      await storeFirst(there.tx, { roundId: there.own.roundId, alarmId: id }, { groundTruth, now: there.now })
      return detailOf(there.tx, there.actor, id)
    }),
  )
}
