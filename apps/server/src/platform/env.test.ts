import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { loadEnv, SettingsError } from './env.ts'
import { isLoopbackHost } from './env/loopback.ts'
import { PARTNER_COMPANY_IDS } from './env/partner-companies.ts'
import { withSettingsSection } from './env/settings-markdown.ts'

const machine = { cwd: '/srv/winnow', cores: 4 }
const load = (env: Record<string, string>) => loadEnv(env, machine)

function problems(env: Record<string, string>): string[] {
  try {
    load(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}

describe('loadEnv', () => {
  it.each([
    [{ WINNOW_HTTP_PORT: '0' }, { ingest: 0, probes: 0 }],
    [{ WINNOW_HTTP_PORT: '9000' }, { ingest: 9001, probes: 9002 }],
    [
      { WINNOW_INGEST_PORT: '81', WINNOW_PROBES_PORT: '82' },
      { ingest: 81, probes: 82 },
    ],
  ])('derives the ports for alarms and probes from the console’s port: %j', (settings, ports) => {
    const env = load(settings)
    expect({ ingest: env.ingest.port, probes: env.probes.port }).toEqual(ports)
  })

  it.each([
    [{ WINNOW_INGEST_PORT: '8080' }, 'WINNOW_INGEST_PORT must differ from WINNOW_HTTP_PORT'],
    [{ WINNOW_PROBES_PORT: '2525' }, 'WINNOW_PROBES_PORT must differ from WINNOW_SMTP_PORT'],
    [{ WINNOW_HTTP_PORT: '65535' }, 'WINNOW_INGEST_PORT must be set'],
    [{ WINNOW_INGEST_HOST: '0.0.0.0' }, 'WINNOW_INGEST_HOST reaches beyond this machine'],
  ])('refuses listeners with the same port or with an address that is too public: %j', (settings, problem) => {
    expect(() => load(settings)).toThrow(problem)
  })

  it.each([
    [{ WINNOW_PUBLIC_URL: 'http://console.example' }, 'http://console.example'],
    [{ WINNOW_PUBLIC_URL: 'http://console.example', WINNOW_INGEST_URL: 'https://in.example/' }, 'https://in.example'],
    [{}, undefined],
  ])('gives devices an address that is as secure as the console’s: %j', (settings, address) => {
    expect(load(settings).ingest.url).toBe(address)
  })

  it('gives every setting its documented default', () => {
    expect(load({})).toEqual({
      dataDir: '/srv/winnow/data',
      secretKeyFile: '/srv/winnow/data/secret.key',
      agreementsDir: '/srv/winnow/data/agreements',
      minFreeDiskMb: 512,
      database: {},
      http: {
        host: '127.0.0.1',
        port: 8080,
        insecure: false,
        trustedProxies: [],
        connections: { total: 4000, perAddress: 500 },
      },
      ingest: { host: '127.0.0.1', port: 8081 },
      probes: { host: '127.0.0.1', port: 8082 },
      smtp: {
        host: '127.0.0.1',
        port: 2525,
        legacyTls: false,
        authNeedsTls: false,
        idleSeconds: 60,
        stepSeconds: 120,
        messageSeconds: 300,
        connectionsPerAddress: 256,
      },
      ftp: {
        host: '127.0.0.1',
        port: 2121,
        legacyTls: false,
        requireTls: false,
        connectionsPerAddress: 128,
        stepSeconds: 300,
        fileSeconds: 300,
      },
      publicUrl: 'http://127.0.0.1:8080',
      mailDomain: 'winnow.local',
      allowedNetworks: { receivers: [], cameras: [] },
      demo: true,
      demoCamerasSend: true,
      roles: ['api', 'intake', 'worker', 'connect'],
      analysisProcesses: 4,
      deadlineSeconds: 15,
      syntheticAlarm: { minutes: 5 },
      logLevel: 'info',
      mail: { from: 'winnow@winnow.local' },
      passwords: { min: 12, max: 30, composition: true },
      blockedMailDomains: [],
      sso: { enabled: true, authority: 'https://login.microsoftonline.com' },
      provider: {
        name: 'Winnow',
        publicIps: [],
        mobileApps: {},
        reportAlarmCompanyIds: [],
        partnerCompanyIds: [...PARTNER_COMPANY_IDS],
      },
      guideHosts: [],
      warnings: [],
    })
  })

  it('has four partner companies by default · ENV-004', () => {
    expect(new Set(load({}).provider.partnerCompanyIds).size).toBe(4)
    const other = '01900000-0000-7000-8000-000000000001'
    expect(load({ PARTNER_COMPANY_IDS: other }).provider.partnerCompanyIds).toEqual([other])
  })

  it('accepts an identity provider only over TLS, except on this machine', () => {
    expect(load({ WINNOW_SSO: 'off' }).sso.enabled).toBe(false)
    for (const address of ['https://login.microsoftonline.us/', 'http://127.0.0.1:9000', 'http://localhost:9000/'])
      expect(load({ WINNOW_SSO_AUTHORITY: address }).sso.authority).toBe(address.replace(/\/$/, ''))
    for (const address of [
      'http://login.example',
      'http://10.0.0.1',
      'https://u:p@login.example',
      'login.example',
      'https://a.b/?x',
    ])
      expect(problems({ WINNOW_SSO_AUTHORITY: address })).toEqual([
        'WINNOW_SSO_AUTHORITY must be an address like https://host',
      ])
  })

  it('accepts a list of mail domains whose addresses get no account', () => {
    expect(load({ WINNOW_BLOCKED_MAIL_DOMAINS: 'Trash.example, mail.invalid' }).blockedMailDomains).toEqual([
      'trash.example',
      'mail.invalid',
    ])
    for (const wrong of ['@trash.example', 'trash example', 'a..b'])
      expect(problems({ WINNOW_BLOCKED_MAIL_DOMAINS: wrong })).toEqual([
        'WINNOW_BLOCKED_MAIL_DOMAINS must be domains like mail.example, separated by commas',
      ])
  })

  it('accepts password rules and links to the mobile app', () => {
    const env = load({
      WINNOW_PASSWORD_MIN_LENGTH: '15',
      WINNOW_PASSWORD_MAX_LENGTH: '128',
      WINNOW_PASSWORD_COMPOSITION: 'no',
      MOBILE_APP_IOS_LOGIN_URL: 'winnow://login',
    })
    expect(env.passwords).toEqual({ min: 15, max: 128, composition: false })
    expect(env.provider.mobileApps).toEqual({ iosLoginUrl: 'winnow://login' })
    expect(problems({ WINNOW_PASSWORD_MIN_LENGTH: '40' })).toEqual([
      'WINNOW_PASSWORD_MIN_LENGTH must not be above WINNOW_PASSWORD_MAX_LENGTH',
    ])
    expect(problems({ MOBILE_APP_ANDROID_LOGIN_URL: 'javascript:alert(1)' })).toEqual([
      'MOBILE_APP_ANDROID_LOGIN_URL must be a link like app://login',
    ])
  })

  it('treats an empty value as unset', () => {
    expect(load({ WINNOW_HTTP_PORT: '', DATABASE_URL: '  ' })).toEqual(load({}))
  })

  it('reports all wrong settings at once, without their values', () => {
    const found = problems({
      WINNOW_HTTP_PORT: '80a',
      WINNOW_SMTP_PORT: '65536',
      DATABASE_URL: 'mysql://user:hunter2@host',
      WINNOW_ROLES: 'api,cook',
      WINNOW_DEADLINE_SECONDS: '0',
      S3_SECRET_ACCESS_KEY: 'hunter2',
    })
    expect(new Set(found.map((line) => line.split(' ')[0]))).toEqual(
      new Set([
        'DATABASE_URL',
        'S3_SECRET_ACCESS_KEY',
        'WINNOW_DEADLINE_SECONDS',
        'WINNOW_HTTP_PORT',
        'WINNOW_ROLES',
        'WINNOW_SMTP_PORT',
      ]),
    )
    expect(found).toHaveLength(6)
    expect(found.join('\n')).not.toContain('hunter2')
  })

  it('does not report a setting because of an error in another setting that it depends on', () => {
    expect(problems({ DATABASE_URL: 'mysql://host', DATABASE_OWNER_URL: 'postgres://host' })).toEqual([
      'DATABASE_URL must be an address like postgres://host',
    ])
  })

  it('requires certificates, keys and owners in pairs', () => {
    expect(problems({ WINNOW_TLS_CERT_FILE: 'a' })).toEqual([
      'WINNOW_TLS_CERT_FILE needs WINNOW_TLS_KEY_FILE beside it',
    ])
    expect(problems({ WINNOW_SMTP_TLS_KEY_FILE: 'a' })).toEqual([
      'WINNOW_SMTP_TLS_KEY_FILE needs WINNOW_SMTP_TLS_CERT_FILE beside it',
    ])
    expect(problems({ WINNOW_SMTP_LEGACY_TLS: 'yes', WINNOW_SMTP_AUTH_NEEDS_TLS: 'yes' })).toEqual([
      'WINNOW_SMTP_LEGACY_TLS needs WINNOW_SMTP_TLS_CERT_FILE beside it',
      'WINNOW_SMTP_AUTH_NEEDS_TLS needs WINNOW_SMTP_TLS_CERT_FILE beside it',
    ])
    expect(problems({ SMTP_REQUIRE_TLS: 'no' })).toEqual(['SMTP_REQUIRE_TLS needs SMTP_URL beside it'])
    expect(problems({ DATABASE_OWNER_URL: 'postgres://h/d' })).toEqual([
      'DATABASE_OWNER_URL needs DATABASE_URL beside it',
    ])
  })

  it.each([
    [{ WINNOW_HTTP_HOST: '0.0.0.0' }, 1],
    [{ WINNOW_HTTP_HOST: 'winnow.example' }, 1],
    [{ WINNOW_HTTP_HOST: '0.0.0.0', WINNOW_INSECURE_HTTP: 'yes' }, 0],
    [{ WINNOW_HTTP_HOST: '0.0.0.0', WINNOW_TRUSTED_PROXIES: '10.0.0.1' }, 0],
    [{ WINNOW_HTTP_HOST: '0.0.0.0', WINNOW_TLS_CERT_FILE: 'c', WINNOW_TLS_KEY_FILE: 'k' }, 0],
    [{ WINNOW_HTTP_HOST: '::1' }, 0],
  ])('serves plain HTTP beyond loopback only when configured: %j', (env, count) => {
    expect(problems(env)).toHaveLength(count)
  })

  it('creates a demo only if both addresses are loopback, unless configured otherwise', () => {
    expect(load({}).demo).toBe(true)
    expect(load({ WINNOW_SMTP_HOST: '0.0.0.0' }).demo).toBe(false)
    expect(load({ WINNOW_HTTP_HOST: '0.0.0.0', WINNOW_INSECURE_HTTP: 'yes' }).demo).toBe(false)
    expect(load({ WINNOW_SMTP_HOST: '0.0.0.0', WINNOW_DEMO: 'on' }).demo).toBe(true)
    expect(load({ WINNOW_DEMO: 'off' }).demo).toBe(false)
  })

  it('lets the demo’s cameras send unless this is switched off', () => {
    expect(load({})).toMatchObject({ demo: true, demoCamerasSend: true })
    expect(load({ WINNOW_DEMO: 'still' })).toMatchObject({ demo: true, demoCamerasSend: false })
    expect(load({ WINNOW_DEMO: 'off' })).toMatchObject({ demo: false, demoCamerasSend: false })
  })

  it('knows its own address unless the system chooses the port', () => {
    expect(load({ WINNOW_HTTP_HOST: '::1' }).publicUrl).toBe('http://[::1]:8080')
    const tls = { WINNOW_TLS_CERT_FILE: 'c.pem', WINNOW_TLS_KEY_FILE: 'k.pem' }
    expect(load({ ...tls, WINNOW_HTTP_HOST: '0.0.0.0', WINNOW_HTTP_PORT: '443' }).publicUrl).toBe('https://localhost')
    expect(load({ WINNOW_HTTP_PORT: '0' })).not.toHaveProperty('publicUrl')
    expect(load({ WINNOW_PUBLIC_URL: 'http://winnow.example/' }).publicUrl).toBe('http://winnow.example')
    expect(load(tls).http.tls).toEqual({ certFile: '/srv/winnow/c.pem', keyFile: '/srv/winnow/k.pem' })
  })

  it('refuses a TLS address if neither the program nor a configured proxy terminates TLS', () => {
    const at = { WINNOW_PUBLIC_URL: 'https://winnow.example' }
    const told = [expect.stringMatching(/^WINNOW_PUBLIC_URL is an https address: name the proxy in front/)]
    expect(problems(at)).toEqual(told)
    expect(problems({ ...at, WINNOW_PUBLIC_URL: 'HTTPS://winnow.example' })).toEqual(told)
    expect(load({ ...at, WINNOW_TRUSTED_PROXIES: '127.0.0.1' }).publicUrl).toBe(at.WINNOW_PUBLIC_URL)
    expect(load({ ...at, WINNOW_TLS_CERT_FILE: 'c.pem', WINNOW_TLS_KEY_FILE: 'k.pem' }).http).toHaveProperty('tls')
    // Without listeners the address is only used in links.
    expect(load({ ...at, WINNOW_ROLES: 'worker' }).publicUrl).toBe(at.WINNOW_PUBLIC_URL)
  })

  it('takes the stand-in for the cloud of Pelco only where nobody but this machine reaches the program', () => {
    const standIn = { WINNOW_PELCO_CLOUD: 'stand-in' }
    expect(load({})).not.toHaveProperty('pelcoCloud')
    expect(load({ ...standIn, WINNOW_PUBLIC_URL: 'http://127.0.0.1:8080' }).pelcoCloud).toBe('stand-in')
    for (const [name, at] of [
      ['WINNOW_HTTP_HOST', { WINNOW_HTTP_HOST: '0.0.0.0', WINNOW_INSECURE_HTTP: 'yes' }],
      ['WINNOW_PUBLIC_URL', { WINNOW_PUBLIC_URL: 'http://console.example' }],
      ['WINNOW_TRUSTED_PROXIES', { WINNOW_TRUSTED_PROXIES: '127.0.0.1' }],
    ] as const)
      expect(problems({ ...standIn, ...at })).toEqual([expect.stringContaining(`and ${name} says that others`)])
  })

  it('takes plain FTP beyond this machine only where that is said, and else needs a certificate', () => {
    const at = { WINNOW_FTP_HOST: '0.0.0.0' }
    expect(problems(at)).toEqual([expect.stringContaining('WINNOW_FTP_HOST reaches beyond this machine')])
    expect(load({ ...at, WINNOW_FTP_PLAIN: 'yes' }).ftp).toMatchObject({ requireTls: false })
    const files = { WINNOW_SMTP_TLS_CERT_FILE: '/c.pem', WINNOW_SMTP_TLS_KEY_FILE: '/k.pem' }
    expect(load({ ...at, ...files }).ftp).toMatchObject({ requireTls: true, tls: { certFile: '/c.pem' } })
    expect(load({ ...at, WINNOW_FTP: 'off' }).ftp).toBeUndefined()
    expect(problems({ WINNOW_FTP_TLS_PORT: '990' })).toEqual([
      'WINNOW_FTP_TLS_PORT needs WINNOW_FTP_TLS_CERT_FILE beside it',
    ])
  })

  it.each([
    ['WINNOW_FTP_PASSIVE_PORTS', '50000-50099', { passivePorts: { from: 50_000, to: 50_099 } }],
    ['WINNOW_FTP_PUBLIC_ADDRESS', '203.0.113.7', { publicAddress: '203.0.113.7' }],
  ])('reads %s', (name, value, read) => {
    expect(load({ [name]: value }).ftp).toMatchObject(read)
    for (const wrong of ['50099-50000', '80-90', '203.0.113', 'ftp.example', '50000-70000'])
      expect(problems({ [name]: wrong })).toEqual([expect.stringContaining(name)])
  })

  it('accepts the settings for cameras and mail servers within bounds', () => {
    const smtp = {
      WINNOW_SMTP_TLS_CERT_FILE: '/c.pem',
      WINNOW_SMTP_TLS_KEY_FILE: '/k.pem',
      WINNOW_SMTP_LEGACY_TLS: 'yes',
      WINNOW_SMTP_AUTH_NEEDS_TLS: 'yes',
      WINNOW_SMTP_IDLE_SECONDS: '10',
      WINNOW_SMTP_STEP_SECONDS: '20',
      WINNOW_SMTP_MESSAGE_SECONDS: '30',
    }
    expect(load(smtp).smtp).toMatchObject({
      legacyTls: true,
      authNeedsTls: true,
      idleSeconds: 10,
      stepSeconds: 20,
      messageSeconds: 30,
    })
    expect(problems({ WINNOW_SMTP_IDLE_SECONDS: '4' })).toEqual([
      'WINNOW_SMTP_IDLE_SECONDS must be a whole number from 5 to 3600',
    ])
    const url = 'smtp://user:word@mail.example.org'
    expect(load({ SMTP_URL: url }).mail).not.toHaveProperty('requireTls')
    expect(load({ SMTP_URL: url, SMTP_REQUIRE_TLS: 'no' }).mail).toMatchObject({ url, requireTls: false })
  })

  it('reads networks as CIDR and refuses incomplete addresses', () => {
    const env = load({ WINNOW_ALLOWED_NETWORKS_CAMERAS: '10.1.0.0/16, fd00::/8,192.168.1.7' })
    expect(env.allowedNetworks.cameras).toEqual(['10.1.0.0/16', 'fd00::/8', '192.168.1.7'])
    for (const wrong of ['10.1', '0x7f000001', '10.0.0.0/33', 'cameras.local'])
      expect(problems({ WINNOW_ALLOWED_NETWORKS_RECEIVERS: wrong })).toHaveLength(1)
  })

  it('combines the settings of a media store', () => {
    expect(load({ S3_BUCKET: 'b' }).s3).toEqual({ bucket: 'b', region: 'us-east-1', forcePathStyle: false })
    const s3 = {
      S3_BUCKET: 'b',
      S3_ENDPOINT: 'http://store:9000',
      S3_ACCESS_KEY_ID: 'i',
      S3_SECRET_ACCESS_KEY: 's',
    }
    expect(load(s3).s3).toEqual({
      endpoint: 'http://store:9000',
      bucket: 'b',
      region: 'us-east-1',
      credentials: { accessKeyId: 'i', secretAccessKey: 's' },
      forcePathStyle: true,
    })
  })

  it('warns about unknown names that begin with WINNOW_', () => {
    expect(load({ WINNOW_HTTP_PROT: '80' }).warnings).toEqual([
      'WINNOW_HTTP_PROT is not a setting of Winnow and has no effect',
    ])
  })
})

describe('isLoopbackHost', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.8.8.8', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.0.1', false],
    ['localhost.example', false],
  ])('%s: %s', (host, expected) => {
    expect(isLoopbackHost(host)).toBe(expected)
  })
})

describe('docs/operations.md', () => {
  it('lists exactly the existing settings', async () => {
    const page = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
    expect(page).toBe(withSettingsSection(page))
  })
})
