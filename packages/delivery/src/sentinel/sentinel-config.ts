import { sentinel, SENTINEL_PLACEHOLDERS } from '@winnow/contract'
import type { SmtpSettings } from '../mail/mailer.ts'
import { stationServer, stationServerIssues } from '../mail/station-server.ts'
import { parseBySchema } from '../parse-by-schema.ts'
import type { ParsedConfig } from '../receiver.ts'

export interface SentinelConfig {
  recipient: string
  sender: string
  server: SmtpSettings
  contract: string
  camera: string
  cameras: readonly { camera: string; number?: string | undefined; contract?: string | undefined }[]
  subject: string
  body: string
}

/** The mail for the Generic Line. Sentinel's own template is not published: the names of the lines are ours. */
const GENERIC_LINE = {
  subject: 'GenericLine {customer} {cameraNo} {event}',
  body: [
    'Receiver: GenericLine',
    'Contract: {contract}',
    'Customer: {customer}',
    'Camera: {cameraNo}',
    'Event: {event}',
    'Object: {object}',
    'Time: {time}',
    'CameraName: {cameraName}',
    'Site: {siteName}',
    'Id: {id}',
    'Link: {link}',
  ].join('{nl}'),
}

const known: readonly string[] = SENTINEL_PLACEHOLDERS

/** Whether a template names nothing but what there is. */
const isTemplate = (text: string): boolean =>
  text !== '' && !/[{}]/.test(text.replaceAll(/\{(\w+)\}/g, (all, name: string) => (known.includes(name) ? '' : all)))

/** Parses the settings of a Sentinel receiver, with the rules that its schema cannot say. */
export function parseSentinelConfig(config: unknown): ParsedConfig<SentinelConfig> {
  const parsed = parseBySchema(sentinel.config, config)
  if (!parsed.ok) return parsed
  const { recipient, sender, contract, camera = '', cameras = [], format = 'generic-line' } = parsed.config
  const { subject = '', body = '' } = format === 'template' ? parsed.config : GENERIC_LINE
  const errors = stationServerIssues(parsed.config)
  if (!isTemplate(subject)) errors.push({ field: 'subject', message: 'sentinel.template' })
  if (!isTemplate(body)) errors.push({ field: 'body', message: 'sentinel.template' })
  if (errors.length > 0) return { ok: false, errors }
  const server = stationServer(parsed.config)
  return {
    ok: true,
    config: { recipient, sender, server, contract, camera: camera || '1', cameras, subject, body },
  }
}
