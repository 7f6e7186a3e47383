import { z } from 'zod'
import { alarmChoice, alarmFields } from './choice.ts'
import { defineReceiver, MAX_CAMERAS } from './definition.ts'
import { pictureLimit, pictureLimitField } from './picture-limit.ts'
import { certificateField, eventsField, fingerprint } from './vms-fields.ts'

/** The name of an event, its text, or the id of its type. */
const event = z.string().trim().max(200)

const ANALYTICS = { field: 'way', is: 'analytics' } as const
const GENERIC = { field: 'way', is: 'generic' } as const
const REST = { field: 'way', is: 'rest' } as const

/** Milestone XProtect: analytics events, generic events, or user-defined events by its REST API. */
export const milestone = defineReceiver({
  id: 'milestone',
  title: 'receivers.kinds.milestone',
  icon: 'station',
  config: z.object({
    way: z.enum(['analytics', 'generic', 'rest']).optional(),
    /** The event server (`analytics`), or the API gateway (`rest`). */
    url: z.string().trim().max(2048).optional(),
    /** The event server of generic events. */
    host: z.string().trim().max(253).optional(),
    port: z.number().int().min(1).max(65_535).nullable().optional(),
    user: z.string().trim().max(200).optional(),
    password: z.string().max(1000).optional(),
    fingerprint,
    /** `analytics`: its name. `generic`: the text, with values of the alarm. `rest`: the id of the user-defined event. */
    event: event.min(1),
    /** The same for corrections to false; empty: these are not sent. */
    cancelEvent: event.optional(),
    /** Other events by the class of the object found. */
    events: z
      .array(z.object({ class: z.string().trim().min(1).max(40), event: event.min(1) }))
      .max(100)
      .optional(),
    /** What XProtect calls each camera: its id, or its address. */
    cameras: z
      .array(z.object({ camera: z.string().trim().min(1).max(100), source: z.string().trim().max(100).optional() }))
      .max(MAX_CAMERAS)
      .optional(),
    /** Whether the picture goes along. */
    picture: z.boolean().optional(),
    ...pictureLimit,
    ...alarmChoice,
  }),
  fields: [
    {
      name: 'way',
      control: 'choice',
      label: 'receivers.milestone.way',
      initial: 'analytics',
      options: [
        { value: 'analytics', label: 'receivers.milestone.analytics' },
        { value: 'generic', label: 'receivers.milestone.generic' },
        { value: 'rest', label: 'receivers.milestone.rest' },
      ],
    },
    {
      name: 'url',
      control: 'url',
      label: 'receivers.milestone.url',
      hint: 'receivers.milestone.urlHint',
      when: { field: 'way', isNot: 'generic' },
    },
    { name: 'host', control: 'text', label: 'receivers.milestone.host', when: GENERIC },
    { name: 'port', control: 'number', label: 'receivers.dc09.port', initial: 1234, when: GENERIC },
    { name: 'user', control: 'text', label: 'receivers.immix.user', when: REST },
    { name: 'password', control: 'secret', label: 'receivers.immix.password', when: REST },
    { ...certificateField, when: { field: 'way', isNot: 'generic' } },
    { name: 'event', control: 'text', label: 'receivers.milestone.event', hint: 'receivers.milestone.eventHint' },
    {
      name: 'cancelEvent',
      control: 'text',
      label: 'receivers.milestone.cancelEvent',
      hint: 'receivers.milestone.cancelEventHint',
      optional: true,
    },
    eventsField,
    {
      name: 'cameras',
      control: 'table',
      label: 'receivers.milestone.cameras',
      hint: 'receivers.milestone.camerasHint',
      columns: [
        { name: 'camera', label: 'receivers.table.camera' },
        { name: 'source', label: 'receivers.table.source' },
      ],
      optional: true,
      when: ANALYTICS,
    },
    {
      name: 'picture',
      control: 'switch',
      label: 'receivers.embed',
      hint: 'receivers.milestone.pictureHint',
      when: ANALYTICS,
    },
    { ...pictureLimitField, when: { field: 'picture', is: true } },
    ...alarmFields('receivers.choice.filteredAsEvent'),
  ],
  destination: 'event',
  secretFields: ['password'],
  signs: false,
  capabilities: { test: true, heartbeat: false, pictures: true, link: true, cameras: true },
})
