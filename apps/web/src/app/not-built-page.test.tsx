import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../testing/build-user.ts'
import { frameApi, renderConsole } from '../testing/render-console.tsx'

test('an area that is not built says so, and what works instead', async () => {
  const user = buildUser({ permissions: ['alarm.read', 'report.read'] })
  await renderConsole('/cams/report', { api: frameApi(user) })
  expect(await screen.findByText('Report is not part of this version yet')).toBeDefined()
  expect(screen.getByText(/Alarms, clients and Home work\./)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to Home' })).toBeDefined()
})

test('of the supervisors’ area nothing is built, so nothing is praised there', async () => {
  const user = buildUser({ roles: ['MEMBER_USER', 'SUPERVISOR'], permissions: ['alarm.read', 'report.read'] })
  await renderConsole('/super/alarms', { api: frameApi(user) })
  expect(await screen.findByText('Alarms is not part of this version yet')).toBeDefined()
  expect(screen.getByText(/^Nothing is hidden from you here: this area has not been built\.$/)).toBeDefined()
  expect(screen.queryByText(/Home/)).toBeNull()
})
