import { syslog } from '@winnow/contract'
import { readAuthority } from '../authority.ts'
import type { SecureTarget } from '../guard/connect-secure.ts'
import { isHeartbeat } from '../is-heartbeat.ts'
import { isHost } from '../is-host.ts'
import { parseBySchema } from '../parse-by-schema.ts'
import type { ConfigIssue, ParsedConfig } from '../receiver.ts'

export interface SyslogConfig {
  target: SecureTarget
  facility: number
}

/** local0: the first of those that are free for use. */
const USUAL_FACILITY = 16

/** Parses the settings of a syslog receiver, with the rules that its schema cannot say. */
export function parseSyslogConfig(config: unknown): ParsedConfig<SyslogConfig> {
  const parsed = parseBySchema(syslog.config, config)
  if (!parsed.ok) return parsed
  const { host, port, security = 'tls', authority = '', facility, heartbeatSeconds = 60 } = parsed.config
  const errors: ConfigIssue[] = []
  const check = (isFine: boolean, field: string, message: string): void => {
    if (!isFine) errors.push({ field, message })
  }
  check(isHost(host), 'host', 'dc09.host')
  check(authority === '' || readAuthority(authority) !== undefined, 'authority', 'authority.invalid')
  check(isHeartbeat(heartbeatSeconds), 'heartbeatSeconds', 'dc09.heartbeat')
  if (errors.length > 0) return { ok: false, errors }
  const target = { host, port, tls: security === 'tls', authority: authority ? readAuthority(authority) : undefined }
  return { ok: true, config: { target, facility: facility ?? USUAL_FACILITY } }
}
