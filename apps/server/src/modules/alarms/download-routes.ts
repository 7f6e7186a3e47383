import { API_BASE, downloadAlarm, generateDownloadToken } from '@winnow/contract'
import { inSystem, inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { createCallerPlaces } from '../../platform/http/caller-places.ts'
import { cutStalled } from '../../platform/http/cut-stalled.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import type { AlarmDeps } from './alarm-deps.ts'
import { listFiles, listNoteTexts } from './alarm-files.ts'
import { makeDownloadToken, readDownloadToken, type DownloadOwner } from './download-token.ts'
import { findAlarm } from './get-alarm.ts'
import { mayDoWith } from './may-do-with.ts'
import { writeAlarmZip, type AlarmToZip } from './write-alarm-zip.ts'

/** The largest numbers of downloads at the same time. */
const PARALLEL = { perCaller: 2, perAddress: 4, total: 8 }

/** The name of the owner of a link, as the audit log shows it. */
async function nameOf(tx: Tx, { kind, id }: DownloadOwner): Promise<string> {
  const table = kind === 'user' ? ('app_user' as const) : ('api_token' as const)
  const { name } = await tx.selectFrom(table).select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return kind === 'user' ? name : `Token ${name}`
}

/** The super user behind a link: null for a link without one, undefined for one who may not log in any more. */
async function impersonatorOf(db: Db, { impersonatorId }: DownloadOwner) {
  if (impersonatorId === undefined) return null
  // They belong to another company than the alarm.
  const who = await inSystem(db, (tx) =>
    tx
      .selectFrom('app_user')
      .select('name')
      .where('id', '=', impersonatorId)
      .where('user_type', '=', 'SUPER_USER')
      .where('disabled_at', 'is', null)
      .executeTakeFirst(),
  )
  return who && { userId: impersonatorId, name: who.name }
}

/** Reads what a link downloads, and records the download. Undefined if its owner may not see the alarm any more. */
async function openDownload(
  db: Db,
  owner: DownloadOwner,
  { id, now, address, requestId }: { id: string; now: Date; address: string; requestId: string },
): Promise<AlarmToZip | undefined> {
  const { companyId } = owner
  const impersonator = await impersonatorOf(db, owner)
  if (impersonator === undefined) return undefined
  return inTenant(db, companyId, async (tx) => {
    const author = owner.kind === 'user' ? { userId: owner.id, tokenId: null } : { tokenId: owner.id }
    if (!(await mayDoWith(tx, author, { alarmId: id, permission: 'alarm.read' }, now))) return undefined
    const alarm = await findAlarm(tx, companyId, id)
    if (!alarm) return undefined
    const userId = owner.kind === 'user' ? owner.id : null
    const by = { companyId, name: await nameOf(tx, owner), userId, impersonator, address }
    await recordAudit(tx, by, { action: 'alarm.downloaded', objectType: 'alarm', objectId: id }, now, requestId)
    return { alarm, files: await listFiles(tx, id), notes: await listNoteTexts(tx, id), now }
  })
}

export function registerDownloads(register: Register, deps: AlarmDeps): void {
  const { db, clock, keys, log } = deps
  const words = {
    own: 'Downloads of yours are still running; wait until one has ended',
    all: 'Others are downloading; try again in a minute',
  }
  const places = createCallerPlaces({ ...PARALLEL, words })

  register.read(generateDownloadToken, async ({ actor, params, now }) => {
    const { companyId, tokenId, userId, impersonator } = actor
    const owner: DownloadOwner =
      tokenId === null
        ? { companyId, kind: 'user', id: userId ?? '', impersonatorId: impersonator?.userId }
        : { companyId, kind: 'token', id: tokenId }
    const { token, expires } = makeDownloadToken(keys, params.id, owner, now)
    const url = `${API_BASE}/v1/alarm/${params.id}/download?token=${token}`
    return { token, url, expiresAt: expires.toISOString() }
  })

  register(downloadAlarm, async ({ params: { id }, query, request, reply }) => {
    const now = clock.now()
    const owner = readDownloadToken(keys, id, query.token, now)
    if (!owner) throw notFound()
    const leave = places.take({ sessionId: owner.id, tokenId: null, address: request.ip })
    const found = await openDownload(db, owner, { id, now, address: request.ip, requestId: request.id }).catch(
      (error: unknown) => {
        leave()
        throw error
      },
    )
    if (!found) {
      leave()
      throw notFound()
    }
    const file = writeAlarmZip(deps, found)
    file.once('error', (err) => log.error({ err, requestId: request.id }, 'the download of an alarm broke off'))
    file.once('close', leave)
    cutStalled(reply)
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="alarm-${id}.zip"`)
      .header('referrer-policy', 'no-referrer')
      .send(file)
  })
}
