import { OnvifClient, type OnvifClientOptions, OnvifRefused } from './onvif-client.ts'
import {
  type OnvifDevice,
  type OnvifProfile,
  readDevice,
  readMediaPath,
  readProfiles,
  readStreamAddress,
} from './reply.ts'

export type { PostReply } from './onvif-client.ts'

export interface ConnectOptions<Code> extends Omit<OnvifClientOptions<Code>, 'now'> {
  now: Date
}

export interface OnvifStream extends Omit<OnvifProfile, 'token'> {
  /** Port, path and query of the stream. Its host is the device. */
  port: number
  path: string
}

export type OnvifConnection<Code> =
  | { ok: true; device: OnvifDevice; streams: OnvifStream[]; ptz: boolean }
  | { ok: false; code: Code | 'login' | 'answer' }

/** Streams whose address is asked for. Recorders have several profiles for each channel. */
const MAX_STREAMS = 32

/** Asks a device what it is and which streams it has. */
export async function connectOnvif<Code>(options: ConnectOptions<Code>): Promise<OnvifConnection<Code>> {
  const client = new OnvifClient({ ...options, now: () => options.now })
  try {
    await client.readClock()
    const device = readDevice(await client.call({ service: 'device', name: 'GetDeviceInformation' }, options.path))
    const media = readMediaPath(
      await client.call({ service: 'device', name: 'GetCapabilities', category: 'Media' }, options.path),
    )
    const profiles =
      media === undefined ? [] : readProfiles(await client.call({ service: 'media', name: 'GetProfiles' }, media))
    const streams: OnvifStream[] = []
    for (const { token, ...profile } of profiles.slice(0, MAX_STREAMS)) {
      // oxlint-disable-next-line no-await-in-loop -- devices answer few calls at the same time
      const answer = await client.call({ service: 'media', name: 'GetStreamUri', profile: token }, media ?? '')
      const address = readStreamAddress(answer)
      if (address) streams.push({ ...profile, ...address })
    }
    return { ok: true, device, streams, ptz: profiles.some(({ ptz }) => ptz) }
  } catch (error) {
    if (error instanceof OnvifRefused && client.refusal !== undefined) return { ok: false, code: client.refusal }
    throw error
  }
}
