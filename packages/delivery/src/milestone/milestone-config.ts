import { milestone } from '@winnow/contract'
import { isHost } from '../is-host.ts'
import { parseBySchema } from '../parse-by-schema.ts'
import type { ConfigIssue, ParsedConfig } from '../receiver.ts'
import { parseTemplate, type Template } from '../template/parse-template.ts'
import { urlIssues } from '../url-issues.ts'

interface Names {
  event: string
  cancelEvent: string
  events: readonly { class: string; event: string }[]
}

export type MilestoneConfig = Names &
  (
    | {
        way: 'analytics'
        url: string
        fingerprint: string
        cameras: readonly { camera: string; source?: string | undefined }[]
        picture: boolean
      }
    | { way: 'generic'; host: string; port: number }
    | { way: 'rest'; url: string; fingerprint: string; user: string; password: string }
  )

const USUAL_GENERIC_PORT = 1234
const GUID = /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/

/** The text of a generic event: one line with values of the alarm. */
export function genericText(text: string): Template | undefined {
  const parsed = parseTemplate(text, 'line')
  return parsed.ok ? parsed.template : undefined
}

/** Parses the settings of a Milestone receiver, with the rules that its schema cannot say. */
export function parseMilestoneConfig(config: unknown): ParsedConfig<MilestoneConfig> {
  const parsed = parseBySchema(milestone.config, config)
  if (!parsed.ok) return parsed
  const { way = 'analytics', url = '', host = '', port, user = '', password = '', ...rest } = parsed.config
  const { event, cancelEvent = '', events = [], cameras = [], picture = false, fingerprint = '' } = rest
  const names: Names = { event, cancelEvent, events }
  const errors: ConfigIssue[] = []
  const check = (isFine: boolean, field: string, message: string): void => {
    if (!isFine) errors.push({ field, message })
  }
  const checkEvents = (isFine: (text: string) => boolean, message: string): void => {
    check(isFine(event), 'event', message)
    check(cancelEvent === '' || isFine(cancelEvent), 'cancelEvent', message)
    check(
      events.every((each) => isFine(each.event)),
      'events',
      message,
    )
  }
  const result = (made: MilestoneConfig): ParsedConfig<MilestoneConfig> =>
    errors.length > 0 ? { ok: false, errors } : { ok: true, config: made }
  if (way === 'generic') {
    check(isHost(host), 'host', 'dc09.host')
    checkEvents((text) => genericText(text) !== undefined, 'template')
    return result({ way, host, port: port ?? USUAL_GENERIC_PORT, ...names })
  }
  errors.push(...urlIssues(url))
  if (way === 'analytics') return result({ way, url, fingerprint, cameras, picture, ...names })
  check(errors.length > 0 || url.startsWith('https:'), 'url', 'vms.passwordInClear')
  check(user !== '', 'user', 'v.required')
  check(password !== '', 'password', 'v.required')
  checkEvents((text) => GUID.test(text), 'milestone.eventId')
  return result({ way, url, fingerprint, user, password, ...names })
}
