import { mailAddressIssue } from '@winnow/domain'
import { resultOfAnswer } from '../answers.ts'
import { readAuthority } from '../authority.ts'
import { isHeartbeat } from '../is-heartbeat.ts'
import { isHost } from '../is-host.ts'
import type { ConfigIssue } from '../receiver.ts'
import type { DeliveryResult } from '../result.ts'
import type { MailResult, SmtpSettings } from './mailer.ts'

/** The settings of a mail server as they were entered. */
interface EnteredServer {
  recipient: string
  sender: string
  smtpHost: string
  smtpPort: number
  security?: 'starttls' | 'tls' | 'none' | undefined
  user?: string | undefined
  password?: string | undefined
  authority?: string | undefined
  heartbeatSeconds?: number | undefined
}

/** What a schema cannot say about the mail server of a station. */
export function stationServerIssues(entered: EnteredServer): ConfigIssue[] {
  const { recipient, sender, smtpHost, security, user = '', password = '', authority = '' } = entered
  const { heartbeatSeconds } = entered
  const rules: readonly (readonly [isFine: boolean, field: string, message: string])[] = [
    [mailAddressIssue(recipient) === undefined, 'recipient', 'immix.address'],
    [mailAddressIssue(sender) === undefined, 'sender', 'immix.address'],
    [isHost(smtpHost), 'smtpHost', 'dc09.host'],
    [user === '' || password !== '', 'password', 'immix.login'],
    [user === '' || security !== 'none', 'security', 'immix.passwordInClear'],
    [isHeartbeat(heartbeatSeconds), 'heartbeatSeconds', 'dc09.heartbeat'],
    [authority === '' || readAuthority(authority) !== undefined, 'authority', 'authority.invalid'],
  ]
  return rules.flatMap(([isFine, field, message]) => (isFine ? [] : [{ field, message }]))
}

/** The mail server of a station. Encryption is required unless it was switched off. */
export function stationServer({
  smtpHost,
  smtpPort,
  security,
  user,
  password,
  authority,
}: EnteredServer): SmtpSettings {
  const ca = authority ? readAuthority(authority) : undefined
  return {
    host: smtpHost,
    port: smtpPort,
    secure: security === 'tls',
    requireTls: security !== 'none',
    ...(user ? { user, pass: password ?? '' } : {}),
    ...(ca === undefined ? {} : { ca }),
  }
}

/**
 * The result of a mail to a station. A server that refuses the address, our sender or the message for good is wrongly set up, and an alarm
 * outlasts that.
 */
export function stationResult(result: MailResult, ms: number): DeliveryResult {
  if (result.ok) return { ok: true, ms, ...(result.via === 'smtp' ? { status: result.status } : {}) }
  if (result.retry || result.status === undefined) return { ...result, ms }
  return { ...resultOfAnswer('misconfigured', result.detail, ms), status: result.status }
}
