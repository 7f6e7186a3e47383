import { z } from 'zod'

/** The SHA-256 fingerprint of a certificate that no public authority has signed: 64 hexadecimal digits, with or without colons. */
export const fingerprint = z
  .string()
  .trim()
  .max(95)
  .regex(/^$|^([0-9A-Fa-f]{2}:?){31}[0-9A-Fa-f]{2}$/)
  .optional()

/** The field of `fingerprint`. */
export const certificateField = {
  name: 'fingerprint',
  control: 'text',
  label: 'receivers.vms.fingerprint',
  hint: 'receivers.vms.fingerprintHint',
  optional: true,
} as const

/** The field of a table of events by the class of the object found. */
export const eventsField = {
  name: 'events',
  control: 'table',
  label: 'receivers.vms.events',
  hint: 'receivers.vms.eventsHint',
  columns: [
    { name: 'class', label: 'receivers.table.class' },
    { name: 'event', label: 'receivers.vms.event' },
  ],
  optional: true,
} as const
