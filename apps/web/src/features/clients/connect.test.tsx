import { getViewIntake } from '@winnow/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ClientsServer } from './testing/clients-server.ts'
import { viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

const WARNING = /A device on another machine does not find this server at/

async function openConnect(smtp: { host: string; onlyHere: boolean }) {
  const server = new ClientsServer()
  server.api.on(getViewIntake, () => ({
    address: 'cam@alarms.example',
    smtp: { port: 2525, startTls: false, authRequired: false, user: null, ...smtp },
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
