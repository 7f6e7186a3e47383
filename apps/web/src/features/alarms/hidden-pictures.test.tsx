import { getFrameImage, type Alarm } from '@winnow/contract'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AlarmServer } from './testing/alarm-api.ts'
import { alarmId, buildAlarm, buildFrame } from './testing/alarm-factory.ts'
import { openAlarms } from './testing/open-alarms.tsx'

afterEach(() => vi.restoreAllMocks())

const bomb = (position: number) =>
  buildFrame(alarmId(1), position, {
    url: null,
    problem: 'too-many-pixels',
    width: null,
    height: null,
    original: { type: 'image/png', bytes: 31_000 },
  })

function open(overrides: Partial<Alarm>) {
  const server = new AlarmServer([
    buildAlarm(1, { viewName: 'Gate', verdict: 'unverified', detections: [], ...overrides }),
  ])
  const asked: string[] = []
  server.api.on(getFrameImage, ({ params, query }) => {
    asked.push(`${params.position} ${JSON.stringify(query)}`)
    return new Response(new Uint8Array([1]), { headers: { 'content-type': 'image/png' } })
  })
  return openAlarms({ server }).then(() => asked)
}

test('a picture that is too large to show is replaced by the reason, and can be downloaded', async () => {
  const asked = await open({ frames: [bomb(0)] })
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:picture'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  expect(await screen.findByText('Too large to show')).toBeTruthy()
  ;(await screen.findByRole('button', { name: /^Download picture 1 \(.*31/ })).click()
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^Gate .* 1\.png$/)]))
  expect(asked).toEqual(['0 {"original":"true"}'])
})

test('a hidden picture keeps its place among those that are shown', async () => {
  await open({ frames: [buildFrame(alarmId(1), 0), bomb(1)] })
  expect(await screen.findByRole('button', { name: 'Picture 1' })).toBeTruthy()
  const place = await screen.findByRole('button', { name: /^Too large to show: download picture 2/ })
  expect(place.querySelector('img')).toBeNull()
})

test('a picture without an address is shown as being read until it was analysed', async () => {
  await open({ verdict: null, frames: [{ ...bomb(0), problem: null }] })
  expect(await screen.findByText('Pictures are being read…')).toBeTruthy()
})
