import type { MailTemplate } from '@winnow/contract'

/** What is typed: a template, and the mail that it is tried on. */
export type TemplateDraft = Pick<
  MailTemplate,
  'name' | 'system' | 'subject' | 'text' | 'exampleSubject' | 'exampleText'
>
