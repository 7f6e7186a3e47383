import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFakeClock } from '@winnow/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const clock = createFakeClock(new Date())
let server: TestServer
beforeAll(async () => (server = await startTestServer({ clock })))
afterAll(() => server.close())

const folder = () => server.container.deps.env.agreementsDir
afterEach(() => rm(folder(), { recursive: true, force: true }))

const call = (who: { cookie: string }, method: CallMethod, url: string, payload?: object) =>
  callApi(server, who, method, url, payload)
const read = (tenant: Tenant, code = 'activate-cameras', query = '', who: { cookie: string } = tenant.admin) =>
  call(who, 'GET', `/v1/company/${tenant.companyId}/consent/${code}${query}`)
const agree = (tenant: Tenant, content: string, code = 'activate-cameras', who: { cookie: string } = tenant.admin) =>
  call(who, 'POST', `/v1/company/${tenant.companyId}/consent`, { consentCode: code, content })
const createCompany = () => createTenant(server.database.runtime)
const createMember = (tenant: Tenant): Promise<LoggedIn> =>
  createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType: 'MEMBER_USER' })

/** Writes a version of the installation's own text. */
async function writeTexts(code: string, version: string, texts: Record<string, string>): Promise<void> {
  const path = join(folder(), code, version)
  await mkdir(path, { recursive: true })
  for (const [language, text] of Object.entries(texts)) await writeFile(join(path, `${language}.html`), text)
}

const storedOf = (tenant: Tenant) =>
  inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('consent').selectAll().where('company_id', '=', tenant.companyId).orderBy('id').execute(),
  )
const auditOf = (tenant: Tenant) =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('audit')
      .selectAll()
      .where('company_id', '=', tenant.companyId)
      .where('action', '=', 'consent.given')
      .execute(),
  )

describe('the consent of a company', () => {
  it('is read by its code and given with code and text; version, hash, person and time are kept · CONSENT-009', async () => {
    const [tenant, other] = [await createCompany(), await createCompany()]
    const member = await createMember(tenant)
    const before = (await read(tenant)).body
    expect(before).toMatchObject({ consentCode: 'activate-cameras', isAgreed: false, agreedBy: null, agreedAt: null })
    expect(before.content).toContain('<h1>Activation of paid cameras</h1>')
    const time = clock.now()
    const given = await agree(tenant, before.content, 'activate-cameras', member)
    const after = { ...before, isAgreed: true, agreedBy: 'MEMBER_USER', agreedAt: time.toISOString() }
    expect(given).toEqual({ status: 200, body: after })
    expect((await read(tenant)).body).toEqual(after)
    expect(await storedOf(tenant)).toEqual([
      expect.objectContaining({
        code: 'activate-cameras',
        version: before.version,
        language: 'en',
        content: before.content,
        content_hash: createHash('sha256').update(before.content).digest('hex'),
        user_id: member.userId,
        user_name: 'MEMBER_USER',
        agreed_at: time,
      }),
    ])
    expect((await read(other)).body.isAgreed).toBe(false)
    expect((await read(tenant, 'terms-and-conditions')).body.isAgreed).toBe(false)
  })

  it('is given once: a second person changes nothing, and the audit log has one entry', async () => {
    const tenant = await createCompany()
    const member = await createMember(tenant)
    const { content, version } = (await read(tenant)).body
    const replies = await Promise.all([agree(tenant, content), agree(tenant, content)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const first = (await read(tenant)).body
    clock.advance(60_000)
    expect((await agree(tenant, content, 'activate-cameras', member)).body).toEqual(first)
    expect(await storedOf(tenant)).toHaveLength(1)
    const entries = await auditOf(tenant)
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      object_type: 'company',
      object_id: tenant.companyId,
      user_id: tenant.admin.userId,
      after: { consentCode: 'activate-cameras', version, language: 'en' },
    })
  })

  it('is kept with the name of the person after that person was deleted', async () => {
    const tenant = await createCompany()
    const member = await createMember(tenant)
    const { content } = (await read(tenant)).body
    await agree(tenant, content, 'activate-cameras', member)
    expect((await call(tenant.admin, 'DELETE', `/user/${member.userId}`)).status).toBe(200)
    expect((await read(tenant)).body).toMatchObject({ isAgreed: true, agreedBy: 'MEMBER_USER' })
    expect(await storedOf(tenant)).toMatchObject([{ user_id: member.userId, user_name: 'MEMBER_USER' }])
  })

  it.each([
    ['differs in one character', (content: string) => `${content} `],
    ['belongs to another agreement', () => '<h1>Something else</h1>'],
  ])('is refused for a text that %s, and nothing is stored', async (_what, change) => {
    const tenant = await createCompany()
    const { content } = (await read(tenant)).body
    expect(await agree(tenant, change(content))).toMatchObject({ status: 409, body: { code: 'CONSENT_OUTDATED' } })
    expect(await storedOf(tenant)).toEqual([])
    expect(await auditOf(tenant)).toEqual([])
  })

  it('needs a known code and a text', async () => {
    const tenant = await createCompany()
    expect((await read(tenant, 'no-such-code')).status).toBe(400)
    expect((await agree(tenant, 'text', 'no-such-code')).status).toBe(400)
    expect((await agree(tenant, '')).status).toBe(400)
    expect((await agree(tenant, 'x'.repeat(100_001))).status).toBe(400)
  })

  it('for the partner’s text needs the permission `consent.white-label`', async () => {
    const tenant = await createCompany()
    const member = await createMember(tenant)
    const { content } = (await read(tenant, 'white-label-partner')).body
    expect(await agree(tenant, content, 'white-label-partner', member)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    expect(await storedOf(tenant)).toEqual([])
    expect((await agree(tenant, content, 'white-label-partner')).body).toMatchObject({ isAgreed: true })
  })

  it('cannot be given by a super user who acts in the name of a user', async () => {
    const [tenant, provider] = [await createCompany(), await createCompany()]
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('company').set({ kind: 'provider' }).where('id', '=', provider.companyId).execute(),
    )
    const boss = await createLoggedIn(server.database.runtime, {
      companyId: provider.companyId,
      userType: 'SUPER_USER',
    })
    await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER',
      email: 'acted.for@example.com',
    })
    const started = await server.app.inject({
      method: 'POST',
      url: '/api/auth/super',
      headers: { cookie: boss.cookie, 'x-requested-with': 'winnow' },
      payload: { email: 'acted.for@example.com' },
    })
    const session = started.cookies.find(({ name }) => name === 'winnow_session')
    const as = { cookie: `winnow_session=${session?.value}` }
    const { content } = (await read(tenant, 'activate-cameras', '', as)).body
    expect((await agree(tenant, content, 'activate-cameras', as)).status).toBe(403)
    // Super users see what a company has agreed to, but cannot agree for it.
    expect((await read(tenant, 'activate-cameras', '', boss)).status).toBe(200)
    expect((await agree(tenant, content, 'activate-cameras', boss)).status).toBe(404)
  })
})

