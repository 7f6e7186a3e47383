import { z } from 'zod'
import type { ReceiverField } from './definition.ts'

/** What every receiver can choose to get. What is left out is as it was before there was a choice: all but filtered alarms, each at once. */
export const choice = {
  trueAlarms: z.boolean().optional(),
  unverified: z.boolean().optional(),
  /** Whether filtered alarms are sent too. */
  filtered: z.boolean().optional(),
  /** Filtered alarms of the site go as one message, so many minutes after the first of them; null: each by itself. */
  digestMinutes: z.number().int().min(1).max(1440).nullable().optional(),
  /** Corrections that take an alarm back. One that makes an alarm true is always sent where true alarms are. */
  corrections: z.boolean().optional(),
}

/** The same for kinds that write messages of their own, so that one can say what happened several times. */
export const choiceAndDebouncing = {
  ...choice,
  /** After an alarm of a camera the next ones go as one message when so many seconds are over; null: each by itself. */
  debounceSeconds: z.number().int().min(1).max(3600).nullable().optional(),
  /** Whether messages carry a link that shows the alarm, not only a picture, to people without a login. */
  sharedLink: z.boolean().optional(),
}

/** What a receiver can be told of cameras besides alarms, for kinds that have words for it (`capabilities.events`). */
export const eventChoice = {
  /** A camera is idle: silent for longer than its site allows. And its end. */
  idle: z.boolean().optional(),
  /** The connection to a camera is lost, and restored. */
  connection: z.boolean().optional(),
  /** A camera is tampered with, by the report of its device or by its pictures. And its end. */
  tampering: z.boolean().optional(),
  /** Hours of the site, as `22:00-06:00`, in which messages that are no alarms wait for the end. */
  quietHours: z
    .string()
    .trim()
    .max(11)
    .regex(/^(?:([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$/)
    .optional(),
}

export const eventFields = [
  { name: 'idle', control: 'switch', label: 'receivers.choice.idle', hint: 'receivers.choice.idleHint' },
  {
    name: 'connection',
    control: 'switch',
    label: 'receivers.choice.connection',
    hint: 'receivers.choice.connectionHint',
  },
  {
    name: 'tampering',
    control: 'switch',
    label: 'receivers.choice.tampering',
    hint: 'receivers.choice.tamperingHint',
  },
  {
    name: 'quietHours',
    control: 'text',
    label: 'receivers.choice.quietHours',
    hint: 'receivers.choice.quietHoursHint',
    optional: true,
  },
] as const satisfies readonly ReceiverField[]

/** The fields of the choice. `filteredHint` says how the kind marks filtered alarms. */
export const choiceFields = <const Hint extends string>(filteredHint: Hint) =>
  [
    { name: 'trueAlarms', control: 'switch', label: 'receivers.choice.trueAlarms', initial: true },
    { name: 'unverified', control: 'switch', label: 'receivers.choice.unverified', initial: true },
    { name: 'filtered', control: 'switch', label: 'receivers.filtered', hint: filteredHint },
    {
      name: 'digestMinutes',
      control: 'number',
      label: 'receivers.choice.digest',
      hint: 'receivers.choice.digestHint',
      optional: true,
      when: { field: 'filtered', is: true },
    },
    {
      name: 'corrections',
      control: 'switch',
      label: 'receivers.choice.corrections',
      hint: 'receivers.choice.correctionsHint',
      initial: true,
    },
  ] as const satisfies readonly ReceiverField[]

export const debounceField = {
  name: 'debounceSeconds',
  control: 'number',
  label: 'receivers.choice.debounce',
  hint: 'receivers.choice.debounceHint',
  optional: true,
} as const satisfies ReceiverField

export const linkField = {
  name: 'sharedLink',
  control: 'switch',
  label: 'receivers.choice.sharedLink',
  hint: 'receivers.choice.sharedLinkHint',
} as const satisfies ReceiverField

const outageField = {
  name: 'outageDigestMinutes',
  control: 'number',
  label: 'receivers.choice.outage',
  hint: 'receivers.choice.outageHint',
  optional: true,
} as const satisfies ReceiverField

/** The choice of kinds that we call, and that have no words for what happens to cameras. */
export const alarmChoice = {
  ...choiceAndDebouncing,
  /**
   * After an outage of so many minutes one message stands for the alarms that wait; null: each by itself. A station that fetches its messages
   * gets them at its own pace.
   */
  outageDigestMinutes: z.number().int().min(1).max(10_080).nullable().optional(),
}

export const alarmFields = <const Hint extends string>(filteredHint: Hint) =>
  [...choiceFields(filteredHint), debounceField, outageField, linkField] as const satisfies readonly ReceiverField[]

/** The choice of kinds that we call, and that have words for what happens to cameras. */
export const alarmAndEventChoice = { ...alarmChoice, ...eventChoice }

export const alarmAndEventFields = <const Hint extends string>(filteredHint: Hint) =>
  [...alarmFields(filteredHint), ...eventFields] as const satisfies readonly ReceiverField[]
