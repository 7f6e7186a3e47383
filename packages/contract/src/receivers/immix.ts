import { z } from 'zod'
import { alarmChoice, alarmFields } from './choice.ts'
import { clipChoice, clipFields } from './clip.ts'
import { defineReceiver, MAX_CAMERAS } from './definition.ts'
import { stationMailConfig, stationServerFields } from './station-mail.ts'

/** The types of events that Immix knows. */
const IMMIX_EVENTS = [
  'AccessDenied',
  'AccessGranted',
  'CounterChanged',
  'DeviceArm',
  'DeviceDisarm',
  'DoorForced',
  'Duress',
  'FireAlarm',
  'InputAlarm',
  'IntruderDetected',
  'LineCounter',
  'LogicalEvent',
  'MotionDetected',
  'ObjectAbandoned',
  'ObjectAppeared',
  'ObjectColour',
  'ObjectDetected',
  'ObjectDirection',
  'ObjectDisappeared',
  'ObjectDwell',
  'ObjectEntered',
  'ObjectExited',
  'ObjectRemoved',
  'ObjectSpeed',
  'ObjectStopped',
  'PanicAlarm',
  'PersonDetected',
  'SensorAlarm',
  'SystemEvent',
  'Tailgating',
  'TamperAlarm',
  'TestAlarm',
  'UnknownAlarm',
  'VehicleDetected',
  'VideoLoss',
] as const

/** The number of a camera at the station, from 1. */
const input = z
  .string()
  .trim()
  .max(5)
  .regex(/^\d{0,5}$/)

/** Immix: a mail to the site's address with XML and the picture. */
export const immix = defineReceiver({
  id: 'immix',
  title: 'receivers.kinds.immix',
  icon: 'station',
  config: z.object({
    /** `recipient` is the site's address, as `S1234@…`. */
    ...stationMailConfig,
    /** The input of cameras that `cameras` does not name. */
    input: input.optional(),
    cameras: z
      .array(z.object({ camera: z.string().trim().min(1).max(100), input: input.optional() }))
      .max(MAX_CAMERAS)
      .optional(),
    /** Types of events by the class of the object found. */
    events: z
      .array(z.object({ class: z.string().trim().min(1).max(40), event: z.enum(IMMIX_EVENTS) }))
      .max(100)
      .optional(),
    /** The form of times, which must be that of the station's server. All but `utc` are in the site's time zone. */
    dateFormat: z.enum(['utc', 'offset', 'day-first', 'month-first']).optional(),
    ...clipChoice,
    ...alarmChoice,
  }),
  fields: [
    { name: 'recipient', control: 'text', label: 'receivers.immix.recipient', hint: 'receivers.immix.recipientHint' },
    { name: 'sender', control: 'text', label: 'receivers.immix.sender', hint: 'receivers.immix.senderHint' },
    ...stationServerFields(25),
    { name: 'input', control: 'text', label: 'receivers.immix.input', hint: 'receivers.immix.inputHint', initial: '1' },
    {
      name: 'cameras',
      control: 'table',
      label: 'receivers.immix.cameras',
      hint: 'receivers.immix.camerasHint',
      columns: [
        { name: 'camera', label: 'receivers.table.camera' },
        { name: 'input', label: 'receivers.table.input' },
      ],
      optional: true,
    },
    {
      name: 'events',
      control: 'table',
      label: 'receivers.immix.events',
      hint: 'receivers.immix.eventsHint',
      columns: [
        { name: 'class', label: 'receivers.table.class' },
        { name: 'event', label: 'receivers.table.event' },
      ],
      optional: true,
    },
    {
      name: 'dateFormat',
      control: 'choice',
      label: 'receivers.immix.dateFormat',
      hint: 'receivers.immix.dateFormatHint',
      initial: 'utc',
      options: [
        { value: 'utc', label: 'receivers.immix.utc' },
        { value: 'offset', label: 'receivers.immix.offset' },
        { value: 'day-first', label: 'receivers.immix.dayFirst' },
        { value: 'month-first', label: 'receivers.immix.monthFirst' },
      ],
    },
    ...clipFields('receivers.clip.insteadOfPicture'),
    ...alarmFields('receivers.immix.filteredHint'),
  ],
  destination: 'recipient',
  secretFields: ['password'],
  signs: false,
  capabilities: { test: true, heartbeat: true, pictures: true, clip: true, link: true, cameras: true },
})
