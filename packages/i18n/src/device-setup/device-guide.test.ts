import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CameraIntake, fillGuide } from './device-guide.ts'
import { createI18n } from '../create-i18n.ts'
import { deviceGuides as guidesIn } from './device-guides.ts'

const intake: CameraIntake = {
  address: 'cam-7f3k@alarms.example',
  smtp: { host: 'mail.example', port: 2525, startTls: true, authRequired: true, user: 'site-9' },
  ftp: { host: 'ftp.example', port: 2121, offersTls: true, user: 'cam-7f3k' },
  hikvisionUrl: 'https://winnow.example/api/v1/hik/cam-7f3k',
  pushUrls: {
    axis: 'https://winnow.example/api/v1/axis/cam-7f3k',
    instar: 'http://192.0.2.1:8080/api/v1/instar/cam-7f3k',
    uniview: 'https://winnow.example/api/v1/uniview/cam-7f3k',
  },
  httpUrl: 'https://winnow.example/api/v1/ingest/alarm?view=1',
}
const bare: CameraIntake = {
  ...intake,
  smtp: { ...intake.smtp, startTls: false, authRequired: false, user: null },
  ftp: { host: 'ftp.example', port: 2121, offersTls: false, user: 'cam-7f3k' },
}
const i18n = await createI18n('en')
const deviceGuides = guidesIn(i18n.getFixedT(null, 'deviceGuides'))
const byMail = deviceGuides.filter(({ way }) => way === undefined)
const byFtp = deviceGuides.filter(({ way }) => way === 'ftp')

describe('guides', () => {
  it('exist once for each kind of device', () => {
    const ids = deviceGuides.map(({ id }) => id)
    const mail = [
      'hikvision',
      'dahua',
      'axis',
      'reolink',
      'hanwha',
      'uniview',
      'pelco',
      'immix',
      'sentinel',
      'rialto',
      'exacq',
      'email',
    ]
    const push = ['push-hikvision', 'push-axis', 'push-instar', 'push-uniview']
    expect(ids).toEqual([...mail, 'ftp', 'ftp-hikvision', 'ftp-dahua', ...push, 'http'])
  })

  it.each(byMail)('$id names server, port, sender and recipient of the camera', (guide) => {
    const values = fillGuide(guide, intake)
      .steps.filter(({ copy }) => copy)
      .map(({ value }) => value)
    expect(values).toEqual(expect.arrayContaining(['mail.example', '2525', 'cam-7f3k@alarms.example']))
  })

  it.each(byFtp)('$id names server, port and user of the camera, and its password', (guide) => {
    const { steps } = fillGuide(guide, intake)
    const values = steps.filter(({ copy }) => copy).map(({ value }) => value)
    expect(values).toEqual(['ftp.example', '2121', 'cam-7f3k'])
    expect(JSON.stringify(steps)).toContain('password of this camera for FTP')
  })

  it('for pushed events splits the address into the fields of the device', () => {
    const valuesOf = (id: string) => {
      const guide = deviceGuides.find((one) => one.id === id)
      return guide ? fillGuide(guide, intake).steps.map(({ value }) => value) : []
    }
    expect(valuesOf('push-hikvision').slice(0, 4)).toEqual(['winnow.example', '/api/v1/hik/cam-7f3k', '443', 'HTTPS'])
    expect(valuesOf('push-axis').slice(0, 2)).toEqual(['HTTPS', 'https://winnow.example/api/v1/axis/cam-7f3k'])
    expect(valuesOf('push-instar').slice(1, 5)).toEqual(['192.0.2.1', '8080', '/api/v1/instar/cam-7f3k', 'HTTP'])
    expect(valuesOf('push-uniview')).toContain('/api/v1/uniview/cam-7f3k')
  })

  it.each(deviceGuides)('$id leaves no placeholder, with any requirement of the site', (guide) => {
    for (const filled of [fillGuide(guide, intake), fillGuide(guide, bare)]) {
      const texts = [...filled.steps.map(({ value }) => value), ...filled.commands.map(({ command }) => command)]
      // An exacqVision recorder fills `{source}` itself.
      expect(texts.filter((text) => /\{(?!source\})\w+\}/.test(text) || text.trim() === '')).toEqual([])
    }
  })

  it.each(byMail)('$id asks for a login only if the site requires one', (guide) => {
    const asks = (of: CameraIntake): boolean =>
      JSON.stringify(fillGuide(guide, of).steps).includes('password of this site')
    expect([asks(intake), asks(bare)]).toEqual([true, false])
  })

  it.each(byMail)('$id mentions encryption exactly once', (guide) => {
    const about = (of: CameraIntake): number =>
      fillGuide(guide, of).steps.filter(({ field }) => /encrypt|tls|ssl/i.test(field)).length
    expect([about(intake), about(bare)]).toEqual([1, 1])
  })

  it('for HTTP quote the address for a shell and contain no token', () => {
    const guide = deviceGuides.find(({ id }) => id === 'http')
    for (const { command } of guide ? fillGuide(guide, intake).commands : []) {
      expect(command).toMatch(/curl .*\$WINNOW_TOKEN.* 'https:\/\/winnow\.example\/api\/v1\/ingest\/alarm\?view=1'$/)
    }
    expect(guide?.commands).toHaveLength(4)
  })

  it('for HTTP send pictures that are longer than an argument may be', ({ skip }) => {
    skip(process.platform === 'win32', 'Windows runs no shell scripts')
    const folder = mkdtempSync(join(tmpdir(), 'winnow-guide-'))
    try {
      writeFileSync(join(folder, 'curl'), '#!/bin/sh\nexec cat\n', { mode: 0o755 })
      const pictures = ['1.jpg', '2.jpg'].map((name, index) => {
        const picture = Buffer.alloc(300_000, index)
        writeFileSync(join(folder, name), picture)
        return picture.toString('base64')
      })
      const json = deviceGuides.flatMap(({ commands }) => commands).find(({ title }) => title.startsWith('JSON'))
      const options = { cwd: folder, env: { PATH: `${folder}:${process.env['PATH']}` }, maxBuffer: 4_000_000 }
      const sent = execFileSync('/bin/sh', ['-c', json?.command ?? ''], options)
      expect(JSON.parse(sent.toString())).toEqual({
        event: 'motion',
        media: pictures.map((data, index) => ({ data, offsetMs: index * 500 })),
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
