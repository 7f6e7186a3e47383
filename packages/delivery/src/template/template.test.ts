import { READY_TEMPLATES, TEMPLATE_NAMES } from '@winnow/contract'
import * as fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { sampleAlarm } from '../testing/sample-alarm.ts'
import { checkTemplate } from './check-template.ts'
import { jsonErrorAt } from './json-error.ts'
import { parseTemplate, type TemplateTarget } from './parse-template.ts'
import { renderTemplate } from './render-template.ts'
import { templateFacts } from './template-facts.ts'

const NAMES = { account: '1234', zone: '', cameras: [], codes: [] }
const ID = '019a9f30-0000-7000-8000-0000000000ff'
const factsOf = (changes: Parameters<typeof sampleAlarm>[0] = {}) =>
  templateFacts(sampleAlarm(changes), NAMES, { id: ID })

function write(text: string, target: TemplateTarget, changes: Parameters<typeof sampleAlarm>[0] = {}) {
  const checked = checkTemplate(text, target)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return renderTemplate(checked.template, factsOf(changes))
}

const problemsOf = (text: string, target: TemplateTarget = 'json') => {
  const checked = checkTemplate(text, target)
  return checked.ok ? [] : checked.problems
}

/** Names that would end a text, begin another line, or are longer than any text may be. */
const EVIL = [
  '", "verdict": "false',
  '\\',
  '</text><verdict>false</verdict>',
  ']]><Alarm>',
  '&#0;&amp;{{account}}',
  'x\r\nX-Evil: 1',
  '|]^[BV]',
  '🚨\u2028\ud800',
  'ü'.repeat(4000),
]
const anyName = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom(...EVIL))
const named = (camera: string, site = 'Depot') => ({
  view: { id: 'v', name: camera },
  site: { id: 's', name: site, timezone: 'UTC' },
})
const cut = (text: string) => Array.from(text.slice(0, 2000)).slice(0, 1000).join('')

