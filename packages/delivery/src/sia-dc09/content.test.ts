import { describe, expect, it } from 'vitest'
import { sampleAlarm } from '../testing/sample-alarm.ts'
import { contentOf } from './content.ts'
import { parseSiaDc09Config, type SiaDc09Config } from './sia-dc09-config.ts'

function configOf(changes: object = {}): SiaDc09Config {
  const parsed = parseSiaDc09Config({ host: 'h', port: 1, account: '12ab', encryption: 'none', ...changes })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.config
}

const correction = sampleAlarm({ type: 'alarm.corrected', verdict: 'false', previous: { verdict: 'true' } })

describe('the event code', () => {
  it.each([
    ['a true alarm', sampleAlarm(), 'BV', '1139'],
    ['an alarm that nobody verified', sampleAlarm({ verdict: 'unverified' }), 'BA', '1130'],
    ['a correction to false', correction, 'BC', '1406'],
    ['a correction to true', sampleAlarm({ type: 'alarm.corrected' }), 'BV', '1139'],
    ['a test', sampleAlarm({ type: 'test', verdict: 'unverified' }), 'RP', '1602'],
  ])('of %s', (_what, alarm, sia, contactId) => {
    expect(contentOf(alarm, configOf()).data).toContain(`/${sia}001`)
    expect(contentOf(alarm, configOf({ format: 'ADM-CID' })).data).toContain(`|${contactId} 01 001`)
  })

  it('of a verified alarm is that of the object found; other messages keep theirs', () => {
    const codes = [
      { class: 'vehicle', code: 'UA' },
      { class: 'Person', code: 'pa' },
    ]
    const config = configOf({ codes })
    expect(contentOf(sampleAlarm(), config).data).toContain('/PA001')
    expect(contentOf(correction, config).data).toContain('/BC001')
    const onlyVehicle = sampleAlarm({ detections: sampleAlarm().detections.filter((each) => each.class === 'vehicle') })
    expect(contentOf(onlyVehicle, config).data).toContain('/UA001')
  })
})

describe('zone and account', () => {
  const { view } = sampleAlarm()

  it.each([
    ['by the camera’s name, in any case', { camera: ' NORTH gate ', zone: '21', account: 'beef' }],
    ['by its id, in any case', { camera: view.id.toUpperCase(), zone: '21', account: 'beef' }],
  ])('are those of the table, %s', (_how, line) => {
    const { account, data } = contentOf(sampleAlarm(), configOf({ cameras: [{ camera: 'Other', zone: '9' }, line] }))
    expect(account).toBe('BEEF')
    expect(data).toBe('#BEEF|Nri1/BV021^North gate^')
  })

  it('are the default for a camera without a line, so that it is never silent', () => {
    const config = configOf({ zone: '99', cameras: [{ camera: 'Other', zone: '9' }] })
    expect(contentOf(sampleAlarm(), config)).toMatchObject({ account: '12AB', data: '#12AB|Nri1/BV099^North gate^' })
  })
})

describe('the link', () => {
  const linkOf = (url: string) => {
    const pictures = [{ url, takenAt: null, width: null, height: null }]
    return contentOf(sampleAlarm({ pictures }), configOf()).extended
  }

  it('is written without characters that separate fields', () => {
    expect(linkOf('https://a.example/[x]|y"z ü')).toEqual(['Vhttps://a.example/%5Bx%5D%7Cy%22z%20%C3%BC'])
  })

  it('is left out where it does not fit, since half a link opens nothing', () => {
    expect(linkOf(`https://a.example/${'x'.repeat(300)}`)).toEqual([])
    expect(contentOf(sampleAlarm({ pictures: [] }), configOf()).extended).toEqual([])
  })
})

describe('the text for the operator', () => {
  const textOf = (text: string, name: string) =>
    contentOf(
      sampleAlarm({ view: { id: 'v', name } }),
      configOf({ extended: 'all', text }),
      '019a9f30-0000-7000-8000-0000000000ff',
    ).extended.filter((field) => field.startsWith('I'))

  it('is that of the settings, in ASCII, with the values of the alarm', () => {
    expect(textOf('{{class}} at {{camera.name}}: {{message.id}}', 'Küche')).toEqual([
      'Iperson at Kuche: 019a9f30-0000-7000-8000-0000000000ff',
    ])
  })

  it.each(['x][V]|"', 'x\r\n[BV]^', '🚨'.repeat(4000), '#{}\\~'])('keeps to its field with the name %j', (name) => {
    // The separators of the template's own text do no harm either.
    const [field = '', ...more] = textOf('a|b] {{camera.name}}', name)
    expect(more).toEqual([])
    expect(field).toMatch(/^I[^[\]|^"#{}\\~\r\n]{0,256}$/)
  })

  it('is refused with a value that does not exist', () => {
    const config = { host: 'h', port: 1, account: '12ab', encryption: 'none', text: '{{nonsense}}' }
    expect(parseSiaDc09Config(config)).toEqual({ ok: false, errors: [{ field: 'text', message: 'template' }] })
  })
})
