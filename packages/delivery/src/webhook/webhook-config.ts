import { templateSchema } from '@winnow/contract'
import { isHeartbeat } from '../is-heartbeat.ts'
import { parseBySchema } from '../parse-by-schema.ts'
import type { ConfigIssue, ParsedConfig } from '../receiver.ts'
import { parseStationBody, type StationBody } from '../template/station-body.ts'
import { urlIssues } from '../url-issues.ts'
import { headerIssue, headerListIssue } from './headers.ts'
import { secretKey, type WebhookSecret } from './signature.ts'

export interface WebhookConfig {
  url: string
  /** Sent with every message, for example for the receiver's own authorisation. */
  headers: Readonly<Record<string, string>>
  /** The signing secrets, the newest first. */
  secrets: readonly WebhookSecret[]
  /** Includes the annotated picture in the message, for receivers that cannot call us back. */
  embedPicture: boolean
  method: 'POST' | 'PUT'
  /** The body in a station's form; without it, the body is ours. */
  station?: StationBody
}

const MAX_SECRETS = 5

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSecret(value: unknown): value is WebhookSecret {
  if (!isRecord(value) || typeof value['secret'] !== 'string' || !secretKey(value['secret'])) return false
  const { until } = value
  return until === undefined || (typeof until === 'string' && !Number.isNaN(Date.parse(until)))
}

function headerIssues(headers: unknown): ConfigIssue[] {
  if (!isRecord(headers)) return [{ field: 'headers', message: 'headers.invalid' }]
  const together = headerListIssue(Object.keys(headers))
  if (together) return [{ field: 'headers', message: together }]
  return Object.entries(headers).flatMap(([name, value]) => {
    const message = headerIssue(name, value)
    return message ? [{ field: `headers.${name.slice(0, 100)}`, message }] : []
  })
}

/** The body in a station's form, if the settings ask for one. */
function stationOf(config: unknown, headers: Readonly<Record<string, string>>): ParsedConfig<StationBody | undefined> {
  const parsed = parseBySchema(templateSchema, config)
  if (!parsed.ok) return parsed
  const { format = 'standard', ...settings } = parsed.config
  if (format === 'standard') return { ok: true, config: undefined }
  const station = parseStationBody({ format, ...settings }, headers)
  return station.ok ? { ok: true, config: station.body } : station
}

const textsOf = (headers: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(isRecord(headers) ? headers : {}).map(([name, value]) => [name, String(value)]))

/** Parses the settings of a webhook. Headers are optional. At least one secret must have no end. */
export function parseWebhookConfig(config: unknown): ParsedConfig<WebhookConfig> {
  if (!isRecord(config)) return { ok: false, errors: [{ field: '', message: 'v.required' }] }
  const { url, headers = {}, secrets, embedPicture = false, method = 'POST', heartbeatSeconds } = config
  const errors: ConfigIssue[] = [...urlIssues(url), ...headerIssues(headers)]
  const list: unknown[] = Array.isArray(secrets) ? secrets : []
  const valid = list.filter(isSecret)
  if (valid.length !== list.length || list.length > MAX_SECRETS || !valid.some(({ until }) => until === undefined)) {
    errors.push({ field: 'secrets', message: 'secrets.invalid' })
  }
  if (typeof embedPicture !== 'boolean') errors.push({ field: 'embedPicture', message: 'embedPicture.invalid' })
  if (heartbeatSeconds !== undefined && !(typeof heartbeatSeconds === 'number' && isHeartbeat(heartbeatSeconds)))
    errors.push({ field: 'heartbeatSeconds', message: 'dc09.heartbeat' })
  if (method !== 'POST' && method !== 'PUT') errors.push({ field: 'method', message: 'v.invalid' })
  const texts = textsOf(headers)
  const station = stationOf(config, texts)
  if (!station.ok) errors.push(...station.errors)
  if (errors.length > 0 || !station.ok) return { ok: false, errors }
  return {
    ok: true,
    config: {
      url: String(url),
      headers: texts,
      secrets: valid,
      embedPicture: embedPicture === true,
      method: method === 'PUT' ? 'PUT' : 'POST',
      ...(station.config ? { station: station.config } : {}),
    },
  }
}
