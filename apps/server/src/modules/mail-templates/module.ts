import type { Module } from '../../platform/modules/module.ts'
import { registerTemplates } from './template-routes.ts'
import { registerTrials } from './trial-routes.ts'

/** How a company reads the mails of systems that write them in their own way. The intake reads the table with each mail. */
export const mailTemplatesModule: Module = {
  name: 'mail-templates',
  tables: { mail_template: { rows: 'kept' } },
  routes(register) {
    registerTemplates(register)
    registerTrials(register)
  },
}