describe('a template', () => {
  it('writes values inside strings and in the place of values, and says which are missing', () => {
    const text =
      '{"t": "{{camera.name}}/{{zone}}", "s": {{score}}, "d": {{plate}}, "f": "{{ plate | none }}", "b": {{isTest}}}'
    const { text: written, missing } = write(text, 'json')
    expect(JSON.parse(written)).toEqual({ t: 'North gate/', s: 0.87, d: null, f: ' none ', b: false })
    expect(missing).toEqual(['zone', 'plate'])
  })

  it('knows a value for each of its names', () => {
    expect(Object.keys(factsOf()).toSorted()).toEqual([...TEMPLATE_NAMES].toSorted())
    const full = templateFacts(sampleAlarm(), { ...NAMES, zone: '7' }, { id: ID, picture: 'AAAA' })
    const empty = Object.entries(full).flatMap(([name, value]) => (value === null || value === '' ? [name] : []))
    expect(empty).toEqual(['previousVerdict', 'rules', 'plate', 'gatheredIds'])
  })

  it.each([
    [
      '{"a": "{{nonsense}}",\n "b": {{more}}}',
      [
        { code: 'unknown', line: 1, column: 8, name: 'nonsense' },
        { code: 'unknown', line: 2, column: 7, name: 'more' },
      ],
    ],
    ['{"a":\n "{{account"}', [{ code: 'unclosed', line: 2, column: 3, name: null }]],
    ['{"a": "\\{{account}}"}', [{ code: 'place', line: 1, column: 9, name: null }]],
    ['{"a": 1,\n}', [{ code: 'syntax', line: 2, column: 1, name: null }]],
    ['', [{ code: 'syntax', line: 1, column: 1, name: null }]],
    ['{"a": 1{{camera.name}}}', [{ code: 'syntax', line: 1, column: 9, name: null }]],
    ['{"a": -{{score}}}', [{ code: 'syntax', line: 1, column: 7, name: null }]],
    ['["{{picture.base64}}", "{{picture.base64}}"]', [{ code: 'many', line: 1, column: 25, name: null }]],
  ])('that cannot be sent is refused at its place: %s', (text, problems) => {
    expect(problemsOf(text)).toEqual(problems)
  })

  it.each([
    ['<a {{account}}="1"/>', 'place', 1],
    ['<a>\n<b></a>', 'syntax', 2],
    ['<a><![CDATA[{{account}}]]></a>', 'place', 1],
    ['<a><![CDATA[x]]>{{account}}</a>', 'syntax', 1],
    ['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'syntax', 1],
    ['<a><!-- {{account}} --></a>', 'place', 1],
    ['<a/><?php {{account}} ?>', 'place', 1],
  ])('in XML with values only where they are read as text: %s', (text, code, line) => {
    expect(problemsOf(text, 'xml')).toMatchObject([{ code, line }])
  })

  it('has at most a hundred values, and is read in linear time', () => {
    expect(problemsOf(`[${'{{account}},'.repeat(101)}0]`)).toMatchObject([{ code: 'many' }])
    const slow = ['{{'.repeat(10_000), '{{account|'.repeat(2_000), `"${'\\"'.repeat(9_000)}`, '['.repeat(20_000)]
    const started = process.threadCpuUsage()
    for (const text of slow)
      for (const target of ['json', 'xml'] as const) expect(problemsOf(text, target)).not.toEqual([])
    const { user, system } = process.threadCpuUsage(started)
    expect((user + system) / 1000).toBeLessThan(2_000)
  })

  it('leaves out a link that is too long, and never cuts a picture', () => {
    const picture = 'A'.repeat(50_000)
    const checked = checkTemplate('["{{picture.base64}}", {{picture.url}}]', 'json')
    if (!checked.ok) throw new Error('refused')
    const long = sampleAlarm({
      pictures: [{ url: `https://x/${'y'.repeat(1000)}`, takenAt: null, width: 1, height: 1 }],
    })
    const { text, missing } = renderTemplate(checked.template, templateFacts(long, NAMES, { id: ID, picture }))
    expect(JSON.parse(text)).toEqual([picture, null])
    expect(missing).toEqual(['picture.url'])
  })
})

describe('whatever the names are, a template writes the same facts', () => {
  it.each(['sureview', 'evalink', 'json'] as const)('in the form %s', (format) => {
    fc.assert(
      fc.property(anyName, anyName, (camera, site) => {
        const written = JSON.parse(write(READY_TEMPLATES[format], 'json', named(camera, site)).text)
        const summary = cut(`Alarm (person): ${camera}, ${site}`)
        const wanted = {
          sureview: { systemIdentifier: '1234', text: summary, responseCode: '', eventCode: 'BV' },
          evalink: {
            deviceId: '1234',
            alarmCode: 'BV',
            alarmMsg: summary,
            alarmZoneName: cut(camera),
            testMessage: false,
          },
          json: { id: ID, text: summary, verdict: 'true', camera: cut(camera), site: cut(site) },
        }[format]
        expect(written).toMatchObject(wanted)
        expect(Object.keys(written)).toHaveLength(
          Object.keys(JSON.parse(write(READY_TEMPLATES[format], 'json').text)).length,
        )
      }),
    )
  })

  it('in XML, also inside an attribute', () => {
    const reader = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      parseTagValue: false,
      trimValues: false,
      htmlEntities: true,
      processEntities: { enabled: true, maxTotalExpansions: 1e6, maxExpandedLength: 1e7 },
    })
    const clean = (text: string) =>
      cut(text)
        .replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]+/gu, ' ')
        .replaceAll(/ {2,}/g, ' ')
        .trim()
    fc.assert(
      fc.property(anyName, (camera) => {
        const { text } = write(
          '<a n="{{camera.name}}"><b>{{camera.name}}</b><c>{{verdict}}</c></a>',
          'xml',
          named(camera),
        )
        expect(text).toMatch(/^[\x20-\x7e]*$/)
        expect(reader.parse(text)).toEqual({ a: { '@n': clean(camera), b: clean(camera), c: 'true' } })
      }),
    )
  })

  it.each([
    ['header', /^[\x20-\x7e]{0,1000}$/],
    ['cid', /^[\x20-\x21\x23-\x5a\x5f-\x7a|]{0,1000}$/],
    ['line', /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]{0,1000}$/u],
  ] as const)('in one line of a %s', (target, form) => {
    const parsed = parseTemplate('{{camera.name}}', target)
    if (!parsed.ok) throw new Error('refused')
    fc.assert(
      fc.property(anyName, (camera) => {
        const { text } = renderTemplate(parsed.template, factsOf(named(camera)))
        expect(text).toMatch(form)
        if (target === 'cid') expect(text).not.toContain('|')
      }),
    )
  })
})

it('JSON is told from what is none as the language’s own parser does', () => {
  const mutated = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '0', '\\', ' ', 'e', '-'))
  fc.assert(
    fc.property(mutated, ([json, place, put]) => {
      const at = place % (json.length + 1)
      for (const text of [
        json,
        json.slice(0, at) + put + json.slice(at),
        json.slice(0, at) + put + json.slice(at + 1),
      ]) {
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        expect([text, jsonErrorAt(text) === undefined]).toEqual([text, isJson])
      }
    }),
    { numRuns: 500 },
  )
})
