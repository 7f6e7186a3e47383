import { mailAddressIssue, normalizeMailAddress } from '@winnow/domain'
import { LANGUAGES, templateSchema } from '@winnow/contract'
import { parseBySchema } from '../parse-by-schema.ts'
import { parseStationBody, type StationBody } from '../template/station-body.ts'
import type { ConfigIssue, ParsedConfig } from '../receiver.ts'

export interface EmailConfig {
  /** Each recipient gets a separate mail and does not see the others. */
  recipients: string[]
  /** The mails' language; English by default. */
  language?: (typeof LANGUAGES)[number]
  /** The text in a station's form; without it, the mail is for people. */
  station?: StationBody
}

const MAX_RECIPIENTS = 50

function recipientIssue(recipient: unknown, index: number): ConfigIssue[] {
  const field = `recipients.${index}`
  if (typeof recipient !== 'string' || recipient.trim() === '') return [{ field, message: 'v.required' }]
  const issue = mailAddressIssue(recipient.trim())
  if (!issue) return []
  return [{ field, message: issue.key, ...(issue.params ? { params: issue.params } : {}) }]
}

/** The text in a station's form, if the settings ask for one. */
function stationOf(config: Readonly<Record<string, unknown>>): ParsedConfig<StationBody | undefined> {
  if (config['format'] !== 'patriot') return { ok: true, config: undefined }
  const parsed = parseBySchema(templateSchema.omit({ format: true }), config)
  if (!parsed.ok) return parsed
  const station = parseStationBody({ format: 'patriot', ...parsed.config }, {})
  return station.ok ? { ok: true, config: station.body } : station
}

/**
 * Parses the settings of the e-mail receiver: 1 to 50 addresses. Drops surrounding blanks, duplicates, and a language that this version
 * does not have.
 */
export function parseEmailConfig(config: unknown): ParsedConfig<EmailConfig> {
  const recipients: unknown = Object(config)['recipients']
  if (!Array.isArray(recipients) || recipients.length === 0) {
    return { ok: false, errors: [{ field: 'recipients', message: 'v.required' }] }
  }
  if (recipients.length > MAX_RECIPIENTS) {
    return { ok: false, errors: [{ field: 'recipients', message: 'v.numMax', params: { n: MAX_RECIPIENTS } }] }
  }
  const errors = recipients.flatMap(recipientIssue)
  if (errors.length > 0) return { ok: false, errors }
  const station = stationOf(Object(config))
  if (!station.ok) return station
  const language = LANGUAGES.find((each) => each === Object(config)['language'])
  return {
    ok: true,
    config: {
      recipients: [...new Set(recipients.map((text) => normalizeMailAddress(String(text))))],
      ...(language ? { language } : {}),
      ...(station.config ? { station: station.config } : {}),
    },
  }
}
