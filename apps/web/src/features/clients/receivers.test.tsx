import {
  createReceiver,
  deleteReceiver,
  listReceivers,
  type Receiver,
  testReceiver,
  updateReceiver,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { siteId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'
import { buildReceiver, USUAL_CHOICE } from './testing/receiver-factory.ts'

vi.setConfig({ testTimeout: 120_000 })

const PATH = `/cams/clients/u?site=${siteId(1)}&tab=receivers`

/** The receivers of a site, with a server that stores added, changed and deleted ones. */
async function openReceivers(list: Receiver[], user = treeUser()) {
  const server = new ClientsServer(user)
  let receivers = list
  server.api
    .on(listReceivers, () => receivers)
    .on(createReceiver, ({ body }) => {
      const receiver = buildReceiver(9, { kind: body.kind, name: body.name, config: { ...body.config } })
      receivers = [...receivers, receiver]
      return { receiver, secret: body.kind === 'webhook' ? 'whsec_once' : null }
    })
    .on(updateReceiver, ({ params, body }) => {
      const { newSecret, ...changes } = body
      receivers = receivers.map((each) => (each.id === params.id ? { ...each, ...changes } : each))
      return {
        receiver: receivers.find((each) => each.id === params.id) ?? buildReceiver(0),
        secret: newSecret ? 'whsec_new' : null,
      }
    })
    .on(deleteReceiver, ({ params }) => {
      receivers = receivers.filter((each) => each.id !== params.id)
      return { success: true as const }
    })
  const opened = await openClients(PATH, server)
  await screen.findByRole('heading', { name: 'Where alarms go' })
  return { ...opened, api: server.api }
}

const card = async (name: string) => {
  const heading = await screen.findByText(name)
  const item = heading.closest('li')
  if (!item) throw new Error(`no card of ${name}`)
  return within(item)
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('a new receiver', () => {
  test('is added to an empty list, and its signing secret is shown once', async () => {
    const { pointer, api } = await openReceivers([])
    expect(await screen.findByText('No receivers yet')).toBeDefined()
    await pointer.click(screen.getByRole('button', { name: 'Add a receiver' }))
    const form = await dialog('Add a receiver')
    await pointer.type(form.getByRole('textbox', { name: /Name of the receiver/ }), 'Station')
    await pointer.type(form.getByRole('textbox', { name: /URL/ }), 'https://station.example/in')
    await pointer.click(form.getByRole('button', { name: 'Add a header' }))
    await pointer.type(form.getByRole('textbox', { name: 'Header' }), 'Authorization')
    await pointer.type(form.getByRole('textbox', { name: 'Value' }), 'Bearer x')
    await pointer.click(form.getByRole('button', { name: 'Add a receiver' }))
    const secret = await dialog('Signing secret')
    expect(secret.getByLabelText('Signing secret').textContent).toBe('whsec_once')
    expect(api.callsOf(createReceiver).map(({ params, body }) => ({ params, body }))).toEqual([
      {
        params: { id: siteId(1) },
        body: {
          kind: 'webhook',
          name: 'Station',
          active: true,
          config: {
            url: 'https://station.example/in',
            embedPicture: false,
            ...USUAL_CHOICE,
            attach: 'picture',
            format: 'standard',
            method: 'POST',
            heartbeatSeconds: 0,
            headers: { Authorization: 'Bearer x' },
          },
        },
      },
    ])
    await pointer.keyboard('{Escape}')
    expect(screen.getByText('whsec_once')).toBeDefined()
    await pointer.click(secret.getByRole('button', { name: 'I have stored it' }))
    await closed()
    expect(screen.queryByText('whsec_once')).toBeNull()
    const station = await card('Station')
    expect(station.getByText('https://station.example/in')).toBeDefined()
    // The button that opened the dialog no longer exists, so the focus moves to the new receiver.
    await waitFor(() => expect(document.activeElement).toBe(station.getByRole('button', { name: 'Send a test' })))
  })

  test('of the kind e-mail has several recipients and no secret', async () => {
    const { pointer, api } = await openReceivers([])
    await pointer.click(await screen.findByRole('button', { name: 'Add a receiver' }))
    const form = await dialog('Add a receiver')
    await pointer.selectOptions(form.getByRole('combobox', { name: 'Kind of receiver' }), 'E-mail')
    await pointer.selectOptions(form.getByRole('combobox', { name: 'Language of the mails' }), 'Français')
    await pointer.type(form.getByRole('textbox', { name: /Name of the receiver/ }), 'Guards')
    await pointer.type(form.getByLabelText(/Recipients/), 'a@example.com,b@example.com{Enter}')
    await pointer.click(form.getByRole('button', { name: 'Add a receiver' }))
    await closed()
    expect(api.callsOf(createReceiver)[0]?.body).toMatchObject({
      kind: 'email',
      config: { recipients: ['a@example.com', 'b@example.com'], language: 'fr' },
    })
    expect((await card('Guards')).getByText('a@example.com, b@example.com')).toBeDefined()
  })

  test('can have clips instead of pictures, up to a size that is asked for only then', async () => {
    const { pointer, api } = await openReceivers([])
    await pointer.click(await screen.findByRole('button', { name: 'Add a receiver' }))
    const form = await dialog('Add a receiver')
    await pointer.selectOptions(form.getByRole('combobox', { name: 'Kind of receiver' }), 'E-mail')
    expect(form.queryByLabelText(/Largest clip/)).toBeNull()
    await pointer.selectOptions(form.getByRole('combobox', { name: 'Pictures in messages' }), 'A clip of all pictures')
    await pointer.type(form.getByLabelText(/Largest clip/), '800')
    await pointer.type(form.getByRole('textbox', { name: /Name of the receiver/ }), 'Guards')
    await pointer.type(form.getByLabelText(/Recipients/), 'a@example.com{Enter}')
    await pointer.click(form.getByRole('button', { name: 'Add a receiver' }))
    await closed()
    expect(api.callsOf(createReceiver)[0]?.body).toMatchObject({ config: { attach: 'clip', clipKb: 800 } })
  })

  test.each([
    ['ftp://x', 'Must start with http:// or https://'],
    ['https://', 'Invalid Url'],
  ])('with the address %s is not sent to the server', async (url, words) => {
    const { pointer, api } = await openReceivers([])
    await pointer.click(await screen.findByRole('button', { name: 'Add a receiver' }))
    const form = await dialog('Add a receiver')
    await pointer.type(form.getByRole('textbox', { name: /Name of the receiver/ }), 'Station')
    await pointer.type(form.getByRole('textbox', { name: /URL/ }), url)
    await pointer.click(form.getByRole('button', { name: 'Add a receiver' }))
    expect(await form.findByText(words)).toBeDefined()
    expect(api.callsOf(createReceiver)).toHaveLength(0)
  })

  test('with an address that the server refuses shows the reason, and keeps the input · VALIDATION-032', async () => {
    const { pointer, api } = await openReceivers([])
    api.on(createReceiver, () =>
      failure('ADDRESS_REFUSED', 'refused', [{ field: 'config.url', message: 'guard.private' }]),
    )
    await pointer.click(await screen.findByRole('button', { name: 'Add a receiver' }))
    const form = await dialog('Add a receiver')
    await pointer.type(form.getByRole('textbox', { name: /Name of the receiver/ }), 'Station')
    await pointer.type(form.getByRole('textbox', { name: /URL/ }), 'http://10.0.0.1/')
    await pointer.click(form.getByRole('button', { name: 'Add a receiver' }))
    expect(await form.findByText(/Could not fetch that resource/)).toBeDefined()
    expect(form.getByRole<HTMLInputElement>('textbox', { name: /URL/ }).value).toBe('http://10.0.0.1/')
  })
})

describe('a receiver', () => {
  test('can be changed without entering its stored headers again, which are kept', async () => {
    const { pointer, api } = await openReceivers([buildReceiver(1, { secretsSet: ['secrets', 'headers.X-Key'] })])
    await pointer.click(await screen.findByRole('button', { name: 'Edit Receiver 1' }))
    const form = await dialog('Edit Receiver 1')
    expect(form.getByText(/Headers are set/)).toBeDefined()
    const name = form.getByRole('textbox', { name: /Name of the receiver/ })
    await pointer.clear(name)
    await pointer.type(name, 'Night desk')
    await pointer.click(form.getByRole('switch', { name: 'Send alarms to it' }))
    await pointer.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Saved')).toBeDefined()
    expect(api.callsOf(updateReceiver)[0]?.body).toEqual({
      kind: 'webhook',
      name: 'Night desk',
      active: false,
      config: {
        url: 'https://station1.example/alarms',
        embedPicture: false,
        ...USUAL_CHOICE,
        attach: 'picture',
        format: 'standard',
        method: 'POST',
        heartbeatSeconds: 0,
      },
      newSecret: false,
    })
    expect((await card('Night desk')).getByText('Switched off')).toBeDefined()
  })

  test('gets a new signing secret, shown once', async () => {
    const { pointer } = await openReceivers([buildReceiver(1)])
    await pointer.click(await screen.findByRole('button', { name: 'Edit Receiver 1' }))
    const form = await dialog('Edit Receiver 1')
    await pointer.click(form.getByRole('switch', { name: /Make a new signing secret/ }))
    await pointer.click(form.getByRole('button', { name: 'Save' }))
    expect((await dialog('Signing secret')).getByText('whsec_new')).toBeDefined()
  })

  test('is deleted after a confirmation, and kept after cancelling', async () => {
    const { pointer, api } = await openReceivers([buildReceiver(1), buildReceiver(2)])
    const ask = async () => {
      await pointer.click(await screen.findByRole('button', { name: 'Delete Receiver 1' }))
      return dialog('Delete the receiver Receiver 1?')
    }
    await pointer.click((await ask()).getByRole('button', { name: 'Cancel' }))
    await closed()
    expect(api.callsOf(deleteReceiver)).toHaveLength(0)
    await pointer.click((await ask()).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('Receiver 1')).toBeNull())
    expect(screen.getByText('Receiver 2')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a receiver' })))
  })

  test.each<[string, Partial<Receiver>, RegExp[]]>([
    ['that works', { lastSuccessAt: '2026-11-20T01:00:00.000Z' }, [/^Active$/, /Last delivered/]],
    [
      'that fails',
      { failures: 3, lastError: 'timeout', waiting: 2, retryingSince: '2026-11-20T01:00:00.000Z' },
      [/^Retrying since/, /did not answer in time/, /2 waiting/],
    ],
    [
      'whose last attempt failed, with nothing left to send',
      { failures: 3, lastError: 'timeout' },
      [/^Last attempt failed$/, /did not answer in time/],
    ],
    [
      'that was stopped',
      { disabledReason: 'gone', givenUp: 4 },
      [/^Stopped$/, /asked not to be called again/, /4 given up/],
    ],
    ['with a reason this console does not know', { failures: 1, lastError: 'moon' }, [/It failed: moon/]],
  ])('%s is shown with its state', async (_name, state, words) => {
    await openReceivers([buildReceiver(1, state)])
    const seen = await card('Receiver 1')
    for (const text of words) expect(seen.getByText(text)).toBeDefined()
  })

  test.each([
    [{ ok: true, status: 204, ms: 120, code: null, detail: null }, 'The test arrived after 120 ms (answer 204).'],
    [{ ok: true, status: null, ms: 120, code: null, detail: null }, 'The test arrived after 120 ms.'],
    [
      { ok: false, status: 401, ms: 80, code: 'rejected', detail: null },
      'The test failed after 80 ms. The receiver refused the message. Check its URL and headers. (answer 401)',
    ],
  ])('is tested, and the answer is shown: %o', async (result, words) => {
    const { pointer, api } = await openReceivers([buildReceiver(1)])
    api.on(testReceiver, () => result)
    await pointer.click(await screen.findByRole('button', { name: 'Send a test' }))
    expect(await screen.findByText(words)).toBeDefined()
  })

  test('cannot be changed without the right, and the reason is shown', async () => {
    const { companyId } = treeUser()
    await openReceivers(
      [buildReceiver(1)],
      treeUser({ permissionsByCompany: { [companyId]: ['node.read', 'node.write'] } }),
    )
    expect(await screen.findByText('Your account may not change receivers')).toBeDefined()
    await card('Receiver 1')
    for (const name of ['Add a receiver', 'Send a test', 'Edit Receiver 1', 'Delete Receiver 1'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

describe('a monitoring station', () => {
  test('has the fields of its kind, a key that is asked for only with encryption, and a pasted table', async () => {
    const { pointer, api } = await openReceivers([])
    await pointer.click(await screen.findByRole('button', { name: 'Add a receiver' }))
    const form = await dialog('Add a receiver')
    await pointer.selectOptions(
      form.getByRole('combobox', { name: 'Kind of receiver' }),
      'Monitoring station (SIA DC-09)',
    )
    await pointer.type(form.getByRole('textbox', { name: /Name of the receiver/ }), 'Station')
    await pointer.type(form.getByRole('textbox', { name: /^Receiver: host/ }), 'station.example')
    await pointer.type(form.getByRole('textbox', { name: /^Account/ }), '12xy')
    expect(form.getByLabelText(/^Key/)).toBeDefined()
    await pointer.selectOptions(form.getByRole('combobox', { name: 'Encryption' }), 'none')
    await waitFor(() => expect(form.queryByLabelText(/^Key/)).toBeNull())
    const table = form.getByRole('textbox', { name: /^Zones of cameras/ })
    await pointer.click(table)
    await pointer.paste('North gate\t21\nYard\t2222')
    await pointer.click(form.getByRole('button', { name: 'Add a receiver' }))
    expect(await form.findByText('Line 2 is not in the expected form')).toBeDefined()
    expect(form.getByText('Not in the expected form')).toBeDefined()
    expect(api.callsOf(createReceiver)).toHaveLength(0)
    await pointer.clear(table)
    await pointer.click(table)
    await pointer.paste('North gate\t21\nYard\t22\tBEEF')
    expect(form.getByText('2 lines')).toBeDefined()
    await pointer.clear(form.getByRole('textbox', { name: /^Account/ }))
    await pointer.type(form.getByRole('textbox', { name: /^Account/ }), '12ab')
    await pointer.click(form.getByRole('button', { name: 'Add a receiver' }))
    await closed()
    expect(api.callsOf(createReceiver)[0]?.body).toMatchObject({
      kind: 'sia-dc09',
      config: {
        host: 'station.example',
        port: 9999,
        encryption: 'none',
        account: '12ab',
        heartbeatSeconds: 60,
        cameras: [
          { camera: 'North gate', zone: '21' },
          { camera: 'Yard', zone: '22', account: 'BEEF' },
        ],
      },
    })
  })

  test('keeps its key when it is edited without entering it', async () => {
    const config = { host: 'station.example', port: 9999, account: '1234', encryption: 'aes' }
    const { pointer, api } = await openReceivers([buildReceiver(1, { kind: 'sia-dc09', config, secretsSet: ['key'] })])
    await pointer.click(await screen.findByRole('button', { name: 'Edit Receiver 1' }))
    const form = await dialog('Edit Receiver 1')
    expect(form.getByText(/It is set and not shown/)).toBeDefined()
    await pointer.click(form.getByRole('button', { name: 'Save' }))
    await closed()
    const body = api.callsOf(updateReceiver)[0]?.body
    expect(body).toMatchObject({ config: { host: 'station.example', account: '1234' } })
    expect(body?.config).not.toHaveProperty('key')
  })
})
