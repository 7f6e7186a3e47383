import { z } from 'zod'
import { operation } from './operation.ts'
import { changedName, EVENT_TYPES, id, idParams, isoTime, name, success } from './values.ts'

export const MAIL_TEMPLATE_LIMITS = {
  templates: 20,
  subject: 300,
  /** Characters of the text of a template. */
  text: 2_000,
  /** Characters of the text of a pasted mail: as many as are kept of a mail that arrives. */
  example: 4_000,
} as const

/** What a template takes from a mail, as `{{camera}}`. `any` is text that changes and says nothing. */
export const MAIL_GROUPS = ['camera', 'site', 'event', 'time', 'any'] as const
/** The systems whose mails templates are for. The names of the first two are shown with their alarms. */
export const MAIL_SYSTEMS = ['sentinel', 'rialto', 'other'] as const
export const MAIL_TEMPLATE_PROBLEMS = ['unclosed', 'unknown', 'adjacent', 'twice', 'vague', 'nothing'] as const

const limits = MAIL_TEMPLATE_LIMITS
/** A template, and a mail that it is tried on. */
const pattern = {
  /** Fits the whole subject; empty: any subject. */
  subject: z.string().max(limits.subject).default(''),
  /** Each line fits one line of the mail, in this order. */
  text: z.string().max(limits.text).default(''),
  exampleSubject: z.string().max(limits.subject).default(''),
  exampleText: z.string().max(limits.example).default(''),
}
const body = z.object({ name, system: z.enum(MAIL_SYSTEMS), ...pattern })

export const mailTemplate = z.object({
  id,
  name: z.string(),
  system: z.enum(MAIL_SYSTEMS),
  subject: z.string(),
  text: z.string(),
  exampleSubject: z.string(),
  exampleText: z.string(),
  version: z.number().int(),
  changedAt: isoTime,
  changedBy: z.string(),
})
export type MailTemplate = z.output<typeof mailTemplate>

const mailTemplateProblem = z.object({
  code: z.enum(MAIL_TEMPLATE_PROBLEMS),
  field: z.enum(['subject', 'text']),
  /** Counted from 1. */
  line: z.number().int(),
  column: z.number().int(),
  /** The name of the group, if the problem is one of a group. */
  name: z.string().nullable(),
})
export type MailTemplateProblem = z.output<typeof mailTemplateProblem>

export const mailTemplateTrial = z.object({
  problems: z.array(mailTemplateProblem),
  /** Whether the pasted mail fits. */
  matches: z.boolean(),
  /** The first line of the template that no line of the mail fits, without empty lines counted from 1; 0: the subject. */
  missingLine: z.number().int().nullable(),
  found: z
    .object({
      camera: z.string().nullable(),
      site: z.string().nullable(),
      event: z.string().nullable(),
      /** What kind of event the words are. */
      eventType: z.enum(EVENT_TYPES),
      time: z.string().nullable(),
    })
    .nullable(),
  /** The camera that a mail with these finds would go to, if the mail names the site; null if there is none, or more than one. */
  camera: z
    .object({
      name: z.string(),
      siteName: z.string(),
      /** Whether only a mail with the login of this site goes there. */
      needsLogin: z.boolean(),
    })
    .nullable(),
})
export type MailTemplateTrial = z.output<typeof mailTemplateTrial>

const settings = { tag: 'Mail templates', scope: 'self', permission: 'company.write' } as const

export const listMailTemplates = operation({
  ...settings,
  id: 'mailTemplates.list',
  method: 'GET',
  path: '/v1/mail-templates',
  summary: 'The templates by which mails of the company are read, in the order in which they are tried',
  reply: z.array(mailTemplate),
})

export const createMailTemplate = operation({
  ...settings,
  id: 'mailTemplates.create',
  method: 'POST',
  path: '/v1/mail-templates',
  summary: 'Add a template. It must fit its example',
  body,
  reply: mailTemplate,
  errors: ['NAME_TAKEN', 'CAPACITY_REACHED'],
})

export const updateMailTemplate = operation({
  ...settings,
  id: 'mailTemplates.update',
  method: 'PUT',
  path: '/v1/mail-templates/:id',
  summary: 'Change a template. It must fit its example',
  params: idParams,
  body: body.extend({
    name: changedName,
    /** The version that the caller saw. If it is another by now, the change is refused with CONFLICT. */
    basedOn: z.object({ version: z.number().int() }).optional(),
  }),
  reply: mailTemplate,
  errors: ['NOT_FOUND', 'NAME_TAKEN', 'CONFLICT'],
})

export const deleteMailTemplate = operation({
  ...settings,
  id: 'mailTemplates.delete',
  method: 'DELETE',
  path: '/v1/mail-templates/:id',
  summary: 'Delete a template. Its mails are read as those of any device from then on',
  params: idParams,
  reply: success,
  errors: ['NOT_FOUND'],
})

export const tryMailTemplate = operation({
  ...settings,
  id: 'mailTemplates.try',
  method: 'POST',
  path: '/v1/mail-templates/try',
  summary: 'What a template finds in a mail. Stores nothing',
  body: z.object(pattern),
  reply: mailTemplateTrial,
})
