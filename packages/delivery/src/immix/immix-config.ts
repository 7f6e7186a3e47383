import { immix } from '@winnow/contract'
import type { SmtpSettings } from '../mail/mailer.ts'
import { stationServer, stationServerIssues } from '../mail/station-server.ts'
import { parseBySchema } from '../parse-by-schema.ts'
import type { ParsedConfig } from '../receiver.ts'
import type { DateFormat } from '../alarm-time.ts'

export interface ImmixConfig {
  recipient: string
  sender: string
  server: SmtpSettings
  input: string
  cameras: readonly { camera: string; input?: string | undefined }[]
  events: readonly { class: string; event: string }[]
  dateFormat: DateFormat
}

/** Parses the settings of an Immix receiver, with the rules that its schema cannot say. */
export function parseImmixConfig(config: unknown): ParsedConfig<ImmixConfig> {
  const parsed = parseBySchema(immix.config, config)
  if (!parsed.ok) return parsed
  const { recipient, sender, input, cameras = [], events = [], dateFormat = 'utc' } = parsed.config
  const errors = stationServerIssues(parsed.config)
  if (errors.length > 0) return { ok: false, errors }
  return {
    ok: true,
    config: {
      recipient,
      sender,
      server: stationServer(parsed.config),
      // Inputs are counted from 1.
      input: Number(input) > 0 ? String(input) : '1',
      cameras,
      events,
      dateFormat,
    },
  }
}
