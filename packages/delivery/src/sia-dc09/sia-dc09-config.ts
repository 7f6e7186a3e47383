import { siaDc09 } from '@winnow/contract'
import { isHeartbeat } from '../is-heartbeat.ts'
import { isHost } from '../is-host.ts'
import { parseBySchema } from '../parse-by-schema.ts'
import type { ConfigIssue, ParsedConfig } from '../receiver.ts'
import { parseTemplate, type Template } from '../template/parse-template.ts'

export interface SiaDc09Config {
  /** The primary receiver, and the back-up receiver if there is one. */
  targets: readonly { field: string; host: string; port: number }[]
  transport: 'tcp' | 'udp'
  format: 'SIA-DCS' | 'ADM-CID'
  /** 16, 24 or 32 bytes. Without a key nothing is encrypted. */
  key?: Uint8Array
  account: string
  receiverNumber?: string
  lineNumber: string
  partition: string
  zone: string
  cameras: readonly { camera: string; zone?: string | undefined; account?: string | undefined }[]
  codes: readonly { class: string; code: string }[]
  extended: 'link' | 'all' | 'none'
  /** The text among the extended data; without one it is made of camera and reasons. */
  text?: Template
  heartbeatSeconds: number
}

const DEFAULT_HEARTBEAT_SECONDS = 60

/** Parses the settings of a DC-09 receiver, with the rules that its schema cannot say. */
export function parseSiaDc09Config(config: unknown): ParsedConfig<SiaDc09Config> {
  const parsed = parseBySchema(siaDc09.config, config)
  if (!parsed.ok) return parsed
  const { host, port, backupHost = '', backupPort, key, receiverNumber, ...rest } = parsed.config
  const format = rest.format ?? 'SIA-DCS'
  const encryption = rest.encryption ?? 'aes'
  const heartbeatSeconds = rest.heartbeatSeconds ?? DEFAULT_HEARTBEAT_SECONDS
  const codes = rest.codes ?? []
  const errors: ConfigIssue[] = []
  const check = (isFine: boolean, field: string, message: string): void => {
    if (!isFine) errors.push({ field, message })
  }
  check(isHost(host), 'host', 'dc09.host')
  check(backupHost === '' || isHost(backupHost), 'backupHost', 'dc09.host')
  check(encryption === 'none' || key !== undefined, 'key', 'dc09.keyMissing')
  check(isHeartbeat(heartbeatSeconds), 'heartbeatSeconds', 'dc09.heartbeat')
  const text = rest.text ? parseTemplate(rest.text, 'cid') : undefined
  check(text === undefined || text.ok, 'text', 'template')
  const isCode = format === 'SIA-DCS' ? /^[A-Za-z]{2}$/ : /^\d{3}$/
  check(
    codes.every(({ code }) => isCode.test(code)),
    'codes',
    'dc09.codes',
  )
  if (errors.length > 0) return { ok: false, errors }
  const backup = backupHost === '' ? [] : [{ field: 'backupHost', host: backupHost, port: backupPort ?? port }]
  return {
    ok: true,
    config: {
      targets: [{ field: 'host', host, port }, ...backup],
      transport: rest.transport ?? 'tcp',
      format,
      ...(encryption === 'aes' && key !== undefined ? { key: Buffer.from(key, 'hex') } : {}),
      account: rest.account.toUpperCase(),
      ...(receiverNumber ? { receiverNumber: receiverNumber.toUpperCase() } : {}),
      lineNumber: (rest.lineNumber || '0').toUpperCase(),
      partition: rest.partition || '1',
      zone: rest.zone || '1',
      cameras: (rest.cameras ?? []).map((each) => ({ ...each, account: each.account?.toUpperCase() })),
      codes,
      extended: rest.extended ?? 'link',
      ...(text?.ok ? { text: text.template } : {}),
      heartbeatSeconds,
    },
  }
}
