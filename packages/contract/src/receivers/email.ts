import { z } from 'zod'
import { LANGUAGES } from '../values.ts'
import { defineReceiver } from './definition.ts'

export const email = defineReceiver({
  id: 'email',
  title: 'receivers.kinds.email',
  icon: 'mail',
  config: z.object({
    recipients: z.array(z.string().max(318)).min(1).max(50),
    /** The language of the mails; default English. Names of clients, sites and cameras are not translated. */
    language: z.enum(LANGUAGES).optional(),
  }),
  fields: [
    { name: 'recipients', control: 'mail-addresses', label: 'receivers.recipients', hint: 'receivers.recipientsHint' },
    { name: 'language', control: 'language', label: 'receivers.language' },
  ],
  destination: 'recipients',
  secretFields: [],
  signs: false,
  capabilities: { test: true, heartbeat: false, pictures: true, link: false, cameras: false },
})
