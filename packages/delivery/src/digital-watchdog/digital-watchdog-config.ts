import { digitalWatchdog } from '@winnow/contract'
import { parseBySchema } from '../parse-by-schema.ts'
import type { ConfigIssue, ParsedConfig } from '../receiver.ts'
import { parseTemplate, type Template } from '../template/parse-template.ts'
import { urlIssues } from '../url-issues.ts'

export interface DigitalWatchdogConfig {
  /** Without a slash at its end. */
  url: string
  user: string
  password: string
  fingerprint: string
  source: string
  event: string
  cancelEvent: string
  events: readonly { class: string; event: string }[]
  message: Template
  bookmark: boolean
  cameras: readonly { camera: string; device?: string | undefined }[]
}

const USUAL_MESSAGE = '{{summary}} {{picture.url}}'

/** Parses the settings of a DW Spectrum or Nx Witness server, with the rules that its schema cannot say. */
export function parseDigitalWatchdogConfig(config: unknown): ParsedConfig<DigitalWatchdogConfig> {
  const parsed = parseBySchema(digitalWatchdog.config, config)
  if (!parsed.ok) return parsed
  const { url, password = '', message = '', source = '', ...rest } = parsed.config
  const { user, event, cancelEvent = '', events = [], cameras = [], bookmark = false, fingerprint = '' } = rest
  const errors: ConfigIssue[] = urlIssues(url)
  const check = (isFine: boolean, field: string, text: string): void => {
    if (!isFine) errors.push({ field, message: text })
  }
  if (errors.length === 0) check(url.startsWith('https:'), 'url', 'vms.passwordInClear')
  if (errors.length === 0) check(new URL(url).search === '', 'url', 'digifort.query')
  check(password !== '', 'password', 'v.required')
  const text = parseTemplate(message === '' ? USUAL_MESSAGE : message, 'line')
  check(text.ok, 'message', 'template')
  if (errors.length > 0 || !text.ok) return { ok: false, errors }
  return {
    ok: true,
    config: {
      url: url.replace(/#.*$/, '').replace(/\/+$/, ''),
      user,
      password,
      fingerprint,
      source: source || 'Winnow',
      event,
      cancelEvent,
      events,
      message: text.template,
      bookmark,
      cameras,
    },
  }
}
