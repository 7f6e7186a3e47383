import { digifort } from '@winnow/contract'
import { parseBySchema } from '../parse-by-schema.ts'
import type { ConfigIssue, ParsedConfig } from '../receiver.ts'
import { parseTemplate, type Template } from '../template/parse-template.ts'
import { urlIssues } from '../url-issues.ts'

export interface DigifortConfig {
  /** With a slash at its end, without a query. */
  url: string
  user: string
  password: string
  fingerprint: string
  event: string
  cancelEvent: string
  events: readonly { class: string; event: string }[]
  message: Template
  testCamera: string
  cameras: readonly { camera: string; event?: string | undefined }[]
}

const USUAL_MESSAGE = '{{summary}} {{picture.url}}'

/** Parses the settings of a Digifort receiver, with the rules that its schema cannot say. */
export function parseDigifortConfig(config: unknown): ParsedConfig<DigifortConfig> {
  const parsed = parseBySchema(digifort.config, config)
  if (!parsed.ok) return parsed
  const { url, password = '', inClear = false, message = '', ...rest } = parsed.config
  const { user, event, cancelEvent = '', events = [], cameras = [], testCamera = '', fingerprint = '' } = rest
  const errors: ConfigIssue[] = urlIssues(url)
  const check = (isFine: boolean, field: string, text: string): void => {
    if (!isFine) errors.push({ field, message: text })
  }
  // A password that was pasted with the address would be stored and shown in plain text.
  if (errors.length === 0) check(new URL(url).search === '', 'url', 'digifort.query')
  if (errors.length === 0) check(inClear || url.startsWith('https:'), 'url', 'vms.passwordInClear')
  check(password !== '', 'password', 'v.required')
  const text = parseTemplate(message === '' ? USUAL_MESSAGE : message, 'line')
  check(text.ok, 'message', 'template')
  if (errors.length > 0 || !text.ok) return { ok: false, errors }
  return {
    ok: true,
    config: {
      url: `${url.replace(/#.*$/, '').replace(/\/+$/, '')}/`,
      user,
      password,
      fingerprint,
      event,
      cancelEvent,
      events,
      message: text.template,
      testCamera,
      cameras,
    },
  }
}
