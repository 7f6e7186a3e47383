import { deleteLogo, getCompany, updateCompany, uploadLogo } from '@winnow/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buildCompany } from '../../testing/build-company.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

const user = buildUser({ permissions: ['company.read', 'company.write', 'alarm.read'] })
const company = buildCompany()
const api = () =>
  frameApi(user)
    .on(getCompany, () => company)
    .on(updateCompany, ({ body }) => ({ ...company, ...body }))

describe('settings of the company', () => {
  test('the name is saved after a change', async () => {
    const server = api()
    const { pointer } = await renderConsole('/cams/settings/account', { api: server })
    const name = await screen.findByRole('textbox', { name: /Company name/ })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    await pointer.type(name, ' Ltd{Enter}')
    expect(await screen.findByText('Saved')).toBeDefined()
    expect(server.callsOf(updateCompany)[0]?.body).toEqual({ name: 'Demo Security Ltd' })
  })

  test('the logo is sent as the field image, and a refusal is shown in place · BRANDING-010', async () => {
    const server = api()
      .on(uploadLogo, () => failure('UNSUPPORTED_MEDIA', 'Send the logo as a PNG, JPEG or WebP.'))
      .on(deleteLogo, () => ({ success: true as const }))
    const { pointer, container } = await renderConsole('/cams/settings/account', { api: server })
    await screen.findByRole('button', { name: 'Upload a logo' })
    const field = container.querySelector<HTMLInputElement>('input[type=file]')
    if (!field) throw new Error('no file field')
    await pointer.upload(field, new File(['x'], 'logo.png', { type: 'image/png' }))
    expect(await screen.findByText('Send the logo as a PNG, JPEG or WebP.')).toBeDefined()
    const sent: unknown = server.callsOf(uploadLogo)[0]?.body
    expect(sent instanceof FormData && sent.get('image')).toBeInstanceOf(File)
  })

  test('the idle time respects the limits of the application’s configuration · COMPANY-002 VALIDATION-044', async () => {
    const server = api()
    const { pointer } = await renderConsole('/cams/settings/global-config', { api: server })
    expect(
      await screen.findByText('A site that sends nothing for so long counts as idle: 2 to 168 hours.'),
    ).toBeDefined()
    const idle = screen.getByRole('textbox', { name: /Site idle after/ })
    await pointer.clear(idle)
    await pointer.type(idle, '999')
    await pointer.tab()
    await pointer.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.callsOf(updateCompany)[0]?.body).toMatchObject({ siteIdleHours: 168 }))
  })
})
