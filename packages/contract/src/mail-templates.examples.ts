import { example } from './example.ts'
import { createMailTemplate, tryMailTemplate, updateMailTemplate } from './mail-templates.ts'

const pattern = {
  subject: 'Alarm: {{event}}',
  text: 'Site: {{site}}\nCamera: {{camera}}',
  exampleSubject: 'Alarm: Intrusion',
  exampleText: 'Site: S-0042\nCamera: 3',
}

export const mailTemplatesExamples = [
  example(createMailTemplate, { body: { name: 'Station mails', system: 'sentinel', ...pattern } }),
  example(updateMailTemplate, { body: { name: 'Station mails', system: 'sentinel', ...pattern } }),
  example(tryMailTemplate, { body: pattern }),
]
