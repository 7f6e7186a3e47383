import { expect, it } from 'vitest'
import { readFilePath } from './read-file-path.ts'

const near = new Date('2026-11-26T18:40:00Z')
const unknown = {
  vendor: 'generic',
  event: null,
  channel: null,
  deviceName: null,
  deviceSerial: null,
  deviceTime: null,
}

it.each([
  [
    '/192.168.1.64_01_20190827095800502_MOTION_DETECTION.jpg',
    {
      vendor: 'hikvision',
      event: 'MOTION_DETECTION',
      channel: '1',
      deviceName: '192.168.1.64',
      deviceTime: '2019-08-27T09:58:00.502',
    },
  ],
  [
    '/NVR/2019-08-27/10.0.0.9_12_20190827095800_LINE_CROSSING_DETECTION.jpg',
    {
      vendor: 'hikvision',
      event: 'LINE_CROSSING_DETECTION',
      channel: '12',
      deviceName: '10.0.0.9',
      deviceTime: '2019-08-27T09:58:00.000',
    },
  ],
  [
    '/192.168.1.64_01_20190827095800502_TIMING.jpg',
    {
      vendor: 'hikvision',
      event: 'TIMING',
      channel: '1',
      deviceName: '192.168.1.64',
      deviceTime: '2019-08-27T09:58:00.502',
    },
  ],
  [
    '/Gate/4K0123PAZ/2026-11-26/001/jpg/18/32/07[M][0@0][0].jpg',
    {
      vendor: 'dahua',
      event: 'Motion',
      channel: '1',
      deviceName: 'Gate',
      deviceSerial: '4K0123PAZ',
      deviceTime: '2026-11-26T18:32:07',
    },
  ],
  [
    '/4K0123PAZ/2026-11-26/002/jpg/18/32.07[M][0@0][3].jpg',
    { vendor: 'dahua', event: 'Motion', channel: '2', deviceName: '4K0123PAZ', deviceTime: '2026-11-26T18:32:07' },
  ],
  [
    '/Gate/4K0123PAZ/2026-11-26/001/dav/18/18.32.07-18.32.17[A][0@0][0].mp4',
    {
      vendor: 'dahua',
      event: 'Alarm',
      channel: '1',
      deviceName: 'Gate',
      deviceSerial: '4K0123PAZ',
      deviceTime: '2026-11-26T18:32:07',
    },
  ],
  ['/snap/MDAlarm_20180807-135928.jpg', { event: 'Motion', deviceTime: '2018-08-07T13:59:28' }],
  ['/record/MDalarm_20180812_100109.mkv', { event: 'Motion', deviceTime: '2018-08-12T10:01:09' }],
  ['/20181201/Snap_103130_021_1.jpg', { deviceTime: '2018-12-01T10:31:30' }],
  ['/ch03/2026-11-26_18-32-07_motion.jpg', { channel: '3', event: 'motion', deviceTime: '2026-11-26T18:32:07' }],
  ['/cam-4/Human_20261126183207.jpg', { channel: '4', event: 'Human', deviceTime: '2026-11-26T18:32:07' }],
  ['/front door/20261126183207.jpg', { deviceTime: '2026-11-26T18:32:07' }],
  // No date exists for these, and no channel is meant.
  ['/20269926183207.jpg', {}],
  ['/image.jpg', {}],
  ['/camera/picture (1).jpg', {}],
  ['/', {}],
])('the path %s says what is known of the picture', (path, known) => {
  expect(readFilePath(path, near)).toEqual({ ...unknown, ...known })
})
