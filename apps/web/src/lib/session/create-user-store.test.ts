import { expect, test } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { createUserStore } from './create-user-store.ts'
import { sessionEnded, sessionExpired, sessionStarted } from './session-store.ts'

const ada = buildUser()
const eve = buildUser({ id: '01900000-0000-7000-8000-0000000000ee' })

test('drafts survive an expired session if the same user comes back', () => {
  sessionStarted(ada)
  const drafts = createUserStore('')
  drafts.set('half a note')
  sessionExpired()
  expect(drafts.get()).toBe('half a note')
  sessionStarted(ada)
  expect(drafts.get()).toBe('half a note')
})

test.each([
  ['logged out', sessionEnded],
  ['another user came', () => sessionStarted(eve)],
])('drafts are deleted once their user has %s', (_what, leave) => {
  sessionStarted(ada)
  const drafts = createUserStore('')
  drafts.set('half a note')
  leave()
  expect(drafts.get()).toBe('')
})
