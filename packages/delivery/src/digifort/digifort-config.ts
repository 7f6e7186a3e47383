import { digifort } from '@winnow/contract'
import { parseBySchema } from '../parse-by-schema.ts'
import type { ParsedConfig } from '../receiver.ts'
import type { Template } from '../template/parse-template.ts'
import { checkVms } from '../vms-config.ts'

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

/** Parses the settings of a Digifort receiver, with the rules that its schema cannot say. */
export function parseDigifortConfig(config: unknown): ParsedConfig<DigifortConfig> {
  const parsed = parseBySchema(digifort.config, config)
  if (!parsed.ok) return parsed
  const {
    password = '',
    user,
    event,
    cancelEvent = '',
    events = [],
    cameras = [],
    testCamera = '',
    fingerprint = '',
  } = parsed.config
  const { address, text, errors } = checkVms(parsed.config)
  if (errors.length > 0 || !text.ok) return { ok: false, errors }
  return {
    ok: true,
    config: {
      url: `${address}/`,
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
