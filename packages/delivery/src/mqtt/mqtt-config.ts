import { mqtt, MQTT_PLACEHOLDERS } from '@winnow/contract'
import { readAuthority } from '../authority.ts'
import type { SecureTarget } from '../guard/connect-secure.ts'
import { isHeartbeat } from '../is-heartbeat.ts'
import { isHost } from '../is-host.ts'
import { parseBySchema } from '../parse-by-schema.ts'
import type { ConfigIssue, ParsedConfig } from '../receiver.ts'
import { isTopic } from './topic.ts'

export interface MqttConfig {
  target: SecureTarget
  version: 4 | 5
  login?: { username: string; password: string }
  topic: string
  statusTopic: string
}

/** Parses the settings of an MQTT receiver, with the rules that its schema cannot say. */
export function parseMqttConfig(config: unknown): ParsedConfig<MqttConfig> {
  const parsed = parseBySchema(mqtt.config, config)
  if (!parsed.ok) return parsed
  const { host, port, security = 'tls', authority = '', version = '5', topic, statusTopic } = parsed.config
  const { user = '', password = '', heartbeatSeconds = 60 } = parsed.config
  const errors: ConfigIssue[] = []
  const check = (isFine: boolean, field: string, message: string): void => {
    if (!isFine) errors.push({ field, message })
  }
  check(isHost(host), 'host', 'dc09.host')
  check(authority === '' || readAuthority(authority) !== undefined, 'authority', 'authority.invalid')
  check(user === '' || password !== '', 'password', 'immix.login')
  check(user === '' || security === 'tls', 'security', 'mqtt.passwordInClear')
  check(isTopic(topic, MQTT_PLACEHOLDERS), 'topic', 'mqtt.topic')
  check(isTopic(statusTopic, []), 'statusTopic', 'mqtt.topic')
  check(isHeartbeat(heartbeatSeconds), 'heartbeatSeconds', 'dc09.heartbeat')
  if (errors.length > 0) return { ok: false, errors }
  return {
    ok: true,
    config: {
      target: { host, port, tls: security === 'tls', authority: authority ? readAuthority(authority) : undefined },
      version: version === '5' ? 5 : 4,
      ...(user === '' ? {} : { login: { username: user, password } }),
      topic,
      statusTopic,
    },
  }
}