describe('the text of an agreement', () => {
  it('exists in every language of the product, and agreeing to one agrees to all', async () => {
    const tenant = await createCompany()
    for (const code of ['terms-and-conditions', 'activate-cameras', 'white-label-partner']) {
      const texts = new Set<string>()
      for (const language of ['en', 'de', 'it', 'es', 'fr', 'pt']) {
        const { body } = await read(tenant, code, `?language=${language}`)
        expect(body.language).toBe(language)
        texts.add(body.content)
      }
      expect(texts.size).toBe(6)
    }
    const german = (await read(tenant, 'activate-cameras', '?language=de')).body
    expect((await agree(tenant, german.content)).body).toMatchObject({ isAgreed: true, language: 'de' })
    expect((await read(tenant)).body).toMatchObject({ isAgreed: true, language: 'en' })
  })

  it('is the installation’s own where it has one, in another language if the wanted one is missing', async () => {
    const tenant = await createCompany()
    await writeTexts('activate-cameras', '1', { de: '\uFEFF<p>Unser Text</p>' })
    const { body } = await read(tenant, 'activate-cameras', '?language=fr')
    expect(body).toMatchObject({ version: '1', language: 'de', content: '<p>Unser Text</p>' })
    expect((await read(tenant, 'terms-and-conditions')).body.version).toBe('winnow-1')
  })

  it('in a new version needs a new consent, and the old one is kept', async () => {
    const tenant = await createCompany()
    await writeTexts('activate-cameras', '9', { en: '<p>Nine</p>' })
    await agree(tenant, '<p>Nine</p>')
    await writeTexts('activate-cameras', '10', { en: '<p>Ten</p>' })
    await writeTexts('activate-cameras', '.11', { en: '<p>Under preparation</p>' })
    expect((await read(tenant)).body).toMatchObject({ version: '10', isAgreed: false, agreedBy: null })
    expect((await agree(tenant, '<p>Nine</p>')).body.code).toBe('CONSENT_OUTDATED')
    await agree(tenant, '<p>Ten</p>')
    expect((await storedOf(tenant)).map(({ version }) => version)).toEqual(['9', '10'])
  })

  it('stays agreed to when a spelling is mended within its version', async () => {
    const tenant = await createCompany()
    await writeTexts('activate-cameras', '1', { en: '<p>Speling</p>' })
    await agree(tenant, '<p>Speling</p>')
    await writeTexts('activate-cameras', '1', { en: '<p>Spelling</p>' })
    expect((await read(tenant)).body).toMatchObject({ isAgreed: true, content: '<p>Spelling</p>' })
    expect((await storedOf(tenant))[0]?.content).toBe('<p>Speling</p>')
  })

  it.each([
    ['has no text', {}],
    ['has an empty text', { en: ' \n' }],
    ['has a text that is too long', { en: 'x'.repeat(100_001) }],
  ])('is not replaced by the product’s own if the installation’s version %s', async (_what, texts) => {
    const tenant = await createCompany()
    await writeTexts('activate-cameras', '1', texts)
    expect(await read(tenant)).toMatchObject({ status: 500, body: { code: 'INTERNAL' } })
    expect(server.logLines.join('\n')).toContain(join('activate-cameras', '1'))
  })
})
