import { z } from 'zod'
import { LANGUAGES } from '../values.ts'
import { alarmAndEventChoice, alarmAndEventFields } from './choice.ts'
import { clipChoice, clipFields } from './clip.ts'
import { severityChoice, severityField } from './severity.ts'
import { defineReceiver } from './definition.ts'
import { pictureLimit, pictureLimitField } from './picture-limit.ts'
import { templateFields } from './template-fields.ts'
import { templateSettings } from './template.ts'

export const email = defineReceiver({
  id: 'email',
  title: 'receivers.kinds.email',
  icon: 'mail',
  config: z.object({
    recipients: z.array(z.string().max(318)).min(1).max(50),
    /** The language of the mails; default English. Names of clients, sites and cameras are not translated. */
    language: z.enum(LANGUAGES).optional(),
    ...templateSettings,
    /** Mails for people, or by a template for Patriot’s reader of standard media mails. */
    format: z.enum(['words', 'patriot']).optional(),
    ...pictureLimit,
    ...clipChoice,
    ...alarmAndEventChoice,
    ...severityChoice,
  }),
  fields: [
    { name: 'recipients', control: 'mail-addresses', label: 'receivers.recipients', hint: 'receivers.recipientsHint' },
    {
      name: 'format',
      control: 'choice',
      label: 'receivers.template.format',
      initial: 'words',
      options: [
        { value: 'words', label: 'receivers.template.words' },
        { value: 'patriot', label: 'receivers.template.patriot' },
      ],
    },
    {
      name: 'language',
      control: 'language',
      label: 'receivers.language',
      when: { field: 'format', is: 'words' },
    },
    ...templateFields.map((field) => ({ ...field, when: { field: 'format', is: 'patriot' } as const })),
    pictureLimitField,
    ...clipFields('receivers.clip.besidePicture'),
    ...alarmAndEventFields('receivers.choice.filteredInSubject'),
    severityField,
  ],
  destination: 'recipients',
  secretFields: [],
  signs: false,
  capabilities: {
    test: true,
    heartbeat: false,
    pictures: true,
    clip: true,
    link: true,
    cameras: true,
    events: true,
    severity: true,
  },
})
