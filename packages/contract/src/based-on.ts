import { z } from 'zod'
import { contact, MAX_CONTACTS, SITE_NOTES_MAX } from './site-details.ts'
import { INTEGRATION_TYPES, objectClass } from './values.ts'

// The values that the caller of a change saw, of the fields that they change, each in the form of the body. If one of these fields has
// another value by now, the change is refused with CONFLICT, so that nobody overwrites a change without having seen it. Without these values
// nothing is checked. The rules for new values do not apply here: values from before a rule existed must be accepted.

const status = z.object({ active: z.boolean() })
const name = z.string().max(100)

export const projectBasedOn = z.object({ name }).partial()

export const siteBasedOn = z
  .object({
    name,
    timezone: z.string().max(100).nullable(),
    status,
    address: z.string().max(100).nullable(),
    notes: z.string().max(SITE_NOTES_MAX).nullable(),
    contacts: z.array(contact).max(MAX_CONTACTS),
    idleHours: z.number().int().nullable(),
  })
  .partial()

export const viewBasedOn = z
  .object({
    name,
    integration: z.enum(INTEGRATION_TYPES),
    status,
    wantedClasses: z.array(objectClass),
    sensitivity: z.number().int(),
    thermal: z.boolean(),
    ptz: z.boolean(),
    channel: z.string().max(100).nullable(),
    deviceModel: z.string().max(100).nullable(),
    mergeWindowSeconds: z.number().int(),
  })
  .partial()
