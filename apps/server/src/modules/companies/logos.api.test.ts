import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createLoggedIn, createTenant } from '../../../test/factories.ts'
import { startCompaniesWorld } from './companies.fixture.ts'

const { server, tenant, superUser, call } = await startCompaniesWorld()
afterAll(() => server.close())

describe('a logo', () => {
  const upload = (who: { cookie: string }, picture: Buffer, field = 'image', companyId = tenant.companyId) => {
    const boundary = 'logo-boundary'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="logo.svg"\r\ncontent-type: image/svg+xml\r\n\r\n`
    return server.app.inject({
      method: 'POST',
      url: `/api/company/${companyId}/logo`,
      headers: {
        cookie: who.cookie,
        'x-requested-with': 'winnow',
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
  }
  const png = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } })
      .png()
      .withMetadata({ exif: { IFD0: { Copyright: 'hidden words' } } })
      .toBuffer()

  it('is redrawn as a plain PNG of at most 512 by 512 pixels, and shown to anyone · BRANDING-010', async () => {
    const reply = await upload(tenant.admin, await png(2000, 1000))
    expect(reply.statusCode).toBe(200)
    const address: string = reply.json()['512']
    const image = await server.app.inject({ url: address })
    expect(image.headers['content-type']).toBe('image/png')
    expect(image.headers['cache-control']).toContain('immutable')
    const meta = await sharp(image.rawPayload).metadata()
    expect([meta.format, meta.width, meta.height, meta.exif]).toEqual(['png', 512, 256, undefined])
    expect(image.rawPayload.includes('hidden words')).toBe(false)
    expect((await call(tenant.admin, 'GET', `/company/${tenant.companyId}`)).body.logo).toEqual({ 512: address })
    const again = await upload(tenant.admin, await png(10, 10))
    expect(again.json()['512']).not.toBe(address)
    expect((await sharp((await server.app.inject({ url: again.json()['512'] })).rawPayload).metadata()).width).toBe(10)
  })

  it.each([
    [
      'a drawing',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'UNSUPPORTED_MEDIA',
    ],
    ['a page', Buffer.from('<!doctype html><p>Hello'), 'UNSUPPORTED_MEDIA'],
    ['half a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'UNSUPPORTED_MEDIA'],
    ['more than two megabytes', Buffer.alloc(2 * 1024 * 1024 + 1), 'TOO_LARGE'],
  ])('is refused when it is %s', async (_what, bytes, code) => {
    expect((await upload(tenant.admin, bytes)).json()).toMatchObject({ code, errors: [{ field: 'image' }] })
  })

  it('with too many pixels is refused before it is decoded', async () => {
    const bomb = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    expect((await upload(tenant.admin, bomb)).json()).toMatchObject({ code: 'TOO_LARGE' })
  })

  it('must come in the field image, from users who may change the company · BRANDING-010', async () => {
    expect((await upload(tenant.admin, await png(9, 9), 'picture')).json()).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'image' }],
    })
    const member = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER',
    })
    expect((await upload(member, await png(9, 9))).statusCode).toBe(403)
    const other = await createTenant(server.database.runtime)
    expect((await upload(other.admin, await png(9, 9))).statusCode).toBe(404)
  })

  it('is found by the subdomain of its company, and by no other · BRANDING-001 BRANDING-002', async () => {
    await call(superUser, 'PUT', `/v1/company/${tenant.companyId}/provision`, { subdomain: 'acme' })
    await upload(tenant.admin, await png(20, 20))
    const found = await server.app.inject({ url: '/api/company/logo/ACME' })
    expect(found.json()).toMatchObject({
      name: 'Acme Guarding',
      logo: { 512: expect.stringContaining('/logo?size=512') },
    })
    expect((await server.app.inject({ url: '/api/company/logo/nobody' })).statusCode).toBe(404)
  })

  it('is not found after it was removed', async () => {
    const { 512: address } = (await upload(tenant.admin, await png(20, 20))).json()
    expect((await call(tenant.admin, 'DELETE', `/company/${tenant.companyId}/logo`)).status).toBe(200)
    expect((await server.app.inject({ url: address })).statusCode).toBe(404)
  })
})
