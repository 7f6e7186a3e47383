import {
  createMailTemplate,
  deleteMailTemplate,
  listMailTemplates,
  type MailTemplate,
  tryMailTemplate,
  updateMailTemplate,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { buildMailTemplate, buildTrial, mailTemplatesApi } from './testing/mail-templates-server.ts'

async function open(templates: readonly MailTemplate[] = [buildMailTemplate()]) {
  // jsdom has no layout, but lists show rows only if they have a size.
  for (const side of ['offsetHeight', 'clientHeight', 'offsetWidth', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400)
  const api = mailTemplatesApi(frameApi(buildUser({ permissions: ['company.write', 'node.read'] })), templates)
  return renderConsole('/cams/settings/mail-templates', { api })
}

test('a template is begun with a pasted mail, shows what it finds, and is stored', async () => {
  const { pointer, api } = await open([])
  api.on(createMailTemplate, ({ body }) => buildMailTemplate({ ...body }))
  await pointer.click(await screen.findByRole('button', { name: 'Create template' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create template' }))
  const trial = within(dialog.getByRole('region', { name: 'What the template finds' }))
  expect(trial.getByText(/Paste a mail and write the template/)).toBeTruthy()
  await pointer.type(dialog.getByRole('textbox', { name: /Name of the template/ }), 'Station')
  await pointer.click(dialog.getByRole('textbox', { name: 'Subject of the mail' }))
  await pointer.paste('Alarm: Intrusion')
  await pointer.click(dialog.getByRole('textbox', { name: /Text of the mail/ }))
  await pointer.paste('SiteID: S-0042\n\n  CameraNo: 03 ')
  await pointer.click(dialog.getByRole('button', { name: 'Begin the template with this mail' }))
  const text = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /Lines of the text/ })
  expect(text.value).toBe('SiteID: S-0042\nCameraNo: 03')
  text.setSelectionRange('SiteID: S-0042\nCameraNo: '.length, text.value.length)
  await pointer.selectOptions(dialog.getByRole('combobox', { name: 'Insert a group' }), '{{camera}}')
  expect(text.value).toBe('SiteID: S-0042\nCameraNo: {{camera}}')
  expect(await trial.findByText('The template fits this mail.')).toBeTruthy()
  expect(trial.getByText('Intrusion · Area entered')).toBeTruthy()
  expect(trial.getByText('The mail would be an alarm of North gate, Harbour.')).toBeTruthy()
  await pointer.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() =>
    expect(api.callsOf(createMailTemplate)).toMatchObject([
      {
        body: {
          name: 'Station',
          system: 'sentinel',
          subject: 'Alarm: Intrusion',
          text: 'SiteID: S-0042\nCameraNo: {{camera}}',
          exampleText: 'SiteID: S-0042\n\n  CameraNo: 03 ',
        },
      },
    ]),
  )
})

test('a template that does not fit says which line, where it is wrong, and which mails a site does not take', async () => {
  const { pointer, api } = await open()
  api.on(tryMailTemplate, () => buildTrial({ matches: false, missingLine: 2, found: null, camera: null }))
  await pointer.click(await screen.findByRole('button', { name: 'Change template Station mails' }))
  const trial = within(await screen.findByRole('region', { name: 'What the template finds' }))
  expect(await trial.findByText('CameraNo: {{camera}}')).toBeTruthy()
  expect(trial.getByText(/This line fits no line of the mail/)).toBeTruthy()
  api.on(tryMailTemplate, () =>
    buildTrial({
      problems: [{ code: 'unknown', field: 'text', line: 2, column: 11, name: 'kamera' }],
      matches: false,
      found: null,
    }),
  )
  await pointer.type(screen.getByRole('textbox', { name: /Lines of the text/ }), 'x')
  expect(await trial.findByText('Line 2, column 11: there is no group “kamera”')).toBeTruthy()
  api.on(tryMailTemplate, () => buildTrial({ camera: { name: 'Gate', siteName: 'Port', needsLogin: true } }))
  await pointer.type(screen.getByRole('textbox', { name: /Lines of the text/ }), 'y')
  expect(
    await trial.findByText(/an alarm of Gate, Port. But that site requires its login: mails with another/),
  ).toBeTruthy()
})

test('a template that the server refuses says so at its field, and one that another person changed tells that', async () => {
  const { pointer, api } = await open()
  api.on(updateMailTemplate, () =>
    failure('VALIDATION', 'unfit', [{ field: 'exampleText', message: 'The template does not fit this mail' }]),
  )
  await pointer.click(await screen.findByRole('button', { name: 'Change template Station mails' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Station mails' }))
  await pointer.type(dialog.getByRole('textbox', { name: /Lines of the text/ }), 'x')
  await pointer.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/The template does not fit the mail yet/)).toBeTruthy()
  api.on(updateMailTemplate, () => failure('CONFLICT', 'changed'))
  await pointer.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/Somebody else has changed this template/)).toBeTruthy()
  expect(api.callsOf(updateMailTemplate).at(-1)).toMatchObject({ body: { basedOn: { version: 1 } } })
})

test('a template is deleted after a question that says what follows', async () => {
  const { pointer, api } = await open()
  api.on(deleteMailTemplate, () => ({ success: true as const }))
  await pointer.click(await screen.findByRole('button', { name: 'Delete template Station mails' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete template Station mails?' }))
  expect(dialog.getByText(/shown at the site, under unmatched messages/)).toBeTruthy()
  await pointer.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(api.callsOf(deleteMailTemplate)).toHaveLength(1))
  expect(api.callsOf(listMailTemplates).length).toBeGreaterThan(1)
})
