import { type DetectorsOverview, getDetectors, getHome } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { overview } from '../../testing/build-detectors.ts'
import { buildHome } from '../../testing/build-home.ts'
import { buildUser } from '../../testing/build-user.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

const provider = buildUser({ roles: ['SUPER_USER'], permissions: ['detectors.manage', 'alarm.read'] })

async function openHome(detectors: DetectorsOverview, user = provider) {
  const api = frameApi(user)
    .on(getHome, () => buildHome())
    .on(getDetectors, () => detectors)
  const opened = await renderConsole('/cams/dashboard', { api, user })
  await screen.findByText('Received', { selector: 'dt' })
  return { ...opened, api }
}
const card = () => screen.findByRole('region', { name: 'Better detectors' })
/** The recommended set is in use, on machines with these problems. */
const inUse = (problems: DetectorsOverview['machines'][number]['problems'] = []) => {
  const { sets } = overview()
  return overview({
    sets: sets.map((set) => ({ ...set, inUse: set.name === 'recommended' })),
    machines: [{ name: 'north', isUpToDate: true, problems }],
  })
}

describe('the notice about detectors', () => {
  test('compares what runs with the recommended detectors by their figures on other cameras, and leads to the page', async () => {
    const { pointer, api } = await openHome(overview())
    const notice = within(await card())
    expect(
      notice.getByText(
        /filtered 89\.1 % of the false alarms and passed 96\.8 % of the true ones.*the built-in detector, filtered 90\.9 %\.$/,
      ),
    ).toBeDefined()
    await pointer.click(notice.getByRole('link', { name: 'Open Detectors' }))
    await waitFor(() => expect(location.pathname).toBe('/provider/detectors'))
    expect(api.callsOf(getDetectors).length).toBeGreaterThan(0)
  })

  test('names no other figures while the built-in detector is not in use', async () => {
    await openHome(overview({ builtin: { ...overview().builtin, inUse: false } }))
    const text = within(await card()).getByText(/The recommended detectors are not in use/).textContent
    expect(text).toContain('96.8 %')
    expect(text).not.toContain('90.9 %')
  })

  test('names the machine on which a detector does not work, also while the recommended ones are in use', async () => {
    await openHome(inUse([{ id: 'pvb-2003', problem: 'the file is damaged' }]))
    expect(within(await card()).getByText('A detector does not work on north: the file is damaged')).toBeDefined()
  })

  test('is missing while the recommended detectors work, and for users who do not run the installation', async () => {
    const { api, unmount, console: opened } = await openHome(inUse())
    await waitFor(() => expect(api.callsOf(getDetectors)).toHaveLength(1))
    expect(screen.queryByRole('region', { name: 'Better detectors' })).toBeNull()
    unmount()
    opened.close()
    const other = await openHome(overview(), buildUser({ permissions: ['alarm.read'] }))
    expect(other.api.callsOf(getDetectors)).toEqual([])
    expect(screen.queryByRole('region', { name: 'Better detectors' })).toBeNull()
  })
})
