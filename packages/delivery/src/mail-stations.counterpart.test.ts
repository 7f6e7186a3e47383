// Alarms by mail to Exim, as the mail server of a station: over STARTTLS, with a certificate of the station's own authority.
import { spawnSync } from 'node:child_process'
import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type ParsedMail, simpleParser } from 'mailparser'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { DeliveryMessage } from './receiver.ts'
import { findReceiver } from './receivers.ts'
import { testAuthority } from './testing/http-sink.ts'
import { openDeps } from './testing/open-deps.ts'
import { sampleMessage } from './testing/sample-alarm.ts'
import { freePort, requireProgram, startProgram, stationFolder } from './testing/station-program.ts'

const EXIM = '/usr/sbin/exim4'
const USER = 'Debian-exim'

const idOf = (flag: '-u' | '-g'): number => Number(spawnSync('id', [flag, USER]).stdout.toString())

/** Accepts mails to everybody, and keeps each in a file, without lines of its own but `Received`. */
const configOf = (folder: string, port: number, tls: { cert: string; key: string }): string => `
spool_directory = ${folder}/spool
log_file_path = ${folder}/spool/%slog
primary_hostname = mail.example
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts = *
tls_certificate = ${tls.cert}
tls_privatekey = ${tls.key}
accept_8bitmime = true
rfc1413_hosts =
acl_smtp_rcpt = encrypted
acl_smtp_data = all
begin acl
encrypted:
  accept encrypted = *
  deny message = only encrypted
all:
  accept
begin routers
everybody:
  driver = accept
  transport = folder
begin transports
folder:
  driver = appendfile
  directory = ${folder}/mail
  maildir_format
  user = ${USER}
begin retry
* * F,1m,1s
`

/** A running Exim, and what it keeps. */
async function startExim() {
  requireProgram(EXIM)
  const { folder, ...tls } = await stationFolder()
  for (const name of ['spool', 'mail']) {
    // oxlint-disable-next-line no-await-in-loop -- two folders
    await mkdir(join(folder, name))
    // oxlint-disable-next-line no-await-in-loop -- see above
    await chown(join(folder, name), idOf('-u'), idOf('-g'))
  }
  const port = await freePort()
  const file = join(folder, 'exim.conf')
  await writeFile(file, configOf(folder, port, tls))
  await startProgram(port, EXIM, ['-bdf', '-C', file])
  /** The next mail that is kept, as bytes. */
  const next = async (): Promise<Buffer> => {
    const names = await vi.waitFor(async () => {
      const found = await readdir(join(folder, 'mail', 'new'))
      expect(found).toHaveLength(1)
      return found
    }, 20_000)
    return readFile(join(folder, 'mail', 'new', names[0] ?? ''))
  }
  return { port, next }
}

const picture = { jpeg: Buffer.from([0xff, 0xd8, 0, 13, 10, 46, 13, 10, 255]), name: 'gate.jpg' }

/** Sends a message of a kind to Exim, and returns the mail that it kept. */
async function mailBy(kind: string, settings: object, message: DeliveryMessage): Promise<Buffer> {
  const exim = await startExim()
  const server = {
    smtpHost: 'mail.example',
    smtpPort: exim.port,
    security: 'starttls',
    sender: 'alarms@winnow.example',
  }
  const receiver = findReceiver(kind)
  const parsed = receiver?.parse({ ...server, authority: await testAuthority(), ...settings })
  if (!receiver || !parsed?.ok) throw new Error(JSON.stringify(parsed))
  const deps = await openDeps()
  onTestFinished(() => deps.guard.close())
  expect(await receiver.send(message, parsed.config, deps)).toMatchObject({ ok: true, status: 250 })
  return exim.next()
}

const attached = ({ attachments }: ParsedMail) => attachments.map(({ contentType, content }) => [contentType, content])

it('Exim keeps an alarm for Immix with its XML and picture', async () => {
  const mail = await simpleParser(
    await mailBy('immix', { recipient: 'S1234@immix.example' }, sampleMessage({ picture })),
  )
  expect(mail.text).toMatch(/^<Alarm>\n[^]*<\/Alarm>/)
  expect(attached(mail)).toEqual([['image/jpeg', picture.jpeg]])
})

it('Exim keeps an alarm for Sentinel with contract, camera and picture', async () => {
  const cameras = [{ camera: 'NORTH GATE', number: '07' }]
  const settings = { recipient: 'line@sentinel.example', contract: '0012345', cameras }
  const mail = await simpleParser(await mailBy('sentinel', settings, sampleMessage({ picture })))
  expect(mail.text).toMatch(/^Contract: 0012345$/m)
  expect(mail.text).toMatch(/^Camera: 7$/m)
  expect(attached(mail)).toEqual([['image/jpeg', picture.jpeg]])
})

it('Exim keeps a relayed mail as the camera wrote it, below our lines', async () => {
  const written = [
    'From: IPC <cam@site.example>',
    'To: station',
    'Subject: =?GB2312?B?us6xyA==?=',
    'DKIM-Signature: v=1; a=rsa-sha256;',
    '\td=site.example; bh=abc=',
    '',
    'Alarm Event: Motion \xfc\xdf',
    '.',
    '..two',
    '',
    'last line',
    '',
  ]
  const camera = Buffer.from(written.join('\r\n'), 'latin1')
  const mails = [{ id: 's1', open: async () => Readable.from([camera]) }]
  const kept = await mailBy('relay', { recipient: 'cam7@station.example' }, sampleMessage({ mails }))
  // Exim keeps lines as this system ends them, and adds a line about the connection on top.
  const text = kept.toString('latin1')
  expect(text.endsWith(written.join('\n'))).toBe(true)
  const above = text.slice(0, -written.join('\n').length)
  expect(above).toMatch(/^X-Winnow-Id: \S+\nX-Winnow-Verdict: true\nX-Winnow-Score: 0\.870\n/m)
  expect(above).toMatch(/^Received: from [^]*with esmtps/)
})
