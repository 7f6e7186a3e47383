import { API_BASE } from '@winnow/contract'
import { nodePermission } from '@winnow/domain'
import { z } from 'zod'
import { openSecret } from '../../platform/crypto/seal-secret.ts'
import { newId } from '../../platform/ids.ts'
import {
  defineBackgroundJob,
  type FailedItem,
  type JobItem,
  type JobStep,
  type NewJobItem,
  type PlacedEntry,
} from '../../platform/jobs/background-job.ts'
import { connectionContext, integrationOf } from '../connect/index.ts'
import { type AutomationNews, publishAutomation } from '../live/index.ts'
import type { ProductPlan } from '../products/index.ts'
import { type FirstPicture, insertView, lockNames, type LockedSite, lockSite } from '../tree/index.ts'
import { camerasByChannel } from './cameras-by-channel.ts'
import { freeName, plainName } from './channel-names.ts'
import { type ConnectDeps, connectRecorder } from './connect-recorder.ts'
import { createFirstPictures, type FirstPictureDeps } from './first-pictures.ts'
import { countsOf, findLogin, forgetLogin, type StoredLogin } from './stored-login.ts'

export type AddCamerasDeps = ConnectDeps & FirstPictureDeps & { productPlan: ProductPlan }

/** Pictures of new cameras by the positions of their items. */
type Pictures = ReadonlyMap<number, FirstPicture>

/** Consoles get a card for each of the last five cameras of a transaction. */
const BATCH = 5

/** `isByProgram`: whether a program started it. The login of the recorder is kept apart, sealed. */
const params = z.object({ loginId: z.uuid(), siteId: z.uuid(), isByProgram: z.boolean() })
type Step = JobStep<z.output<typeof params>>

const itemChannel = z.object({ channel: z.string(), name: z.string(), isOnline: z.boolean().nullable() })
const channelOf = ({ payload }: JobItem): z.output<typeof itemChannel> => itemChannel.parse(payload)

const placeOf = ({ id, name, projectId }: LockedSite) => ({ projectId, siteId: id, siteName: name })

const siteNews = (site: LockedSite, { added, failed }: { added: number; failed: number }): AutomationNews => ({
  type: 'automation.site',
  ...placeOf(site),
  currentProcess: 'complete',
  success: added > 0 || failed === 0,
  partialFail: added > 0 && failed > 0,
  automationCameraFeature: added > 0,
})

/**
 * The work on the site: finds out which of the wanted channels become cameras. Channels that the site has are left out, and channels that
 * the recorder does not have are refused. The cameras are the process after it.
 */
async function plan({ tx, job }: Step): Promise<{ items: NewJobItem[]; next: null }> {
  const { siteId, loginId } = job.params
  const site = await lockSite(tx, siteId)
  const found = await findLogin(tx, loginId)
  if (!site || !found) return { items: [], next: null }
  const present = await camerasByChannel(tx, siteId)
  const { channels, missing } = found.login
  const fresh = channels.filter(({ channel }) => !present.has(channel))
  const refused = missing.map((channel) => ({
    refused: { code: 'NOT_FOUND' as const, name: plainName(null, channel) },
  }))
  await publishAutomation(tx, job.companyId, [siteNews(site, { added: fresh.length, failed: refused.length })])
  return { items: [...refused, ...fresh.map((payload) => ({ payload }))], next: null }
}

interface NewCamera {
  name: string
  /** Null if no camera came of it. */
  viewId: string | null
  added: number
  total: number
  picture?: FirstPicture | undefined
}

const snapUrlOf = (viewId: string, { takenAt }: FirstPicture): string =>
  `${API_BASE}/v1/view/${viewId}/snapshot?size=thumbnail&prefetch=true&v=${takenAt.getTime()}`

const cameraNews = (site: LockedSite, { name, viewId, added, total, picture }: NewCamera): AutomationNews => ({
  type: 'automation.camera',
  ...placeOf(site),
  viewId,
  cameraName: name,
  success: viewId !== null,
  snapUrl: viewId === null || !picture ? null : snapUrlOf(viewId, picture),
  addedCount: added,
  totalCamera: total,
})

const failedItem = (item: JobItem, code: FailedItem['code'], message: string): FailedItem => ({
  position: item.position,
  name: channelOf(item).name,
  code,
  message,
})

interface Added {
  news: AutomationNews[]
  entries: PlacedEntry[]
  failed: FailedItem[]
  added: number
  total: number
}

