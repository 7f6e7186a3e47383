// Reads what the adapters write with libxml2's xmllint, which nobody here wrote.
import { READY_TEMPLATES } from '@winnow/contract'
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { alarmXml } from './immix/alarm-xml.ts'
import { analyticsEventXml } from './milestone/analytics-event.ts'
import { checkTemplate } from './template/check-template.ts'
import { renderTemplate } from './template/render-template.ts'
import { templateFacts } from './template/template-facts.ts'
import { sampleAlarm } from './testing/sample-alarm.ts'

const ID = '019a9f30-0000-7000-8000-0000000000ff'
const NAMES = [
  'North gate',
  '</Name></Source><Message>x',
  ']]><!--',
  '&#0;&lt;"\'>',
  '🚨 Über\r\n|]',
  '\ud800\u0007\uffff',
  'ü'.repeat(4000),
]

/** The text of the first element of this name, as libxml2 reads it. */
function textOf(xml: string, element: string): string {
  const path = `string(//*[local-name()='${element}'])`
  const { status, stdout, stderr } = spawnSync('xmllint', ['--nonet', '--xpath', path, '-'], {
    input: xml,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.replace(/\n$/, '')
}

const clean = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
const first = (text: string, max: number): string => Array.from(text).slice(0, max).join('')

describe.each(NAMES)('xmllint reads the name %j', (name) => {
  const alarm = sampleAlarm({ site: { id: 's', name, timezone: 'UTC' } })

  it('in an event for Milestone', () => {
    const xml = analyticsEventXml(alarm, { id: ID, event: name, cameras: [] })
    expect(textOf(xml, 'Location')).toBe(first(clean(name), 250))
    expect(textOf(xml, 'Message')).toBe(first(clean(name), 250))
    expect(textOf(xml, 'ID')).toBe(ID)
  })

  it('in a mail to Immix', () => {
    const config = { input: '1', cameras: [], events: [], dateFormat: 'utc' as const }
    const server = { host: 'x', port: 25, secure: false }
    const xml = alarmXml(alarm, { ...config, server, recipient: 'a@b.example', sender: 'a@b.example' })
    expect(textOf(xml, 'Location')).toBe(first(clean(name), 250))
    expect(textOf(xml, 'EventType')).toBe('PersonDetected')
  })

  it('in a webhook by a template', () => {
    const checked = checkTemplate(READY_TEMPLATES.xml, 'xml')
    if (!checked.ok) throw new Error('refused')
    const facts = templateFacts(alarm, { account: '', zone: '', cameras: [], codes: [] }, { id: ID })
    const { text } = renderTemplate(checked.template, facts)
    expect(textOf(text, 'site')).toBe(clean(first(name, 1000)))
    expect(textOf(text, 'verdict')).toBe('true')
  })
})
