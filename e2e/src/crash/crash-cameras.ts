import { randomUUID } from 'node:crypto'
import {
  addDwOrganization,
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
import { byFtp, byMail, byPanel, byUpload, type SenderOptions } from './sender.ts'

/** The ways in whose yes is a promise: 250, 200, 226, ACK, and the 200 of each maker that pushes. */
export const WAYS = ['mail', 'upload', 'ftp', 'panel', 'hikvision', 'axis', 'instar', 'uniview', 'nx'] as const
export type Way = (typeof WAYS)[number]

/** Events of these have no time, so nobody can tell a repetition from a second event. Each is kept. */
const UNTIMED: readonly Way[] = ['axis', 'instar', 'nx']

export interface CrashCamera {
  name: string
  viewId: string
  via: Way
  /** Whether a message that is sent again is known as a repeat. */
  knowsRepeats: boolean
  send: SenderOptions['send']
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

/** Makes a site with cameras of all ways in. */
export async function createCrashCameras(
  api: ApiClient,
  companyId: string,
): Promise<{ siteId: string; cameras: CrashCamera[] }> {
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#7a8a6a' } })
    .jpeg()
    .toBuffer()
  const project = await api.call(createProject, { params: { id: companyId }, body: { name: 'Crash' } })
  const site = await api.call(createSite, { params: { id: project.id }, body: { name: 'Crash' } })
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
    }
    return sends[via]()
  }
  const cameras: CrashCamera[] = []
  for (const [index, via] of WAYS.entries()) {
    const { id: viewId } = await api.call(createView, { params: { id: site.id }, body: { name: via } })
    // Each message must become a separate alarm.
    const changes = { mergeWindowSeconds: 0, channel: String(index + 1) }
    await api.call(updateView, { params: { id: viewId }, body: changes })
    const send = await sendBy(via, viewId, index + 1)
    cameras.push({ name: `camera${index}`, viewId, via, knowsRepeats: !UNTIMED.includes(via), send })
  }
  return { siteId: site.id, cameras }
}

/** The key of a message: the folder of a file, the name of a panel's detector, the event of a push, the subject of a mail, the text of an upload. */
export function messageKeyOf({ source, subject, text, event }: SignalRow): string {
  if (source === 'ftp') return subject?.split('/')[1] ?? ''
  if (source === 'dc09') return text?.split('^')[1] ?? ''
  if (source === 'instar') return new URLSearchParams(text ?? '').get('key') ?? ''
  if (source === 'hikvision' || source === 'axis' || source === 'uniview' || source === 'digitalwatchdog')
    return event ?? ''
  return subject ?? text ?? ''
}
