import { z } from 'zod'
import { choiceAndDebouncing, choiceFields, debounceField, eventChoice, eventFields, linkField } from './choice.ts'
import { severityChoice, severityField } from './severity.ts'
import { defineReceiver } from './definition.ts'

/** Messages that the station fetches by our API, instead of being called. */
export const productApi = defineReceiver({
  id: 'product-api',
  title: 'receivers.kinds.productApi',
  icon: 'webhook',
  config: z.object({
    /** Home says when nobody has asked for messages for so long; 0: never. */
    heartbeatSeconds: z.number().int().min(0).max(86_400),
    ...choiceAndDebouncing,
    ...eventChoice,
    ...severityChoice,
  }),
  fields: [
    {
      name: 'heartbeatSeconds',
      control: 'number',
      label: 'receivers.productApi.heartbeat',
      hint: 'receivers.productApi.heartbeatHint',
      initial: 120,
    },
    ...choiceFields('receivers.filteredHint'),
    debounceField,
    linkField,
    ...eventFields,
    severityField,
  ],
  destination: 'heartbeatSeconds',
  secretFields: [],
  signs: false,
  capabilities: {
    test: true,
    heartbeat: true,
    pictures: false,
    link: true,
    cameras: false,
    fetched: true,
    events: true,
    severity: true,
  },
})
