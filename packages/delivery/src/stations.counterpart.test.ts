// Alarms to other people's servers: mosquitto by MQTT 5 and 3.1.1, and rsyslog by RFC 5424 over TCP.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createGuard } from './guard/guard.ts'
import { createKeptConnections } from './kept-connections.ts'
import { createMailer } from './mail/create-mailer.ts'
import { findReceiver } from './receivers.ts'
import { sampleAlarm, sampleMessage } from './testing/sample-alarm.ts'
import { freePort, requireProgram, startProgram, stationFolder } from './testing/station-program.ts'

function openDeps() {
  const guard = createGuard({ allowedNetworks: ['127.0.0.0/8'], ownAddresses: [], allowedPorts: 'any' })
  const connections = createKeptConnections()
  onTestFinished(async () => {
    await connections.close()
    await guard.close()
  })
  const mailer = createMailer({ from: 'a@b.example', outboxDir: '/dev/null/outbox' })
  return { guard, mailer, kept: { receiverId: 'r1', connections } }
}

function receiverOf(kind: string, settings: object) {
  const receiver = findReceiver(kind)
  const parsed = receiver?.parse(settings)
  if (!receiver || !parsed?.ok) throw new Error(JSON.stringify(parsed))
  return { receiver, config: parsed.config }
}

it.each(['5', '3.1.1'])('mosquitto gets alarms and states by MQTT %s', async (version) => {
  requireProgram('mosquitto')
  const { folder } = await stationFolder()
  const port = await freePort()
  const file = join(folder, `mosquitto-${version}.conf`)
  await writeFile(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`)
  await startProgram(port, 'mosquitto', ['-c', file])
  const reader = await connectAsync(`mqtt://127.0.0.1:${port}`, { protocolVersion: 5 })
  onTestFinished(() => reader.endAsync(true))
  const got: { topic: string; text: string; retain: boolean; id: unknown }[] = []
  reader.on('message', (topic, payload, { retain, properties }) =>
    got.push({ topic, text: payload.toString(), retain, id: properties?.userProperties?.['id'] }),
  )
  await reader.subscribeAsync('winnow/#', { qos: 1 })
  const settings = { host: '127.0.0.1', port, security: 'none', version, topic: 'winnow/{siteId}/{cameraId}' }
  const { receiver, config } = receiverOf('mqtt', { ...settings, statusTopic: 'winnow/status' })
  const deps = openDeps()
  const message = sampleMessage()
  expect(await receiver.send(message, config, deps)).toMatchObject({ ok: true })
  const { site, view } = message.payload
  await vi.waitFor(() => expect(got).toHaveLength(3))
  expect(got.map(({ topic }) => topic)).toEqual([
    'winnow/status',
    `winnow/${site.id}/${view.id}/alarm`,
    `winnow/${site.id}/${view.id}/state`,
  ])
  expect(JSON.parse(got[1]?.text ?? '')).toMatchObject({ id: message.id, data: { verdict: 'true' } })
  expect(got[1]?.id).toBe(version === '5' ? message.id : undefined)
  await deps.kept.connections.close()
  await vi.waitFor(() => expect(got.at(-1)).toMatchObject({ topic: 'winnow/status', text: 'offline' }))
  // Who connects later gets the state.
  const later = await connectAsync(`mqtt://127.0.0.1:${port}`)
  onTestFinished(() => later.endAsync(true))
  const states: string[] = []
  later.on('message', (topic, _payload, { retain }) => states.push(`${topic} ${retain}`))
  await later.subscribeAsync('winnow/+/+/state')
  await vi.waitFor(() => expect(states).toEqual([`winnow/${site.id}/${view.id}/state true`]))
})

it('rsyslog takes a message for what it is, whatever the names, and closes in order', async () => {
  requireProgram('rsyslogd')
  const { folder } = await stationFolder()
  const port = await freePort()
  const [file, log] = [join(folder, 'rsyslog.conf'), join(folder, 'log')]
  const fields = 'pri=%PRI% app=%app-name% msgid=%msgid% sd=%structured-data% msg=%msg%\\n'
  await writeFile(
    file,
    [
      'module(load="imtcp")',
      `input(type="imtcp" address="127.0.0.1" port="${port}")`,
      `template(name="all" type="string" string="${fields}")`,
      `action(type="omfile" file="${log}" template="all")`,
      '',
    ].join('\n'),
  )
  await startProgram(port, 'rsyslogd', ['-n', '-f', file, '-i', join(folder, 'rsyslog.pid')])
  const { receiver, config } = receiverOf('syslog', { host: '127.0.0.1', port, security: 'none' })
  const view = { id: 'v', name: 'Nord|tor "a] =\r\n<0>1 äöü 🚨' }
  const message = sampleMessage({ payload: sampleAlarm({ view }) })
  for (let n = 0; n < 3; n += 1) expect(await receiver.send(message, config, openDeps())).toMatchObject({ ok: true })
  await vi.waitFor(async () => expect((await readFile(log, 'utf8')).trimEnd().split('\n')).toHaveLength(3), 10_000)
  const [line] = (await readFile(log, 'utf8')).split('\n')
  expect(line).toContain('pri=129 app=winnow msgid=alarm.created sd=[winnow@32473 id=')
  expect(line).toContain('msg=CEF:0|Winnow|Winnow|1|alarm.created|Alarm|9|externalId=')
  expect(line).toContain('cs4=Nord|tor "a] \\=\\r\\n<0>1 äöü 🚨 ')
})
