import { updateProject, updateSite, updateView } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ClientsServer } from './testing/clients-server.ts'
import { buildSite, buildView, projectId, siteId, viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

const ADA = { type: 1, name: 'Ada', phone: '+44 20 7946', email: null } as const
const BO = { type: 3, name: 'Bo', phone: null, email: 'bo@keys.example' } as const
const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

test('a site’s contacts of four types are added, put in order and saved', async () => {
  const server = new ClientsServer()
  server.sites = [buildSite(1, { contacts: [ADA, BO] })]
  const { pointer } = await openClients(`/cams/clients/u?site=${siteId(1)}`, server)
  await pointer.click(await screen.findByRole('button', { name: 'Add a contact' }))
  const added = screen.getByRole('group', { name: 'New contact' })
  // The new contact is a keyholder, since the site has a primary contact, and its name has the focus.
  const type = within(added).getByRole<HTMLSelectElement>('combobox', { name: 'Type' })
  expect(type.selectedOptions[0]?.textContent).toBe('Keyholder')
  expect(Array.from(type.options, (option) => option.textContent)).toEqual([
    'Primary',
    'Installer',
    'Keyholder',
    'Other',
  ])
  await pointer.selectOptions(type, 'Installer')
  await pointer.type(within(added).getByRole('textbox', { name: 'Name' }), 'Cy')
  const cy = within(screen.getByRole('group', { name: 'Cy' }))
  await pointer.type(cy.getByRole('textbox', { name: 'Phone' }), '112')
  await pointer.click(cy.getByRole('button', { name: 'Call earlier' }))
  // The button of the moved contact keeps the focus, so that it can be pressed again.
  await pointer.keyboard('{Enter}')
  await pointer.click(
    within(screen.getByRole('group', { name: 'Bo' })).getByRole('button', { name: 'Remove this contact' }),
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a contact' }))
  await pointer.click(save())
  await waitFor(() => expect(server.api.callsOf(updateSite)).toHaveLength(1))
  expect(server.api.callsOf(updateSite)[0]?.body).toEqual({
    contacts: [{ type: 2, name: 'Cy', phone: '112', email: null }, ADA],
    basedOn: { contacts: [ADA, BO] },
  })
})

test('a contact needs a name, a valid number and a valid email or one of both · VALIDATION-001 VALIDATION-022', async () => {
  const server = new ClientsServer()
  server.sites = [buildSite(1, { contacts: [ADA] })]
  const { pointer } = await openClients(`/cams/clients/u?site=${siteId(1)}`, server)
  const phone = await box('Phone')
  await pointer.clear(phone)
  expect(await screen.findByText('Enter a phone number or an email')).toBeDefined()
  await pointer.type(phone, 'abc')
  expect(await screen.findByText('Phone number is invalid')).toBeDefined()
  await pointer.type(await box('E-mail'), 'bo')
  expect(await screen.findByText('missing the "@" character')).toBeDefined()
  await pointer.clear(screen.getAllByRole('textbox', { name: 'Name' })[0] ?? phone)
  expect(await screen.findByText('Required')).toBeDefined()
  expect(save().disabled).toBe(true)
})

test('the idle hours are 2 to 168, or the company’s if the field is empty · VALIDATION-002 VALIDATION-004 VALIDATION-044', async () => {
  const server = new ClientsServer()
  server.sites = [buildSite(1, { ownIdleHours: 12, companyIdleHours: 36 })]
  const { pointer } = await openClients(`/cams/clients/u?site=${siteId(1)}`, server)
  const idle = await box('Hours until a camera is silent')
  expect(idle.getAttribute('placeholder')).toBe('36')
  await pointer.clear(idle)
  await pointer.type(idle, '1')
  expect(await screen.findByText('Minimum allowed value is 2.')).toBeDefined()
  await pointer.type(idle, '69')
  expect(await screen.findByText('Maximum allowed value is 168.')).toBeDefined()
  await pointer.clear(idle)
  await pointer.click(save())
  await waitFor(() =>
    expect(server.api.callsOf(updateSite)[0]?.body).toEqual({ idleHours: null, basedOn: { idleHours: 12 } }),
  )
})

test('a camera is marked as one that turns, and the form says what becomes of its masks', async () => {
  const server = new ClientsServer()
  server.views = [buildView(1, { mask: [[[0, 0], [1, 0], [1, 1]]] })] // prettier-ignore
  const { pointer } = await openClients(`/cams/clients/u?cam=${viewId(1)}&tab=settings`, server)
  expect(await screen.findByText(/^Its mask has no effect while this is on/)).toBeDefined()
  await pointer.click(screen.getByRole('switch', { name: /^Camera turns/ }))
  await pointer.click(save())
  await waitFor(() => expect(server.api.callsOf(updateView)[0]?.body).toEqual({ ptz: true, basedOn: { ptz: false } }))
})

test('a colleague’s change is shown beside the own one as soon as it happens, with who made it and when', async () => {
  const server = new ClientsServer()
  const { pointer, api } = await openClients(`/cams/clients/u?site=${siteId(1)}`, server)
  await pointer.type(await box('Notes'), 'Mine')
  await pointer.type(await box('Address'), '1 My Street')
  server.lastChange = { at: '2026-11-21T03:00:00Z', by: 'Eve Other' }
  server.sites = [buildSite(1, { notes: 'Theirs', address: '2 Their Street', name: 'Renamed' })]
  api.emit({ type: 'tree.changed', projectId: projectId(1), siteId: siteId(1), viewId: null })
  const notice = within(await screen.findByRole('alert', { name: /while you were editing/ }))
  expect(
    await notice.findByText('Eve Other changed this at 21/11/2026 03:00:00 GMT, while you were editing.'),
  ).toBeDefined()
  const notes = within(notice.getByRole('listitem', { name: 'Notes' }))
  expect(notes.getByText('Theirs')).toBeDefined()
  expect(notes.getByText('Mine')).toBeDefined()
  expect(notice.queryByRole('listitem', { name: 'Name of the site' })).toBeNull()
  expect(save().disabled).toBe(true)

  await pointer.click(notice.getByRole('button', { name: 'Take theirs: Address' }))
  await pointer.click(notice.getByRole('button', { name: 'Keep mine: Notes' }))
  expect(screen.queryByRole('alert', { name: /while you were editing/ })).toBeNull()
  expect(document.activeElement).toBe(await box('Name of the site'))
  await pointer.click(save())
  await waitFor(() =>
    expect(server.api.callsOf(updateSite)[0]?.body).toEqual({ notes: 'Mine', basedOn: { notes: 'Theirs' } }),
  )
})

test('a save that somebody else has overtaken shows their change instead of an error, and can be repeated', async () => {
  const server = new ClientsServer()
  const { pointer } = await openClients(`/cams/clients/u?cam=${viewId(1)}&tab=settings`, server)
  await pointer.type(await box('Channel'), '7')
  // No live message arrives.
  server.views = [buildView(1, { channel: '3' })]
  await pointer.click(save())
  const notice = within(await screen.findByRole('alert', { name: /while you were editing/ }))
  expect(notice.getByText('A colleague changed this while you were editing.')).toBeDefined()
  expect(notice.getByText('3')).toBeDefined()
  expect(screen.queryByText('Someone else changed it in the meantime')).toBeNull()
  await pointer.click(notice.getByRole('button', { name: 'Keep mine: Channel' }))
  await pointer.click(save())
  await waitFor(() => expect(server.views[0]?.channel).toBe('7'))
})

test('a client’s name that a colleague has changed is not overwritten unseen', async () => {
  const server = new ClientsServer()
  const { pointer } = await openClients(`/cams/clients?project=${projectId(1)}`, server)
  await pointer.type(await box('Name of the client'), '!')
  server.projects = server.projects.map((project) => ({ ...project, name: 'Theirs' }))
  await pointer.click(save())
  await pointer.click(await screen.findByRole('button', { name: 'Take theirs: Name of the client' }))
  expect((await box('Name of the client')).value).toBe('Theirs')
  expect(server.api.callsOf(updateProject)).toHaveLength(1)
})
