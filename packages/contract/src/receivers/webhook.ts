import { z } from 'zod'
import { defineReceiver } from './definition.ts'

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
  }),
  fields: [
    { name: 'url', control: 'url', label: 'receivers.url.label' },
    { name: 'embedPicture', control: 'switch', label: 'receivers.embed', hint: 'receivers.embedHint' },
    { name: 'headers', control: 'headers', label: 'receivers.headers' },
  ],
  destination: 'url',
  secretFields: ['headers'],
  signs: true,
  capabilities: { test: true, heartbeat: false, pictures: true, link: true, cameras: false },
})
