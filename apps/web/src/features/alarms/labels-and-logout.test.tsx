import { forensicLogout, labelAlarm, logout } from '@winnow/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AlarmServer } from './testing/alarm-api.ts'
import { buildAlarm } from './testing/alarm-factory.ts'
import { openAlarms } from './testing/open-alarms.tsx'

test('a label on its way arrives before its user is logged out', async () => {
  const server = new AlarmServer([buildAlarm(1)])
  const answered: string[] = []
  const saving = Promise.withResolvers<void>()
  server.api
    .on(labelAlarm, async () => {
      await saving.promise
      answered.push('label')
      return buildAlarm(1)
    })
    .on(forensicLogout, () => {
      // By then a logout that waits for nothing else would be on its way.
      setTimeout(saving.resolve, 50)
      return { success: true as const }
    })
    .on(logout, () => {
      answered.push('logout')
      return { success: true as const }
    })
  const { pointer } = await openAlarms({ server })
  await screen.findByRole('complementary', { name: 'About this alarm' })
  fireEvent.keyDown(document.body, { key: 't', code: 'KeyT' })
  await waitFor(() => expect(server.api.callsOf(labelAlarm)).toHaveLength(1))

  await pointer.click(screen.getByRole('link', { name: 'Log out' }))
  await waitFor(() => expect(answered).toEqual(['label', 'logout']))
})
