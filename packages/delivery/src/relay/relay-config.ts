import { type LANGUAGES, relay } from '@winnow/contract'
import type { SmtpSettings } from '../mail/mailer.ts'
import { stationServer, stationServerIssues } from '../mail/station-server.ts'
import { parseBySchema } from '../parse-by-schema.ts'
import type { ParsedConfig } from '../receiver.ts'

export interface RelayConfig {
  recipient: string
  sender: string
  server: SmtpSettings
  mails: 'first' | 'each'
  language?: (typeof LANGUAGES)[number]
}

/** Parses the settings of a relay, with the rules that its schema cannot say. */
export function parseRelayConfig(config: unknown): ParsedConfig<RelayConfig> {
  const parsed = parseBySchema(relay.config, config)
  if (!parsed.ok) return parsed
  const errors = stationServerIssues(parsed.config)
  if (errors.length > 0) return { ok: false, errors }
  const { recipient, sender, mails = 'first', language } = parsed.config
  const server = stationServer(parsed.config)
  return { ok: true, config: { recipient, sender, server, mails, ...(language ? { language } : {}) } }
}
