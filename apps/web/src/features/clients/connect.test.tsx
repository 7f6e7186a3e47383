import { createView, getView, getViewIntake, renewFtpPassword } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ClientsServer } from './testing/clients-server.ts'
import { buildView, siteId, viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

const WARNING = /A device on another machine does not find this server at/

async function openConnect(smtp: { host: string; onlyHere: boolean }) {
  const server = new ClientsServer()
  server.api.on(getViewIntake, () => ({
    address: 'cam@alarms.example',
    smtp: { port: 2525, startTls: false, authRequired: false, user: null, ...smtp },
    hikvisionUrl: 'https://winnow.example/api/v1/hik/cam',
    pushUrls: { axis: '', instar: '', uniview: '' },
    ftp: null,
    httpUrl: 'https://winnow.example/api/v1/ingest/alarm',
  }))
  await openClients(`/cams/clients/u?cam=${viewId(1)}&tab=connect`, server)
  await screen.findByRole('heading', { name: 'How to set up the device' })
}

test('an address that is reachable only from this machine is shown with a remedy', async () => {
  await openConnect({ host: '127.0.0.1', onlyHere: true })
  expect(screen.getByText(WARNING).textContent).toContain('at 127.0.0.1. ')
})

test('an address that devices can reach shows no warning', async () => {
  await openConnect({ host: 'mail.example', onlyHere: false })
  expect(screen.queryByText(WARNING)).toBeNull()
})

test('a camera that uploads by FTP gets a login, and its password is shown once', async () => {
  const server = new ClientsServer()
  const made: string[] = []
  server.api.on(renewFtpPassword, ({ params }) => {
    made.push(params.id)
    return { user: 'cam-1', password: 'k3y-of-cam' }
  })
  const { pointer } = await openClients(`/cams/clients/u?cam=${viewId(1)}&tab=connect`, server)
  await pointer.click(await screen.findByRole('radio', { name: 'By FTP' }))
  expect(screen.getByText('None yet: nobody can upload')).toBeTruthy()
  expect(screen.getByText('Explicit TLS (AUTH TLS); plain FTP is refused')).toBeTruthy()
  await pointer.click(screen.getByRole('button', { name: 'Make a password' }))
  const dialog = await screen.findByRole('dialog', { name: 'Password for this camera’s uploads' })
  expect(within(dialog).getByText('k3y-of-cam')).toBeTruthy()
  expect(made).toEqual([viewId(1)])
})

test('where FTP is switched off, the page says so and shows no guide', async () => {
  const server = new ClientsServer()
  server.api.on(getViewIntake, () => ({
    address: 'cam@alarms.example',
    smtp: { port: 2525, startTls: false, authRequired: false, user: null, host: 'mail.example', onlyHere: false },
    hikvisionUrl: 'https://winnow.example/api/v1/hik/cam',
    pushUrls: { axis: '', instar: '', uniview: '' },
    ftp: null,
    httpUrl: 'https://winnow.example/api/v1/ingest/alarm',
  }))
  const { pointer } = await openClients(`/cams/clients/u?cam=${viewId(1)}&tab=connect`, server)
  await pointer.click(await screen.findByRole('radio', { name: 'By FTP' }))
  expect(screen.getByText(/FTP is switched off on this server/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'How to set up the device' })).toBeNull()
})

test('a device that pushes its events is shown its address in the fields of its menu', async () => {
  const server = new ClientsServer()
  const { pointer } = await openClients(`/cams/clients/u?cam=${viewId(1)}&tab=connect`, server)
  await pointer.click(await screen.findByRole('radio', { name: 'By push' }))
  expect(screen.getByText('https://winnow.example/api/v1/hik/cam-1')).toBeTruthy()
  const guide = within(screen.getByLabelText('Hikvision camera or recorder, by its own push'))
  expect(guide.getByText('/api/v1/hik/cam-1')).toBeTruthy()
  expect(guide.getByText('HTTPS')).toBeTruthy()
  await pointer.click(screen.getByRole('combobox', { name: 'Device' }))
  await pointer.click(await screen.findByRole('option', { name: 'INSTAR' }))
  expect(screen.getByText('/api/v1/instar/cam-1')).toBeTruthy()
  expect(screen.getByText('https://winnow.example/api/v1/axis/cam-1')).toBeTruthy()
})

test('a camera of Sentinel sends by e-mail or HTTP, and leads to the templates of its mails', async () => {
  const server = new ClientsServer()
  server.api.on(getView, () => buildView(1, { integration: 'sentinel' }))
  const { pointer } = await openClients(`/cams/clients/u?cam=${viewId(1)}&tab=connect`, server)
  expect(await screen.findByLabelText('Sentinel, by e-mail')).toBeTruthy()
  expect(screen.queryByRole('radio', { name: 'Hikvision' })).toBeNull()
  await pointer.click(screen.getByRole('radio', { name: 'By HTTP' }))
  expect(await screen.findByLabelText('Any program, by HTTP')).toBeTruthy()
})

test('a camera of Immix asks for the number of its input', async () => {
  const { pointer, server } = await openClients(`/cams/clients?site=${siteId(1)}&type=add`)
  await pointer.type(await screen.findByRole('textbox', { name: /Name of the camera/ }), 'Yard')
  expect(screen.queryByRole('textbox', { name: /Channel/ })).toBeNull()
  await pointer.click(screen.getByRole('combobox', { name: 'How its alarms arrive' }))
  await pointer.click(await screen.findByRole('option', { name: 'Immix' }))
  await pointer.type(screen.getByRole('textbox', { name: /Channel/ }), '21')
  await pointer.click(screen.getByRole('button', { name: 'Create camera' }))
  await waitFor(() =>
    expect(server.api.callsOf(createView)).toMatchObject([
      { body: { name: 'Yard', integration: 'immix', channel: '21' } },
    ]),
  )
})
