import { type CalledMaker, RECORDER_CHANNELS } from '@winnow/contract'
import type { Guard } from '@winnow/delivery'
import {
  numberDahuaChannels,
  numberHikvisionChannels,
  readCameraStates,
  readChannelTitles,
  readDahuaFacts,
  readHikvisionFacts,
  readNetworkInputs,
  readNetworkStates,
  readVideoInputs,
  type RecorderChannel,
  type RecorderFacts,
} from '@winnow/intake'
import { ConnectError } from '../../platform/connect/connector.ts'
import { createIsapiClient, type IsapiClient, type IsapiTarget, StatusError } from '../connect/index.ts'
import { plainName } from './channel-names.ts'

/** All questions together. Somebody waits for the answer. */
const ALL_MS = 25_000
const LIMITS = { timeoutMs: 10_000, maxResponseBytes: 1024 * 1024 }

/** A channel with a name that a camera may have. */
export type NamedChannel = RecorderChannel & { name: string }

/** What a recorder has told. */
export interface AskedRecorder {
  recorder: RecorderFacts
  channels: NamedChannel[]
}

type Ask = (
  path: string,
  request?: Pick<Parameters<IsapiClient['fetch']>[1] & object, 'method' | 'type' | 'body'>,
) => Promise<string>

/** Asks for something that not every recorder has. A second refusal of the login ends everything, since devices lock users. */
async function askOptional(ask: Ask, ...request: Parameters<Ask>): Promise<{ text: string; refused: boolean }> {
  try {
    return { text: await ask(...request), refused: false }
  } catch (error) {
    if (!(error instanceof StatusError) || error.status === 401) throw error
    return { text: '', refused: error.status === 403 }
  }
}

async function askHikvision(ask: Ask): Promise<AskedRecorder> {
  const facts = readHikvisionFacts(await ask('/ISAPI/System/deviceInfo'))
  if (!facts) throw new ConnectError('answer')
  const proxied = await askOptional(ask, '/ISAPI/ContentMgmt/InputProxy/channels')
  const network = readNetworkInputs(proxied.text)
  const states = network?.length ? await askOptional(ask, '/ISAPI/ContentMgmt/InputProxy/channels/status') : undefined
  const wired = await askOptional(ask, '/ISAPI/System/Video/inputs/channels')
  const inputs = readVideoInputs(wired.text)
  // A user without the right to see cameras is refused both; a recorder refuses at most one that it does not have.
  if (!network && !inputs) throw new ConnectError(proxied.refused && wired.refused ? 'login' : 'answer')
  const channels = numberHikvisionChannels({
    facts,
    network: network ?? [],
    states: readNetworkStates(states?.text ?? ''),
    inputs: inputs ?? [],
  })
  return { recorder: { name: facts.name, model: facts.model }, channels: named(channels) }
}

async function askDahua(ask: Ask): Promise<AskedRecorder> {
  const titles = readChannelTitles(await ask('/cgi-bin/configManager.cgi?action=getConfig&name=ChannelTitle'))
  if (!titles) throw new ConnectError('answer')
  const machineName = await askOptional(ask, '/cgi-bin/magicBox.cgi?action=getMachineName')
  const systemInfo = await askOptional(ask, '/cgi-bin/magicBox.cgi?action=getSystemInfo')
  const states = await askOptional(ask, '/cgi-bin/api/LogicDeviceManager/getCameraState', {
    method: 'POST',
    type: 'application/json',
    body: JSON.stringify({ uniqueChannels: [-1] }),
  })
  return {
    recorder: readDahuaFacts({ machineName: machineName.text, systemInfo: systemInfo.text }),
    channels: named(numberDahuaChannels(titles, readCameraStates(states.text))),
  }
}

const named = (channels: readonly RecorderChannel[]): NamedChannel[] =>
  channels.slice(0, RECORDER_CHANNELS).map((each) => ({ ...each, name: plainName(each.name, each.channel) }))

/** Asks a recorder for its cameras, with one login. @throws ConnectError */
export async function askRecorder(guard: Guard, maker: CalledMaker, target: IsapiTarget): Promise<AskedRecorder> {
  const client = createIsapiClient(guard, target)
  const signal = AbortSignal.timeout(ALL_MS)
  const ask: Ask = async (path, request = {}) =>
    Buffer.from(await client.fetch(path, { ...LIMITS, ...request, signal })).toString('utf8')
  return maker === 'hikvision' ? askHikvision(ask) : askDahua(ask)
}
