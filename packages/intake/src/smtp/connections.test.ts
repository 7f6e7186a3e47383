import { expect, it } from 'vitest'
import { Connections } from './connections.ts'

it('the limit counts all connections from one IPv6 network (/64) together', () => {
  const connections = new Connections<null, null>({ perHolder: 2 })
  const [one, two, three, other] = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3::', '2001:db8:1:3::1'].map(
    (remoteAddress) => ({ remoteAddress }),
  )
  if (!one || !two || !three || !other) throw new Error('four clients were made')
  expect([one, two, three, other].map((client) => connections.add(client))).toEqual([true, true, false, true])
  connections.remove(one)
  expect(connections.add(three)).toBe(true)
})
