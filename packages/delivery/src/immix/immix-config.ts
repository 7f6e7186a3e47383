import { immix } from '@winnow/contract'
import { mailAddressIssue } from '@winnow/domain'
import { isHost } from '../is-host.ts'
import { parseBySchema } from '../parse-by-schema.ts'
import type { ConfigIssue, ParsedConfig } from '../receiver.ts'
import type { DateFormat } from './alarm-time.ts'

export interface ImmixConfig {
  recipient: string
  sender: string
  server: { host: string; port: number; security: 'starttls' | 'tls' | 'none'; user?: string; password?: string }
  input: string
  cameras: readonly { camera: string; input?: string | undefined }[]
  events: readonly { class: string; event: string }[]
  dateFormat: DateFormat
}

/** Parses the settings of an Immix receiver, with the rules that its schema cannot say. */
export function parseImmixConfig(config: unknown): ParsedConfig<ImmixConfig> {
  const parsed = parseBySchema(immix.config, config)
  if (!parsed.ok) return parsed
  const { recipient, sender, smtpHost, smtpPort, security = 'starttls', user = '', password = '' } = parsed.config
  const { input, cameras = [], events = [], dateFormat = 'utc' } = parsed.config
  const errors: ConfigIssue[] = []
  const check = (isFine: boolean, field: string, message: string): void => {
    if (!isFine) errors.push({ field, message })
  }
  check(mailAddressIssue(recipient) === undefined, 'recipient', 'immix.address')
  check(mailAddressIssue(sender) === undefined, 'sender', 'immix.address')
  check(isHost(smtpHost), 'smtpHost', 'dc09.host')
  check(user === '' || password !== '', 'password', 'immix.login')
  check(user === '' || security !== 'none', 'security', 'immix.passwordInClear')
  if (errors.length > 0) return { ok: false, errors }
  return {
    ok: true,
    config: {
      recipient,
      sender,
      server: { host: smtpHost, port: smtpPort, security, ...(user === '' ? {} : { user, password }) },
      // Inputs are counted from 1.
      input: Number(input) > 0 ? String(input) : '1',
      cameras,
      events,
      dateFormat,
    },
  }
}
