import { randomUUID } from 'node:crypto'
import {
  addDwOrganization,
  addVideofied,
  createProject,
  createSite,
  createToken,
  createView,
  getViewIntake,
  renewFtpPassword,
  setSitePanel,
  updateDwCameras,
  updateView,
  type SignalRow,
} from '@winnow/contract'
import sharp from 'sharp'
import type { ApiClient } from '../harness/api-client.ts'
import {
  byPush,
  composeAxis,
  composeHikvision,
  composeInstar,
  composeNx,
  composeUniview,
  nxPath,
} from './push-senders.ts'
import { byFrontelEvent, byFrontelFile, byFtp, byMail, byPanel, byUpload, type SenderOptions } from './sender.ts'

/** The ways in whose yes is a promise: 250, 200, 226, ACK, the 200 of each maker that pushes, and ACK and FILE_ACK of Videofied panels. */
export const WAYS = [
  'mail',
  'upload',
  'ftp',
  'panel',
  'hikvision',
  'axis',
  'instar',
  'uniview',
  'nx',
  'frontel',
  'frontel-file',
] as const
export type Way = (typeof WAYS)[number]

/**
 * Events of these have no time, so nobody can tell a repetition from a second event. Each is kept. What a Videofied panel reports after an
 * acknowledgement that was lost on its way counts as another event.
 */
const UNTIMED: readonly Way[] = ['axis', 'instar', 'nx', 'frontel']

const PAUSE_MS = 40
/** A Videofied panel logs in for each message. Without longer pauses, that would take time from the other ways. */
const PANEL_PAUSE_MS = 200

/** The serial numbers of the Videofied panels. Acknowledgements of a panel are counted, so each way has one of its own, at a site of its own. */
const SERIALS = { frontel: 'E760491513080214', 'frontel-file': 'E760491513080215' } as const

export interface CrashCamera {
  name: string
  viewId: string
  via: Way
  /** Whether a message that is sent again is known as a repeat. */
  knowsRepeats: boolean
  send: SenderOptions['send']
  /** Milliseconds between an accepted message and the next one. */
  pauseMs: number
}

const mapped = (viewId: string, cameraId: string) => ({
  cameraSystemId: 'crash',
  cameraSystemName: 'Crash',
  cameraServerId: 'crash',
  cameraServerName: 'Crash',
  cameraId,
  cameraName: 'Crash',
  groupName: '',
  viewId,
})

/** The company's means of sending: a token for uploads, the site's panel, and the secret of a video system. */
async function openWays(api: ApiClient, siteId: string) {
  const { secret: token } = await api.call(createToken, { body: { tokenType: 'ingest', name: 'Crash' } })
  const account = 'C0DE'
  const settings = { account, encryption: 'aes128', arms: false, area: null } as const
  const { key } = await api.call(setSitePanel, { params: { id: siteId }, body: settings })
  const nxSecret = `crash-${randomUUID()}`
  await api.call(addDwOrganization, { body: { companyName: 'Crash', companySecret: nxSecret } })
  return { token, panel: { account, key: Buffer.from(key ?? '', 'hex') }, nxSecret }
}

/** Adds a Videofied panel to a site. */
async function addPanel(api: ApiClient, companyId: string, siteId: string, serial: string): Promise<string> {
  await api.call(addVideofied, { params: { id: companyId }, body: { siteId, serial } })
  return serial
}

/** Makes a site with cameras of all ways in, and one for the second Videofied panel. */
export async function createCrashCameras(
  api: ApiClient,
  companyId: string,
): Promise<{ siteId: string; cameras: CrashCamera[] }> {
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#7a8a6a' } })
    .jpeg()
    .toBuffer()
  const project = await api.call(createProject, { params: { id: companyId }, body: { name: 'Crash' } })
  const site = await api.call(createSite, { params: { id: project.id }, body: { name: 'Crash' } })
  const another = await api.call(createSite, { params: { id: project.id }, body: { name: 'Crash of files' } })
  const siteOf = (via: Way): string => (via === 'frontel-file' ? another.id : site.id)
  const { token, panel, nxSecret } = await openWays(api, site.id)
  const sendBy = async (via: Way, viewId: string, channel: number): Promise<SenderOptions['send']> => {
    const params = { id: viewId }
    const { address, hikvisionUrl, pushUrls } = await api.call(getViewIntake, { params })
    const path = (shown: string): string => new URL(shown).pathname
    const cameraId = randomUUID()
    const sends: Record<Way, () => SenderOptions['send'] | Promise<SenderOptions['send']>> = {
      mail: () => byMail(address, picture),
      upload: () => byUpload(viewId, token, picture),
      panel: () => byPanel(panel, channel),
      ftp: async () => byFtp(await api.call(renewFtpPassword, { params }), picture),
      hikvision: () => byPush(path(hikvisionUrl), composeHikvision(channel, picture)),
      axis: () => byPush(path(pushUrls.axis), composeAxis),
      instar: () => byPush(path(pushUrls.instar), composeInstar),
      uniview: () => byPush(path(pushUrls.uniview), composeUniview(channel)),
      nx: async () => {
        await api.call(updateDwCameras, { body: { cameras: [mapped(viewId, cameraId)] } })
        return byPush(nxPath(nxSecret), composeNx(cameraId))
      },
      frontel: async () => byFrontelEvent(await addPanel(api, companyId, siteOf(via), SERIALS.frontel), channel),
      'frontel-file': async () =>
        byFrontelFile(await addPanel(api, companyId, siteOf(via), SERIALS['frontel-file']), channel, picture),
    }
    return sends[via]()
  }
  const cameras: CrashCamera[] = []
  for (const [index, via] of WAYS.entries()) {
    const { id: viewId } = await api.call(createView, { params: { id: siteOf(via) }, body: { name: via } })
    // Each message must become a separate alarm.
    const changes = { mergeWindowSeconds: 0, channel: String(index + 1) }
    await api.call(updateView, { params: { id: viewId }, body: changes })
    const send = await sendBy(via, viewId, index + 1)
    const pauseMs = via in SERIALS ? PANEL_PAUSE_MS : PAUSE_MS
    cameras.push({ name: `camera${index}`, viewId, via, knowsRepeats: !UNTIMED.includes(via), send, pauseMs })
  }
  return { siteId: site.id, cameras }
}

/**
 * The key of a message: the folder of a file, the name of a panel's detector, the event of a push, the subject of a mail, the text of an upload, the end of
 * what a Videofied panel said last.
 */
export function messageKeyOf({ source, subject, text, event }: SignalRow): string {
  if (source === 'ftp') return subject?.split('/')[1] ?? ''
  if (source === 'dc09') return text?.split('^')[1] ?? ''
  if (source === 'videofied') return text?.split(',').at(-1) ?? ''
  if (source === 'instar') return new URLSearchParams(text ?? '').get('key') ?? ''
  if (source === 'hikvision' || source === 'axis' || source === 'uniview' || source === 'digitalwatchdog')
    return event ?? ''
  return subject ?? text ?? ''
}
