import { digitalWatchdog } from '@winnow/contract'
import { parseBySchema } from '../parse-by-schema.ts'
import type { ParsedConfig } from '../receiver.ts'
import type { Template } from '../template/parse-template.ts'
import { checkVms } from '../vms-config.ts'

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

/** Parses the settings of a DW Spectrum or Nx Witness server, with the rules that its schema cannot say. */
export function parseDigitalWatchdogConfig(config: unknown): ParsedConfig<DigitalWatchdogConfig> {
  const parsed = parseBySchema(digitalWatchdog.config, config)
  if (!parsed.ok) return parsed
  const {
    password = '',
    source = '',
    user,
    event,
    cancelEvent = '',
    events = [],
    cameras = [],
    bookmark = false,
    fingerprint = '',
  } = parsed.config
  const { address, text, errors } = checkVms(parsed.config)
  if (errors.length > 0 || !text.ok) return { ok: false, errors }
  return {
    ok: true,
    config: {
      url: address,
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
