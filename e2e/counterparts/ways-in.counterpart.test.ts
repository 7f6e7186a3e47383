// Alarms from other people's programs: mail by swaks, msmtp and curl over STARTTLS, files by curl over FTP, and HTTP by curl as in the README.
import { createToken, getAlarm, getViewIntake, renewFtpPassword, type ReplyOf } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { logIn, type ApiClient } from '../src/harness/api-client.ts'
import { createJourneyCamera, decidedAlarms } from '../src/harness/camera.ts'
import { removeDataDir, startProduct, type Product } from '../src/harness/product.ts'
import { makeCertificate, missing, runProgram } from './program.ts'

let folder: string
let product: Product
let api: ApiClient
let certificate: string
let pictures: string[]
const sizes: number[] = []

beforeAll(async () => {
  if (missing('openssl') !== undefined) return
  folder = await mkdtemp(join(tmpdir(), 'winnow-counterparts-'))
  const { cert, key } = await makeCertificate(folder)
  certificate = cert
  const settings = { WINNOW_DEMO: 'still', WINNOW_SMTP_TLS_CERT_FILE: cert, WINNOW_SMTP_TLS_KEY_FILE: key }
  product = await startProduct({ settings })
  const account = product.accounts['admin']
  if (!account) throw new Error('no administrator was printed')
  api = await logIn(product.url, account)
  const scene = { kind: 'person-walking', seed: 3, camera: 5, frames: 2, width: 640, height: 360 } as const
  pictures = []
  for (const [index, { jpeg }] of (await renderScene(scene)).entries()) {
    const file = join(folder, `${index}.jpg`)
    await writeFile(file, jpeg)
    sizes.push(jpeg.length)
    pictures.push(file)
  }
})
afterAll(async () => {
  await product?.stop()
  if (product) await removeDataDir(product.dataDir)
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** Creates a separate camera for each sender, so that their alarms are not merged. */
async function newCamera(name: string): Promise<{ viewId: string; address: string }> {
  const { viewId } = await createJourneyCamera(api, name)
  const { address } = await api.call(getViewIntake, { params: { id: viewId } })
  return { viewId, address }
}

async function onlyAlarm(viewId: string): Promise<ReplyOf<typeof getAlarm>> {
  const [row] = await decidedAlarms(api, viewId, 1)
  return api.call(getAlarm, { params: { id: row?.id ?? '' } })
}

/** The protocol of an alarm, and its pictures, from the console's list of originals. */
async function arrived(viewId: string) {
  const { source, frames } = await onlyAlarm(viewId)
  return { source, pictures: frames.map(({ original }) => original) }
}

/** The expected alarm: both pictures have as many bytes as were sent. */
const whole = (source: 'smtp' | 'http' | 'ftp') => ({
  source,
  pictures: sizes.map((bytes) => ({ type: 'image/jpeg', bytes })),
})

/** A mail with both pictures, in a device's format. */
async function rawMail(to: string): Promise<string> {
  const parts = await Promise.all(
    pictures.map(async (file, index) => {
      const lines = (await readFile(file)).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
      return `--b\r\nContent-Type: image/jpeg; name="${index}.jpg"\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}\r\n`
    }),
  )
  const head = `From: camera@site.example\r\nTo: ${to}\r\nSubject: Motion\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n`
  return `${head}--b\r\nContent-Type: text/plain\r\n\r\nEVENT TYPE: Motion Detected\r\n${parts.join('')}--b--\r\n`
}

const answer = z.object({ signalId: z.string(), alarmId: z.string(), duplicateOf: z.string().nullable() })

it('swaks mails pictures over STARTTLS with pipelining', async ({ skip }) => {
  const absent = missing('swaks', 'openssl')
  skip(absent !== undefined, absent)
  const { viewId, address } = await newCamera('Swaks')
  // The default texts of swaks contain 'test', and test messages open no alarm.
  const texts = ['--header', 'Subject: Motion', '--body', 'EVENT TYPE: Motion Detected']
  const attach = pictures.flatMap((file) => ['--attach-type', 'image/jpeg', '--attach', `@${file}`])
  const server = ['--server', `127.0.0.1:${product.smtp.port}`, '--tls', '--pipeline']
  const said = await runProgram('swaks', [...server, '--to', address, '--from', 'c@site.example', ...texts, ...attach])
  expect(said).toContain('TLS started')
  expect(await arrived(viewId)).toEqual(whole('smtp'))
})

it('msmtp mails pictures over STARTTLS, and trusts only our certificate', async ({ skip }) => {
  const absent = missing('msmtp', 'openssl')
  skip(absent !== undefined, absent)
  const { viewId, address } = await newCamera('Msmtp')
  const send = async (trusted: string): Promise<string> => {
    const server = ['--host=localhost', `--port=${product.smtp.port}`, '--file=/dev/null']
    const tls = ['--tls=on', '--tls-starttls=on', `--tls-trust-file=${trusted}`, '--auth=off']
    return runProgram('msmtp', [...server, ...tls, '--from=c@site.example', '--', address], await rawMail(address))
  }
  const other = await makeCertificate(await mkdtemp(join(folder, 'other-')))
  await expect(send(other.cert)).rejects.toThrow('certificate')
  await send(certificate)
  expect(await arrived(viewId)).toEqual(whole('smtp'))
})

it('curl mails pictures over STARTTLS', async ({ skip }) => {
  const absent = missing('curl', 'openssl')
  skip(absent !== undefined, absent)
  const { viewId, address } = await newCamera('Curl mail')
  const server = ['--url', `smtp://localhost:${product.smtp.port}`, '--ssl-reqd', '--cacert', certificate]
  const addresses = ['--mail-from', 'c@site.example', '--mail-rcpt', address]
  const options = ['--silent', '--show-error', '--upload-file', '-']
  await runProgram('curl', [...server, ...addresses, ...options], await rawMail(address))
  expect(await arrived(viewId)).toEqual(whole('smtp'))
})

it.for([
  ['plain', []],
  ['with explicit TLS', ['--ssl-reqd']],
] as const)('curl uploads pictures by FTP, %s', async ([how, tls], { skip }) => {
  const absent = missing('curl', 'openssl')
  skip(absent !== undefined, absent)
  const { viewId } = await newCamera(`Curl FTP ${how}`)
  const { user, password } = await api.call(renewFtpPassword, { params: { id: viewId } })
  const options = ['--silent', '--show-error', '--ftp-create-dirs', '--cacert', certificate, ...tls]
  for (const [index, file] of pictures.entries()) {
    const name = `192.168.1.64_01_2019082709580${index}502_MOTION_DETECTION.jpg`
    const address = `ftp://localhost:${product.ftp.port}/2019-08-27/${name}`
    await runProgram('curl', [...options, '--user', `${user}:${password}`, '--upload-file', file, address])
  }
  expect(await arrived(viewId)).toEqual(whole('ftp'))
})

it('curl sends pictures by HTTP as in the README, and a repetition is harmless', async ({ skip }) => {
  const absent = missing('curl', 'openssl')
  skip(absent !== undefined, absent)
  const { viewId } = await newCamera('Curl')
  const { secret } = await api.call(createToken, { body: { name: 'Gate', tokenType: 'ingest' } })
  const headers = ['-H', `Authorization: Bearer ${secret}`, '-H', 'Idempotency-Key: event-4711']
  const forms = pictures.flatMap((file) => ['-F', `picture=@${file}`])
  const address = `${product.ingestUrl}/api/v1/ingest/alarm?view=${viewId}`
  const send = () => runProgram('curl', ['--silent', '--show-error', '--fail', ...headers, ...forms, address])
  const first = answer.parse(JSON.parse(await send()))
  const second = answer.parse(JSON.parse(await send()))
  expect(second).toEqual({ signalId: expect.any(String), alarmId: first.alarmId, duplicateOf: first.signalId })
  expect(await arrived(viewId)).toEqual(whole('http'))
})
