import { READY_TEMPLATES, type TemplateFormat, type TemplateName, type TemplateProblem } from '@winnow/contract'
import type { DeliveryAlarm } from '../payload.ts'
import type { ConfigIssue } from '../receiver.ts'
import { checkTemplate } from './check-template.ts'
import { parseTemplate, type Template, type TemplateTarget } from './parse-template.ts'
import { renderTemplate } from './render-template.ts'
import { templateFacts, type StationNames } from './template-facts.ts'

/** The body that a webhook sends in a station's form, and its headers with values of the alarm. */
export interface StationBody {
  format: TemplateFormat
  template: Template
  names: StationNames
  headers: readonly (readonly [name: string, template: Template])[]
}

/** The settings of a body, as they are parsed by their schema. */
export interface BodySettings {
  format: TemplateFormat
  template?: string | undefined
  account?: string | undefined
  zone?: string | undefined
  cameras?: StationNames['cameras'] | undefined
  codes?: StationNames['codes'] | undefined
}

const TARGETS: Readonly<Record<TemplateFormat, TemplateTarget>> = {
  sureview: 'json',
  evalink: 'json',
  json: 'json',
  xml: 'xml',
  patriot: 'word',
}

const namesOf = ({ account = '', zone = '', cameras = [], codes = [] }: BodySettings): StationNames => ({
  account,
  zone,
  cameras,
  codes,
})

const templateOf = ({ format, template = '' }: BodySettings) =>
  checkTemplate(template.trim() === '' ? READY_TEMPLATES[format] : template, TARGETS[format])

/** Parses the settings of a body. The issues name fields, and never repeat a value. */
export function parseStationBody(
  settings: BodySettings,
  headers: Readonly<Record<string, string>>,
): { ok: true; body: StationBody } | { ok: false; errors: ConfigIssue[] } {
  const errors: ConfigIssue[] = []
  const template = templateOf(settings)
  if (!template.ok) errors.push({ field: 'template', message: 'template' })
  const parsed = Object.entries(headers).flatMap(([name, text]) => {
    const header = parseTemplate(text, 'header')
    if (header.ok) return [[name, header.template] as const]
    errors.push({ field: `headers.${name.slice(0, 100)}`, message: 'template.header' })
    return []
  })
  if (!template.ok || errors.length > 0) return { ok: false, errors }
  return {
    ok: true,
    body: { format: settings.format, template: template.template, names: namesOf(settings), headers: parsed },
  }
}

/** Whether a template contains the picture itself. */
export const containsPicture = ({ template }: StationBody): boolean =>
  template.parts.some((part) => typeof part !== 'string' && part.name === 'picture.base64')

/** Writes the body and the headers about an alarm. */
export function writeStationBody(
  { template, names, headers, format }: StationBody,
  alarm: DeliveryAlarm,
  message: { id: string; picture?: string | undefined },
): { body: string; headers: Record<string, string>; contentType: string } {
  const facts = templateFacts(alarm, names, message)
  return {
    body: renderTemplate(template, facts).text,
    headers: Object.fromEntries(
      headers.map(([name, header]) => [name, renderTemplate(header, facts).text.slice(0, 1000)]),
    ),
    contentType: format === 'xml' ? 'application/xml' : 'application/json',
  }
}

/** Shows what a body would be, for the form in which it is edited. */
export function previewBody(
  settings: BodySettings,
  alarm: DeliveryAlarm,
  message: { id: string; picture?: string | undefined },
): { text: string | null; missing: TemplateName[]; problems: TemplateProblem[] } {
  const parsed = templateOf(settings)
  if (!parsed.ok) return { text: null, missing: [], problems: parsed.problems }
  return { ...renderTemplate(parsed.template, templateFacts(alarm, namesOf(settings), message)), problems: [] }
}
