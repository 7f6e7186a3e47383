import { z } from 'zod'
import { alarmChoice, alarmFields } from './choice.ts'
import { defineReceiver, MAX_CAMERAS } from './definition.ts'
import { certificateField, eventsField, fingerprint } from './vms-fields.ts'

/** The name of a global event of Digifort. */
const event = z.string().trim().max(200)

/** Digifort: global events by its HTTP API. */
export const digifort = defineReceiver({
  id: 'digifort',
  title: 'receivers.kinds.digifort',
  icon: 'station',
  config: z.object({
    /** The server, as `https://server:8601/`. */
    url: z.string().trim().min(1).max(2048),
    user: z.string().trim().min(1).max(200),
    password: z.string().max(1000).optional(),
    fingerprint,
    /** Whether the password may go over HTTP without encryption. */
    inClear: z.boolean().optional(),
    event: event.min(1),
    /** The event of corrections to false; empty: these are not sent. */
    cancelEvent: event.optional(),
    /** Other events by the class of the object found. */
    events: z
      .array(z.object({ class: z.string().trim().min(1).max(40), event: event.min(1) }))
      .max(100)
      .optional(),
    /** What the operator reads: one line with values of the alarm. */
    message: z.string().trim().max(500).optional(),
    /** The camera of Digifort whose picture the test button asks for. */
    testCamera: z.string().trim().max(200).optional(),
    /** Events of their own by camera. */
    cameras: z
      .array(z.object({ camera: z.string().trim().min(1).max(100), event: z.string().trim().max(100).optional() }))
      .max(MAX_CAMERAS)
      .optional(),
    ...alarmChoice,
  }),
  fields: [
    { name: 'url', control: 'url', label: 'receivers.milestone.url', hint: 'receivers.digifort.urlHint' },
    certificateField,
    { name: 'inClear', control: 'switch', label: 'receivers.vms.inClear', hint: 'receivers.vms.inClearHint' },
    { name: 'user', control: 'text', label: 'receivers.immix.user' },
    { name: 'password', control: 'secret', label: 'receivers.immix.password' },
    { name: 'event', control: 'text', label: 'receivers.milestone.event', hint: 'receivers.digifort.eventHint' },
    {
      name: 'cancelEvent',
      control: 'text',
      label: 'receivers.milestone.cancelEvent',
      hint: 'receivers.milestone.cancelEventHint',
      optional: true,
    },
    eventsField,
    {
      name: 'message',
      control: 'text',
      label: 'receivers.digifort.message',
      hint: 'receivers.digifort.messageHint',
      initial: '{{summary}} {{link}}',
      optional: true,
    },
    {
      name: 'testCamera',
      control: 'text',
      label: 'receivers.digifort.testCamera',
      hint: 'receivers.digifort.testCameraHint',
      optional: true,
    },
    {
      name: 'cameras',
      control: 'table',
      label: 'receivers.digifort.cameras',
      hint: 'receivers.digifort.camerasHint',
      columns: [
        { name: 'camera', label: 'receivers.table.camera' },
        { name: 'event', label: 'receivers.vms.event' },
      ],
      optional: true,
    },
    ...alarmFields('receivers.choice.filteredAsEvent'),
  ],
  destination: 'url',
  secretFields: ['password'],
  signs: false,
  capabilities: { test: true, heartbeat: false, pictures: false, link: true, cameras: true },
})
