import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { connectOnvif, type PostReply } from './connect-onvif.ts'
import { onvifRequest } from './request.ts'

const NOW = new Date('2026-05-06T07:08:09Z')
const folder = new URL('../../../../node_modules/onvif/test/serverMockup/', import.meta.url)
/** The answers of npm `onvif`'s mock device, which were recorded from a camera. */
const recorded = (name: string) =>
  readFileSync(new URL(`${name}.xml`, folder), 'utf8').replaceAll(/\{\{=\s*it\.(\w+)\s*\}\}/g, 'cam.example')
const nameOf = (body: string) => /<s:Body [^>]*><(\w+)/.exec(body)?.[1] ?? ''

type Reply = PostReply<'timeout'>
const say = (body: string, status = 200, wwwAuthenticate?: string): Reply => ({
  ok: true,
  status,
  wwwAuthenticate,
  body,
})

/** Connects to a device that gives these answers. */
async function connect(
  answer: (name: string, body: string, authorization: string | undefined) => Reply,
  user?: string,
) {
  const asked: string[] = []
  const result = await connectOnvif<'timeout'>({
    user,
    password: 'sesam',
    path: '/onvif/device_service',
    now: NOW,
    post: (path, body, authorization) => {
      asked.push(`${nameOf(body)} ${path}`)
      return Promise.resolve(answer(nameOf(body), body, authorization))
    },
  })
  return { result, asked }
}

it('asks a device what it is and which streams it has, at its own host · CAMERAS-008', async () => {
  const { result, asked } = await connect((name) => say(recorded(name)), 'admin')
  expect(result).toMatchObject({ ok: true, device: { manufacturer: expect.any(String), model: expect.any(String) } })
  if (!result.ok) throw new Error('the device answered')
  expect(result.streams.length).toBeGreaterThan(0)
  for (const stream of result.streams) {
    expect(stream.path).toMatch(/^\//)
    expect(stream.port).toBe(554)
    expect(stream.width).toBeGreaterThan(0)
  }
  expect(asked.slice(0, 4)).toEqual([
    'GetSystemDateAndTime /onvif/device_service',
    'GetDeviceInformation /onvif/device_service',
    'GetCapabilities /onvif/device_service',
    // The recorded device names another host, in its own network. Only its path is used.
    'GetProfiles /onvif/services',
  ])
})

it('logs in by the digest of nonce, time and password, at the time of the device', async () => {
  const { result } = await connect((name, body) => {
    if (name === 'GetSystemDateAndTime') {
      expect(body).not.toContain('UsernameToken')
      return say(recorded(name))
    }
    const [nonce, created, digest] = [/<Nonce[^>]*>([^<]*)/, /<Created[^>]*>([^<]*)/, /PasswordDigest">([^<]*)/].map(
      (each) => each.exec(body)?.[1] ?? '',
    )
    const expected = createHash('sha1')
      .update(Buffer.from(nonce ?? '', 'base64'))
      .update(created ?? '')
      .update('sesam')
      .digest('base64')
    expect(digest).toBe(expected)
    expect(body).not.toContain('>sesam<')
    expect(new Date(created ?? '').getTime()).not.toBe(NOW.getTime())
    return say(recorded(name))
  }, 'admin')
  expect(result.ok).toBe(true)
})

const FAULT = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><e:Fault><e:Code><e:Value>e:Sender</e:Value>
  <e:Subcode><e:Value>ter:NotAuthorized</e:Value></e:Subcode></e:Code></e:Fault></e:Body></e:Envelope>`

it('ends at the first refused password, whichever way the device refuses', async () => {
  for (const refusal of [say(FAULT, 400), say(FAULT, 200), say('', 401)]) {
    // oxlint-disable-next-line no-await-in-loop -- one device after the other
    const { result, asked } = await connect(
      (name) => (name === 'GetSystemDateAndTime' ? say(recorded(name)) : refusal),
      'admin',
    )
    expect(result).toEqual({ ok: false, code: 'login' })
    expect(asked).toHaveLength(2)
  }
})

it('answers the login that HTTP asks for once', async () => {
  const digest = 'Digest realm="cam", nonce="n", qop="auth"'
  const logins: (string | undefined)[] = []
  const { result } = await connect((name, _body, authorization) => {
    if (name === 'GetSystemDateAndTime') return say(recorded(name))
    logins.push(authorization)
    return say('', 401, digest)
  }, 'admin')
  expect(result).toEqual({ ok: false, code: 'login' })
  expect(logins).toEqual([undefined, expect.stringMatching(/^Digest username="admin".*uri="\/onvif\/device_service"/)])
})

it.each([
  ['no XML', say('<html>', 200)],
  ['a type definition', say('<!DOCTYPE a [<!ENTITY x "y">]><a/>')],
  ['another answer', say('<e:Envelope xmlns:e="u"><e:Body><OtherResponse/></e:Body></e:Envelope>')],
])('tells a device that answers with %s', async (_name, reply) => {
  expect((await connect(() => reply)).result).toEqual({ ok: false, code: 'answer' })
})

it('passes on why nobody answers', async () => {
  expect((await connect(() => ({ ok: false, code: 'timeout' }))).result).toEqual({ ok: false, code: 'timeout' })
})

it('lets no name of a user or profile become an element', () => {
  const login = { user: '</Username><x>"&', password: 'p', nonce: new Uint8Array(16), created: NOW }
  const body = onvifRequest({ service: 'media', name: 'GetStreamUri', profile: '<x>&' }, login)
  expect(body).toContain('&lt;/Username&gt;&lt;x&gt;&quot;&amp;')
  expect(body).toContain('<ProfileToken>&lt;x&gt;&amp;</ProfileToken>')
})
