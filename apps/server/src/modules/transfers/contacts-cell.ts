import { CONTACT_TYPES, CONTACT_WORDS, type Contact } from '@winnow/contract'

/** Separates the parts of a contact. Spreadsheets do not split cells at it, and no phone number or email contains it. */
const BAR = '|'

function typeOf(word: string): Contact['type'] | undefined {
  const given = word.trim().toLowerCase()
  return CONTACT_TYPES.find((type) => given === CONTACT_WORDS[type] || given === String(type))
}

/** One contact from `type | name | phone | email`. With three parts, the last is an email if it has an @. */
function readContact(line: string): Contact | undefined {
  const [word = '', ...parts] = line.split(BAR)
  const type = typeOf(word)
  if (type === undefined || parts.length === 0) return undefined
  const text = (part: string | undefined) => part?.trim() || null
  if (parts.length < 3) {
    const [name = '', way = ''] = parts
    const isMail = way.includes('@')
    return { type, name: name.trim(), phone: isMail ? null : text(way), email: isMail ? text(way) : null }
  }
  // A name may contain the separator.
  return { type, name: parts.slice(0, -2).join(BAR).trim(), phone: text(parts.at(-2)), email: text(parts.at(-1)) }
}

/** The contacts in a cell, one in each of its lines; undefined if a line is no contact. */
export function readContacts(text: string): Contact[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const contacts = lines.flatMap((line) => readContact(line) ?? [])
  return contacts.length === lines.length ? contacts : undefined
}

/** The contacts as {@link readContacts} reads them. */
export const writeContacts = (contacts: readonly Contact[]): string =>
  contacts
    .map(({ type, name, phone, email }) =>
      [CONTACT_WORDS[type], name, phone ?? '', email ?? ''].join(` ${BAR} `).trim(),
    )
    .join('\n')