/** Adds the cameras of some channels to a site whose names are locked. */
async function addSome(
  { tx, job }: Step,
  site: LockedSite,
  login: StoredLogin,
  { items, pictures }: { items: readonly JobItem[]; pictures: Pictures },
): Promise<Added> {
  const { companyId } = job
  const present = await camerasByChannel(tx, site.id)
  const counts = await countsOf(tx, job.id)
  const done: Added = { news: [], entries: [], failed: [], ...counts }
  for (const item of items) {
    const { channel, name: wanted } = channelOf(item)
    if (present.has(channel)) {
      done.failed.push(failedItem(item, 'CONFLICT', 'The site has a camera with this channel already'))
      done.news.push(cameraNews(site, { ...done, name: wanted, viewId: null }))
      continue
    }
    const id = newId()
    const name = await freeName(tx, site.id, wanted, channel)
    const body = { name, channel, integration: integrationOf(login.maker) }
    const picture = pictures.get(item.position)
    await insertView(tx, { id, companyId, site, isByProgram: job.params.isByProgram, picture }, body)
    done.added += 1
    done.news.push(cameraNews(site, { ...done, name, viewId: id, picture }))
    const place = { projectId: site.projectId, siteId: site.id, viewId: id }
    done.entries.push({
      action: 'view.created',
      objectType: 'view',
      objectId: id,
      objectName: name,
      after: body,
      place,
    })
  }
  return done
}

const progressNews = (
  site: LockedSite,
  { added, total }: { added: number; total: number },
  isCompleted: boolean,
): AutomationNews => ({
  type: 'automation.progress',
  ...placeOf(site),
  addedCount: added,
  totalCamera: total,
  isCompleted,
  isProcessingPending: false,
})

/** Has this server read the events of the recorder from now on, and forgets the login that was kept for the job. */
async function connect(deps: ConnectDeps, { tx, job, now, audit }: Step, site: LockedSite): Promise<void> {
  const { loginId, isByProgram } = job.params
  const found = await findLogin(tx, loginId)
  if (!found || found.sealed === null) return
  const { maker, channels, missing: _none, ...settings } = found.login
  const entry = await connectRecorder(
    tx,
    { ...deps, now },
    {
      companyId: job.companyId,
      siteId: site.id,
      maker,
      settings,
      password: openSecret(deps.keys, found.sealed, connectionContext(loginId)),
      channels: channels.map(({ channel }) => channel),
      isByProgram,
    },
  )
  if (entry) await audit([{ ...entry, place: { projectId: site.projectId, siteId: site.id, viewId: entry.objectId } }])
}

/** Adds the cameras of a recorder to a site, and connects the recorder. */
export const addCameras = (deps: AddCamerasDeps) => {
  const firstPictures = createFirstPictures(deps)
  return defineBackgroundJob({
    name: 'site.add-cameras',
    line: 'recorders',
    group: 'site.add-cameras',
    category: 'view',
    permission: 'node.write',
    batch: BATCH,
    params,
    plan,
    prepare: async ({ id, companyId, params: { loginId, siteId } }, items): Promise<Pictures> =>
      firstPictures(
        { jobId: id, companyId, loginId, siteId },
        items.map((item) => ({ position: item.position, ...channelOf(item) })),
      ),
    async apply(step, items, pictures) {
      const { tx, job, now, grants, audit, publish } = step
      const { companyId, author } = job
      const { siteId, loginId } = job.params
      await deps.productPlan.lock(tx, companyId)
      await lockNames(tx, [siteId])
      const site = await lockSite(tx, siteId)
      const found = await findLogin(tx, loginId)
      const mayWrite = site && nodePermission(grants, { projectId: site.projectId, siteId }) === 'write'
      if (!site || !found || !mayWrite)
        return items.map((item) => failedItem(item, 'NOT_FOUND', 'This site does not exist, or you have no access'))
      const { news, entries, failed, ...counts } = await addSome(step, site, found.login, { items, pictures })
      await deps.productPlan.settle({ tx, companyId, author, now, publish })
      await audit(entries)
      await publish({ type: 'tree.changed', projectId: site.projectId, siteId, viewId: null })
      await publishAutomation(tx, companyId, [...news, progressNews(site, counts, false)])
      return failed
    },
    async finish(step) {
      const { tx, job, publish } = step
      const site = await lockSite(tx, job.params.siteId)
      const counts = await countsOf(tx, job.id)
      if (site) {
        await connect(deps, step, site)
        await publish({ type: 'tree.changed', projectId: site.projectId, siteId: site.id, viewId: null })
        if (counts.total > 0) await publishAutomation(tx, job.companyId, [progressNews(site, counts, true)])
      }
      await forgetLogin(tx, job.params.loginId)
    },
  })
}
