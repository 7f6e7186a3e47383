import type { Contact } from '@winnow/contract'
import { expect, it } from 'vitest'
import { readContacts, writeContacts } from './contacts-cell.ts'

const ADA: Contact = { type: 1, name: 'Ada Lamm', phone: '+44 20 7946 0000', email: 'ada@lamm.example' }

it.each<[string, Contact[]]>([
  ['primary | Ada Lamm | +44 20 7946 0000 | ada@lamm.example', [ADA]],
  ['1|Ada Lamm|+44 20 7946 0000|ada@lamm.example', [ADA]],
  ['PRIMARY | Ada Lamm | +44 20 7946 0000', [{ ...ADA, email: null }]],
  ['primary | Ada Lamm | ada@lamm.example', [{ ...ADA, phone: null }]],
  ['keyholder | A | B | 112 |', [{ type: 3, name: 'A | B', phone: '112', email: null }]],
  ['other | Ed', [{ type: 4, name: 'Ed', phone: null, email: null }]],
  [
    'installer | Di | 112 |\r\n\nprimary | Ada Lamm | +44 20 7946 0000 | ada@lamm.example',
    [{ type: 2, name: 'Di', phone: '112', email: null }, ADA],
  ],
])('reads %j, and reads what it writes', (cell, contacts) => {
  expect(readContacts(cell)).toEqual(contacts)
  expect(readContacts(writeContacts(contacts))).toEqual(contacts)
})

it.each(['Ada Lamm', 'boss | Ada | 112', 'primary', 'primary | Ada | 112\nnobody'])('does not read %j', (cell) => {
  expect(readContacts(cell)).toBeUndefined()
})
