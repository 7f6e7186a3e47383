import type { BodyInput, Contact, DetailedSite, updateSite } from '@winnow/contract'

/** A contact in the form. Empty texts mean that it has none. */
export interface ContactDraft {
  type: Contact['type']
  name: string
  phone: string
  email: string
}

/** The state of a site's settings form. */
export interface SiteDraft {
  name: string
  /** Null means the company's default. */
  timezone: string | null
  address: string
  /** Null means the company's idle hours. */
  idleHours: number | null
  active: boolean
  notes: string
  contacts: ContactDraft[]
}

export const asSiteDraft = (site: DetailedSite): SiteDraft => ({
  name: site.name,
  timezone: site.ownTimezone,
  address: site.address ?? '',
  idleHours: site.ownIdleHours,
  active: site.status.active,
  notes: site.notes ?? '',
  // The keys are in a fixed order, so that two equal contacts are equal as text.
  contacts: site.contacts.map(({ type, name, phone, email }) => ({
    type,
    name,
    phone: phone ?? '',
    email: email ?? '',
  })),
})

/** Returns the request body. It has only the changed fields, so that a colleague's change of another field is kept. */
export function toSiteBody(changes: Partial<SiteDraft>): BodyInput<typeof updateSite> {
  const { active, address, notes, contacts, ...same } = changes
  return {
    ...same,
    ...(active === undefined ? {} : { status: { active } }),
    ...(address === undefined ? {} : { address: address.trim() || null }),
    ...(notes === undefined ? {} : { notes: notes.trim() || null }),
    ...(contacts === undefined
      ? {}
      : {
          contacts: contacts.map(({ phone, email, ...rest }) => ({
            ...rest,
            phone: phone.trim() || null,
            email: email.trim() || null,
          })),
        }),
  }
}

/** The stored values of a site, by the names of the fields of the body. */
export const storedSite = ({ ownTimezone, ownIdleHours, ...site }: DetailedSite) => ({
  ...site,
  timezone: ownTimezone,
  idleHours: ownIdleHours,
})

/** Returns the type of the next contact: a site has one primary contact, and most others are keyholders. */
export const nextContactType = (contacts: readonly ContactDraft[]): ContactDraft['type'] =>
  contacts.some(({ type }) => type === 1) ? 3 : 1
