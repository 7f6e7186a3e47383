import { afterEach, describe, expect, it, test } from 'vitest'
import { localeStore } from '../../../lib/preferences/preferences.ts'
import { buildView } from '../testing/node-factory.ts'
import { USUAL_CHOICE } from '../testing/receiver-factory.ts'
import { agoIn } from './ago.ts'
import { guessGuide } from './guess-guide.ts'
import { createBody, draftOf, updateBody } from './receiver-draft.ts'
import { checkUrl } from './receiver-values.ts'
import { asViewDraft, toViewBody } from './view-draft.ts'

describe('settings of a camera', () => {
  it('are sent only if they were changed', () => {
    expect(toViewBody({ channel: ' 4 ', thermal: true })).toEqual({ channel: '4', thermal: true })
    expect(toViewBody({ active: false, deviceModel: '  ' })).toEqual({ status: { active: false }, deviceModel: null })
  })

  it('keep an access method that the form does not offer', () => {
    const draft = asViewDraft(buildView(1, { integration: 'milestone' }))
    expect(draft.integration).toBeNull()
    expect(toViewBody({ integration: null })).toEqual({})
  })
})

describe('a receiver', () => {
  afterEach(() => localeStore.set('en'))

  const stored = {
    id: 'r',
    siteId: 's',
    kind: 'webhook' as const,
    name: 'Hook',
    active: true,
    disabledReason: null,
    config: { url: 'https://hooks.example/x', embedPicture: true },
    secretsSet: ['secrets', 'headers.Authorization'],
    failures: 0,
    lastSuccessAt: null,
    lastFailureAt: null,
    lastError: null,
    lastStatus: null,
    lastDetail: null,
    retryingSince: null,
    waiting: 0,
    givenUp: 0,
    fallback: { backupId: null, afterFailures: 3, afterSeconds: 60, escalateTo: [] },
    downSince: null,
    escalatedAt: null,
  }

  it('keeps the headers that are never shown, unless they are replaced', () => {
    const draft = draftOf(stored)
    expect(updateBody(draft).config).toEqual({
      url: 'https://hooks.example/x',
      embedPicture: true,
      ...USUAL_CHOICE,
      attach: 'picture',
      method: 'POST',
      format: 'standard',
      heartbeatSeconds: 0,
      pictureKb: null,
    })
    expect(
      updateBody({ ...draft, values: { ...draft.values, headers: [{ name: ' X-Key ', value: ' 1 ' }] } }).config,
    ).toMatchObject({
      headers: { 'X-Key': '1' },
    })
    expect(updateBody({ ...draft, values: { ...draft.values, headers: [] } }).config).toMatchObject({ headers: {} })
  })

  it('starts with the console’s language, or with English if it has none', () => {
    localeStore.set('pt')
    expect(createBody({ ...draftOf(undefined), kind: 'email' }).config).toMatchObject({ language: 'pt' })
    const old = draftOf({ ...stored, kind: 'email', config: { recipients: ['a@b.example'] }, secretsSet: [] })
    expect(updateBody(old).config).toMatchObject({ language: 'en' })
  })

  it('is created only with the settings of its kind', () => {
    const empty = draftOf(undefined)
    const values = { ...empty.values, url: 'https://x', recipients: ['a@b.example'] }
    const draft = { ...empty, name: ' Night desk ', values }
    expect(createBody({ ...draft, kind: 'email' })).toEqual({
      kind: 'email',
      name: 'Night desk',
      active: true,
      config: {
        recipients: ['a@b.example'],
        language: 'en',
        format: 'words',
        pictureKb: null,
        attach: 'picture',
        ...USUAL_CHOICE,
      },
    })
    expect(createBody(draft)).toMatchObject({ kind: 'webhook', config: { url: 'https://x', headers: {} } })
  })

  it.each([
    ['hooks.example', 'scheme'],
    ['ftp://hooks.example', 'scheme'],
    ['http://[::', 'invalid'],
    [`https://hooks.example/${'a'.repeat(2048)}`, 'invalid'],
    [' https://hooks.example/x ', undefined],
  ])('with the URL %.40s has the problem: %s', (url, problem) => {
    expect(checkUrl(url)).toBe(problem)
  })
})

test.each([
  ['Hikvision DS-2CD2T47', 'hikvision'],
  ['DS-7208HQHI', 'hikvision'],
  ['Amcrest IP8M', 'dahua'],
  ['Axis P1455-LE', 'axis'],
  ['Some camera', undefined],
  [null, undefined],
])('the guide for %s is %s', (model, guide) => {
  expect(guessGuide({ integration: 'email', deviceModel: model })).toBe(guide)
  expect(guessGuide({ integration: 'immix', deviceModel: model })).toBe('immix')
})

const NOW = Date.parse('2026-11-21T03:00:00Z')
test.each([
  ['2026-11-21T02:59:30Z', undefined],
  ['2026-11-21T03:00:20Z', undefined],
  ['2026-11-21T02:58:01Z', { value: 1, unit: 'minute' }],
  ['2026-11-20T03:00:01Z', { value: 23, unit: 'hour' }],
  ['2026-11-18T03:00:00Z', { value: 3, unit: 'day' }],
])('the age of %s is %o', (at, ago) => {
  expect(agoIn(Date.parse(at), NOW)).toEqual(ago)
})
