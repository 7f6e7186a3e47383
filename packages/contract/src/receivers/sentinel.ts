import { z } from 'zod'
import { alarmChoice, alarmFields } from './choice.ts'
import { clipChoice, clipFields } from './clip.ts'
import { defineReceiver, MAX_CAMERAS } from './definition.ts'
import { stationMailConfig, stationServerFields } from './station-mail.ts'

/** What a template may name. `nl` begins a new line. */
export const SENTINEL_PLACEHOLDERS = [
  'contract',
  'customer',
  'cameraNo',
  'cameraName',
  'siteName',
  'event',
  'object',
  'time',
  'id',
  'link',
  'nl',
] as const

/** The number of a contract; its last three digits select the customer. */
const contract = z
  .string()
  .trim()
  .max(12)
  .regex(/^\d{3,12}$/)
const camera = z
  .string()
  .trim()
  .max(5)
  .regex(/^\d{0,5}$/)
const template = z.string().trim().max(2000)

/** Sentinel: a mail with contract and camera number, to its Generic Line or in a form that its template reads. */
export const sentinel = defineReceiver({
  id: 'sentinel',
  title: 'receivers.kinds.sentinel',
  icon: 'station',
  config: z.object({
    ...stationMailConfig,
    contract,
    /** The number of cameras that `cameras` does not name. */
    camera: camera.optional(),
    cameras: z
      .array(
        z.object({
          camera: z.string().trim().min(1).max(100),
          number: camera.optional(),
          contract: z
            .string()
            .trim()
            .max(12)
            .regex(/^(?:\d{3,12})?$/)
            .optional(),
        }),
      )
      .max(MAX_CAMERAS)
      .optional(),
    format: z.enum(['generic-line', 'template']).optional(),
    subject: template.optional(),
    body: template.optional(),
    ...clipChoice,
    ...alarmChoice,
  }),
  fields: [
    { name: 'recipient', control: 'text', label: 'receivers.relay.recipient' },
    { name: 'sender', control: 'text', label: 'receivers.immix.sender' },
    ...stationServerFields(9025),
    {
      name: 'contract',
      control: 'text',
      label: 'receivers.sentinel.contract',
      hint: 'receivers.sentinel.contractHint',
    },
    {
      name: 'camera',
      control: 'text',
      label: 'receivers.sentinel.camera',
      hint: 'receivers.immix.inputHint',
      initial: '1',
    },
    {
      name: 'cameras',
      control: 'table',
      label: 'receivers.sentinel.cameras',
      hint: 'receivers.sentinel.camerasHint',
      columns: [
        { name: 'camera', label: 'receivers.table.camera' },
        { name: 'number', label: 'receivers.table.number' },
        { name: 'contract', label: 'receivers.table.contract' },
      ],
      optional: true,
    },
    {
      name: 'format',
      control: 'choice',
      label: 'receivers.dc09.format',
      initial: 'generic-line',
      options: [
        { value: 'generic-line', label: 'receivers.sentinel.genericLine' },
        { value: 'template', label: 'receivers.sentinel.template' },
      ],
    },
    {
      name: 'subject',
      control: 'text',
      label: 'receivers.sentinel.subject',
      initial: '{contract}-{cameraNo} {event}',
      optional: true,
      when: { field: 'format', is: 'template' },
    },
    {
      name: 'body',
      control: 'text',
      label: 'receivers.sentinel.body',
      hint: 'receivers.sentinel.bodyHint',
      initial: 'SiteID: {contract}{nl}CameraNo: {cameraNo}{nl}Event: {event}{nl}Time: {time}{nl}{link}',
      optional: true,
      when: { field: 'format', is: 'template' },
    },
    ...clipFields('receivers.clip.insteadOfPicture'),
    ...alarmFields('receivers.choice.filteredAsFalse'),
  ],
  destination: 'recipient',
  secretFields: ['password'],
  signs: false,
  capabilities: { test: true, heartbeat: true, pictures: true, clip: true, link: true, cameras: true },
})
