import { z } from 'zod'
import { operation } from '../operation.ts'
import { id, idParams } from '../values.ts'
import { MAX_CAMERAS } from './definition.ts'
import { severityChoice } from './severity.ts'

/** The values that a template can contain, as `{{site.name}}`. docs/receivers.md says what each of them is. */
export const TEMPLATE_NAMES = [
  'summary',
  'code',
  'account',
  'zone',
  'verdict',
  'previousVerdict',
  'type',
  'isTrue',
  'isCorrection',
  'isTest',
  'class',
  'classes',
  'score',
  'scorePercent',
  'reasons',
  'rules',
  'plate',
  'camera.name',
  'camera.id',
  'site.name',
  'site.id',
  'site.timezone',
  'project.name',
  'project.id',
  'company.name',
  'company.id',
  'receivedAt',
  'receivedAtLocal',
  'receivedAtMs',
  'verdictAt',
  'deviceTime',
  'picture.url',
  'picture.base64',
  'pictureCount',
  'gatheredCount',
  'gatheredIds',
  'severity',
  'link',
  'consoleUrl',
  'alarm.id',
  'message.id',
] as const
export type TemplateName = (typeof TEMPLATE_NAMES)[number]

/** What a webhook's body is: ours (`standard`), a station's by its ready template, or an own template in JSON or XML. */
export const WEBHOOK_FORMATS = ['standard', 'sureview', 'evalink', 'json', 'xml'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** What is made by a template: the body of a webhook, or the text of a mail to Patriot. */
export type TemplateFormat = Exclude<WebhookFormat, 'standard'> | 'patriot'

/** The template of each format where the settings have none: the ready ones of the stations, and a beginning for an own one. */
export const READY_TEMPLATES: Readonly<Record<TemplateFormat, string>> = {
  patriot: 'client={{account}} zone={{zone}} type={{code}} url={{link}}',
  sureview: `{
  "systemIdentifier": "{{account}}",
  "text": "{{summary}}",
  "responseCode": "{{zone}}",
  "eventCode": "{{code}}"
}`,
  evalink: `{
  "deviceId": "{{account}}",
  "alarmCode": "{{code}}",
  "alarmValue": true,
  "timestamp": {{receivedAtMs}},
  "source": "Winnow",
  "alarmMsg": "{{summary}}",
  "alarmZone": "{{zone}}",
  "alarmZoneName": "{{camera.name}}",
  "partitionName": "{{site.name}}",
  "testMessage": {{isTest}},
  "headers": [
    { "name": "attachment.url", "value": "{{picture.url}}" },
    { "name": "winnow.message", "value": "{{message.id}}" }
  ]
}`,
  json: `{
  "id": "{{message.id}}",
  "alarm": "{{alarm.id}}",
  "text": "{{summary}}",
  "verdict": "{{verdict}}",
  "camera": "{{camera.name}}",
  "site": "{{site.name}}",
  "time": "{{receivedAt}}",
  "picture": {{picture.url}}
}`,
  xml: `<alarm id="{{message.id}}">
  <text>{{summary}}</text>
  <verdict>{{verdict}}</verdict>
  <camera>{{camera.name}}</camera>
  <site>{{site.name}}</site>
  <time>{{receivedAt}}</time>
  <picture>{{picture.url}}</picture>
</alarm>`,
}

export const MAX_TEMPLATE = 20_000
/** A name at the station: no blanks and nothing that separates fields. */
const stationName = z
  .string()
  .trim()
  .max(64)
  .regex(/^[0-9A-Za-z._:@/-]*$/)

/** Settings of a receiver whose messages are made by a template. */
export const templateSettings = {
  format: z.enum(WEBHOOK_FORMATS).optional(),
  /** Empty: the ready template of the format. */
  template: z.string().max(MAX_TEMPLATE).optional(),
  /** The account and the zone of cameras that `cameras` does not name. */
  account: stationName.optional(),
  zone: stationName.optional(),
  cameras: z
    .array(
      z.object({
        camera: z.string().trim().min(1).max(100),
        account: stationName.optional(),
        zone: stationName.optional(),
      }),
    )
    .max(MAX_CAMERAS)
    .optional(),
  /** Event codes by the class of the object found. */
  codes: z
    .array(z.object({ class: z.string().trim().min(1).max(40), code: stationName.min(1) }))
    .max(100)
    .optional(),
}

/** Parses the settings of a receiver for those of its template. */
export const templateSchema = z.object(templateSettings)

/**
 * What is wrong with a template.
 * - `unclosed`: `{{` without `}}`.
 * - `unknown`: there is no value of this name.
 * - `place`: a value cannot stand here, as inside the name of an XML element.
 * - `syntax`: what would be sent is not JSON or XML.
 * - `many`: too many values, or the picture more than once.
 */
export const TEMPLATE_PROBLEMS = ['unclosed', 'unknown', 'place', 'syntax', 'many'] as const
export type TemplateProblemCode = (typeof TEMPLATE_PROBLEMS)[number]

const templateProblem = z.object({
  code: z.enum(TEMPLATE_PROBLEMS),
  /** The place in the template, counted from 1. */
  line: z.number().int(),
  column: z.number().int(),
  /** The name that is not known. */
  name: z.string().nullable(),
})
export type TemplateProblem = z.output<typeof templateProblem>

export const previewReceiver = operation({
  id: 'receivers.preview',
  method: 'POST',
  path: '/v1/site/:id/receivers/preview',
  summary: 'What a template makes of an alarm of the site, or of a test. Nothing is stored or sent',
  tag: 'Receivers',
  scope: [
    { in: 'path', at: 'id', kind: 'site' },
    { in: 'body', at: 'alarmId', kind: 'alarm', optional: true },
  ],
  permission: 'integration.manage',
  params: idParams,
  body: z.object({
    ...templateSettings,
    ...severityChoice,
    format: z.enum(['sureview', 'evalink', 'json', 'xml', 'patriot']),
    /** An alarm of the site; without one, a test message is shown. */
    alarmId: id.optional(),
  }),
  /** As large as the settings of a receiver, with a table of all cameras of a large site. */
  maxBytes: 2 * 1024 * 1024,
  reply: z.object({
    /** What would be sent; null while the template has a problem. The signature of picture addresses is left out, as is the picture itself. */
    text: z.string().nullable(),
    /** Values of the template that this alarm does not have. */
    missing: z.array(z.enum(TEMPLATE_NAMES)),
    problems: z.array(templateProblem),
  }),
})
