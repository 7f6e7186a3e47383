import { z } from 'zod'
import { alarmAndEventChoice, alarmAndEventFields } from './choice.ts'
import { clipChoice, clipFields } from './clip.ts'
import { severityChoice, severityField } from './severity.ts'
import { defineReceiver } from './definition.ts'
import { pictureLimit, pictureLimitField } from './picture-limit.ts'
import { templateFields } from './template-fields.ts'
import { templateSettings } from './template.ts'

/** Fields that only our own bodies have. */
const OF_STANDARD = { field: 'format', is: 'standard' } as const
/** Fields that only the bodies made by a template have. */
const OF_TEMPLATE = { field: 'format', isNot: 'standard' } as const

const [attachField, clipLimitField] = clipFields('receivers.clip.asLink')

/** The HTTP methods by which a webhook can be called. */
export const WEBHOOK_METHODS = ['POST', 'PUT'] as const

export const webhook = defineReceiver({
  id: 'webhook',
  title: 'receivers.kinds.webhook',
  icon: 'webhook',
  config: z.object({
    url: z.string().min(1).max(2048),
    /** HTTP headers sent with every message. Replies contain the names of the headers but not their values. */
    headers: z.record(z.string().max(100), z.string().max(1000)).optional(),
    /** Whether the picture is embedded in the message, for receivers that cannot fetch it from this server. */
    embedPicture: z.boolean().optional(),
    ...pictureLimit,
    method: z.enum(WEBHOOK_METHODS).optional(),
    /** Seconds between two looks whether anything answers; 0: none. */
    heartbeatSeconds: z.number().int().min(0).max(86_400).optional(),
    ...templateSettings,
    ...clipChoice,
    ...alarmAndEventChoice,
    ...severityChoice,
  }),
  fields: [
    { name: 'url', control: 'url', label: 'receivers.url.label' },
    {
      name: 'format',
      control: 'choice',
      label: 'receivers.template.format',
      initial: 'standard',
      options: [
        { value: 'standard', label: 'receivers.template.standard' },
        { value: 'sureview', label: 'receivers.template.sureview' },
        { value: 'evalink', label: 'receivers.template.evalink' },
        { value: 'json', label: 'receivers.template.json' },
        { value: 'xml', label: 'receivers.template.xml' },
      ],
    },
    {
      name: 'embedPicture',
      control: 'switch',
      label: 'receivers.embed',
      hint: 'receivers.embedHint',
      when: { field: 'format', is: 'standard' },
    },
    { ...pictureLimitField, when: { field: 'embedPicture', is: true } },
    { ...attachField, when: OF_STANDARD },
    clipLimitField,
    {
      name: 'method',
      control: 'choice',
      label: 'receivers.method',
      initial: 'POST',
      options: [
        { value: 'POST', label: 'receivers.methods.post' },
        { value: 'PUT', label: 'receivers.methods.put' },
      ],
    },
    { name: 'headers', control: 'headers', label: 'receivers.headers' },
    ...templateFields.map((field) => ({ ...field, when: OF_TEMPLATE })),
    {
      name: 'heartbeatSeconds',
      control: 'number',
      label: 'receivers.mqtt.heartbeat',
      hint: 'receivers.heartbeatHint',
      initial: 0,
    },
    ...alarmAndEventFields('receivers.filteredHint'),
    severityField,
  ],
  destination: 'url',
  secretFields: ['headers'],
  signs: true,
  capabilities: {
    test: true,
    heartbeat: true,
    pictures: true,
    clip: true,
    link: true,
    cameras: true,
    events: true,
    severity: true,
  },
})
