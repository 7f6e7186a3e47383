import { z } from 'zod'
import { alarmChoice, alarmFields } from './choice.ts'
import { defineReceiver, MAX_CAMERAS } from './definition.ts'
import { certificateField, eventsField, fingerprint } from './vms-fields.ts'

/** The caption of a generic event, which the rules of the system compare. */
const caption = z.string().trim().max(200)
/** The id of a camera in the system. */
const deviceId = z
  .string()
  .trim()
  .max(38)
  .regex(/^$|^\{?[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}?$/)

/** DW Spectrum by Digital Watchdog, and Nx Witness, on which it stands: generic events and bookmarks. */
export const digitalWatchdog = defineReceiver({
  id: 'digital-watchdog',
  title: 'receivers.kinds.digitalWatchdog',
  icon: 'station',
  config: z.object({
    /** The server, as `https://server:7001/`. */
    url: z.string().trim().min(1).max(2048),
    user: z.string().trim().min(1).max(200),
    password: z.string().max(1000).optional(),
    fingerprint,
    /** The source of the events, which rules compare. */
    source: z.string().trim().max(100).optional(),
    event: caption.min(1),
    /** The caption of corrections to false; empty: these are not sent. */
    cancelEvent: caption.optional(),
    /** Other captions by the class of the object found. */
    events: z
      .array(z.object({ class: z.string().trim().min(1).max(40), event: caption.min(1) }))
      .max(100)
      .optional(),
    /** The description of the events: one line with values of the alarm. */
    message: z.string().trim().max(500).optional(),
    /** Whether the time of the pictures is bookmarked. */
    bookmark: z.boolean().optional(),
    cameras: z
      .array(z.object({ camera: z.string().trim().min(1).max(100), device: deviceId.optional() }))
      .max(MAX_CAMERAS)
      .optional(),
    ...alarmChoice,
  }),
  fields: [
    { name: 'url', control: 'url', label: 'receivers.milestone.url', hint: 'receivers.dw.urlHint' },
    certificateField,
    { name: 'user', control: 'text', label: 'receivers.immix.user' },
    { name: 'password', control: 'secret', label: 'receivers.immix.password' },
    {
      name: 'source',
      control: 'text',
      label: 'receivers.dw.source',
      hint: 'receivers.dw.sourceHint',
      initial: 'Winnow',
      optional: true,
    },
    {
      name: 'event',
      control: 'text',
      label: 'receivers.dw.caption',
      hint: 'receivers.dw.captionHint',
      initial: 'Alarm',
    },
    {
      name: 'cancelEvent',
      control: 'text',
      label: 'receivers.dw.cancelCaption',
      hint: 'receivers.milestone.cancelEventHint',
      optional: true,
    },
    eventsField,
    {
      name: 'message',
      control: 'text',
      label: 'receivers.dw.description',
      hint: 'receivers.digifort.messageHint',
      initial: '{{summary}} {{link}}',
      optional: true,
    },
    {
      name: 'cameras',
      control: 'table',
      label: 'receivers.dw.cameras',
      hint: 'receivers.dw.camerasHint',
      columns: [
        { name: 'camera', label: 'receivers.table.camera' },
        { name: 'device', label: 'receivers.dw.device' },
      ],
      optional: true,
    },
    { name: 'bookmark', control: 'switch', label: 'receivers.dw.bookmark', hint: 'receivers.dw.bookmarkHint' },
    ...alarmFields('receivers.choice.filteredAsEvent'),
  ],
  destination: 'url',
  secretFields: ['password'],
  signs: false,
  capabilities: { test: true, heartbeat: false, pictures: false, link: true, cameras: true },
})
