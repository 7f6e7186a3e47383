import { expect, it } from 'vitest'
import { cpuMs } from '../testing/cpu-ms.ts'
import { mutate, random } from '../testing/mutate.ts'
import { readDahuaText } from './read-dahua-text.ts'
import { numberDahuaChannels, readCameraStates, readChannelTitles, readDahuaFacts } from './recorder-channels.ts'

const TITLES =
  'table.ChannelTitle[0].Name=Tor\r\ntable.ChannelTitle[1].Name=\r\ntable.ChannelTitle[2].Name=Hof=Süd\r\ntable.ChannelTitle[10].Name=Dach\r\n'
const numbered = (titles: string, states: string) =>
  numberDahuaChannels(readChannelTitles(titles) ?? new Map(), readCameraStates(states))

it('numbers channels from 1, as the reader of events does, with their states of both forms of the answer', () => {
  const json = JSON.stringify({
    states: [
      { channel: 0, connectionState: 'Connected' },
      { channel: 1, connectionState: 'Empty' },
      { channel: 2, connectionState: 'Unconnect' },
    ],
  })
  const lines = [
    'states[0].channel=0',
    'states[0].connectionState=Connected',
    'states[1].channel=1',
    'states[1].connectionState=Empty',
    'states[2].channel=2',
    'states[2].connectionState=Unconnect',
  ].join('\r\n')
  for (const states of [json, lines])
    expect(numbered(TITLES, states)).toEqual([
      { channel: '1', name: 'Tor', isOnline: true },
      { channel: '3', name: 'Hof=Süd', isOnline: false },
      { channel: '11', name: 'Dach', isOnline: null },
    ])
  expect(readDahuaText('Code=VideoMotion;action=Start;index=2')).toMatchObject({ events: [{ channel: '3' }] })
})

it('lists all channels where the states are not told', () => {
  for (const states of [
    '',
    'Error\r\nBad Request!\r\n',
    '{"error":{"code":268632079}}',
    '[]',
    'null',
    '{"states":[null,3]}',
  ])
    expect(numbered(TITLES, states).map(({ channel, isOnline }) => [channel, isOnline])).toEqual([
      ['1', null],
      ['2', null],
      ['3', null],
      ['11', null],
    ])
})

it('reads how a device calls itself', () => {
  const told = { machineName: 'name=Halle\r\n', systemInfo: 'serialNumber=1\r\ndeviceType=NVR5216-16P\r\n' }
  expect(readDahuaFacts(told)).toEqual({ name: 'Halle', model: 'NVR5216-16P' })
  expect(readDahuaFacts({ machineName: '', systemInfo: '<html>' })).toEqual({ name: null, model: null })
})

it.each(['', 'Error\r\nBad Request!\r\n', '<html>Hello</html>', 'table.VideoColor[0].Name=x'])(
  'takes %j for no list of channels',
  (text) => expect(readChannelTitles(text)).toBeUndefined(),
)

it('reads 3,000 mutated answers in 2 s', async () => {
  const seeds = [
    TITLES,
    '{"states":[{"channel":0,"connectionState":"Connected"}]}',
    'states[0].channel=0\r\nstates[0].connectionState=Empty',
  ]
  const next = random(7)
  const ms = await cpuMs(async () => {
    for (let n = 0; n < 3_000; n++) {
      const text = mutate(Buffer.from(seeds[n % 3] ?? ''), next, [
        '=',
        '[0]',
        '\r\n',
        '{',
        '"',
        '\0',
        '.Name=',
      ]).toString()
      for (const { channel, name } of numbered(text, text)) {
        expect(channel).toMatch(/^[1-9]\d{0,3}$/)
        expect(name?.length ?? 0).toBeLessThanOrEqual(200)
      }
    }
    numbered('table.ChannelTitle['.repeat(50_000), 'states['.repeat(50_000))
  })
  expect(ms).toBeLessThan(2_000)
})
