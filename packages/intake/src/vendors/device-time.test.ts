import { describe, expect, it } from 'vitest'
import { readDeviceTime } from './device-time.ts'

const near = new Date('2021-12-27T16:42:30Z')

describe('readDeviceTime', () => {
  it.each([
    ['2015-05-22,14:52:18', '2015-05-22T14:52:18'],
    ['2015/05/22 14:52:18', '2015-05-22T14:52:18'],
    ['2015.5.2 4:02', '2015-05-02T04:02:00'],
    ['2022-01-31T13:53:05+01:00', '2022-01-31T13:53:05+01:00'],
    ['2022-01-31T13:53:05.25-0530', '2022-01-31T13:53:05.250-05:30'],
    ['2019-07-10T14:58:26Z', '2019-07-10T14:58:26Z'],
    ['27/12/2021 17:42:19', '2021-12-27T17:42:19'],
    ['12/27/2021 5:42:19 PM', '2021-12-27T17:42:19'],
    ['12/27/2021 12:05:00 AM', '2021-12-27T00:05:00'],
    ['27.12.2021 17:42:19', '2021-12-27T17:42:19'],
    ['Mon, 27 Dec 2021 17:42:19 +0100', '2021-12-27T17:42:19+01:00'],
    ['27-Dec-2021 17:42:19', '2021-12-27T17:42:19'],
    ['December 27, 2021 17:42:19', '2021-12-27T17:42:19'],
    ['Dec 27 2021 5:42:19PM', '2021-12-27T17:42:19'],
    ['CameraNotification:20061231173020500', '2006-12-31T17:30:20.500'],
    ['IPC_20211227_174219_1.jpg', '2021-12-27T17:42:19'],
    ['Motion detected at 2021-12-27 17:42:19 on Gate', '2021-12-27T17:42:19'],
  ])('reads %s', (text, expected) => {
    expect(readDeviceTime(text, { near })).toBe(expected)
  })

  it.each([
    ['D/M/Y H:M:S', '2021-04-03T10:27:46'],
    ['M/D/Y H:M:S', '2021-03-04T10:27:46'],
    ['DD/MM/YYYY HH:MM:SS', '2021-04-03T10:27:46'],
    ['mm/dd/yyyy', '2021-03-04T10:27:46'],
  ])('uses the order %s that the device names', (hint, expected) => {
    expect(readDeviceTime('03/04/2021 10:27:46', { hint, near })).toBe(expected)
  })

  it.each([
    ['2021-03-04T11:00:00Z', '2021-03-04T10:27:46'],
    ['2021-04-03T11:00:00Z', '2021-04-03T10:27:46'],
    // Years after both dates, the later one is the nearer one.
    ['2031-01-01T00:00:00Z', '2021-04-03T10:27:46'],
  ])('interprets 03/04 as the date nearer to the receipt at %s', (receipt, expected) => {
    expect(readDeviceTime('03/04/2021 10:27:46', { near: new Date(receipt) })).toBe(expected)
  })

  it.each([
    '',
    'no time',
    '31/02/2021 10:00:00',
    '2021-13-01 10:00:00',
    '2021-12-27 25:00:00',
    '12345678901234567',
    '10:27:46',
    '1:2:3',
  ])('finds none in %j', (text) => {
    expect(readDeviceTime(text, { near })).toBeNull()
  })
})
