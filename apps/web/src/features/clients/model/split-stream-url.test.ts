import { expect, it } from 'vitest'
import { splitStreamUrl } from './split-stream-url.ts'

it.each([
  ['rtsp://192.0.2.20/sub', 'rtsp://192.0.2.20/sub', undefined],
  ['rtsp://admin:a%40b:c@192.0.2.20:554/sub?x=1', 'rtsp://192.0.2.20:554/sub?x=1', ['admin', 'a@b:c']],
  [' RTSP://admin:p@ss@cam/sub ', 'RTSP://cam/sub', ['admin', 'p@ss']],
  ['rtsp://admin@cam/', 'rtsp://cam/', ['admin', '']],
  ['rtsp://a:%E0%A4%A@cam/', 'rtsp://cam/', ['a', '%E0%A4%A']],
  ['rtsp://cam/a@b', 'rtsp://cam/a@b', undefined],
])('takes the login out of %s', (text, url, login) => {
  const [username, password] = login ?? []
  expect(splitStreamUrl(text)).toEqual({ url, login: login && { username, password } })
})
