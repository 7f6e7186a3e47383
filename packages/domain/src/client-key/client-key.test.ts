import { expect, it } from 'vitest'
import { clientKey } from './client-key.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  // A mapped address has ffff in the sixth group only.
  ['1::ffff:192.0.2.7', '1:0:0:0::/64'],
  // The zone of a global address is ignored.
  ['2001:db8::1%eth0', '2001:db8:0:0::/64'],
  // All hosts of a local network share one /64, so each address has its own key.
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1%eth0'],
  ['fe80::1%eth1', 'fe80:0:0:0:0:0:0:1%eth1'],
  ['FE80::0002', 'fe80:0:0:0:0:0:0:2'],
  ['febf::1', 'febf:0:0:0:0:0:0:1'],
  ['fec0::1', 'fec0:0:0:0::/64'],
  ['fc00::1', 'fc00:0:0:0:0:0:0:1'],
  ['fd12:3456:789a:1::5', 'fd12:3456:789a:1:0:0:0:5'],
  ['fdff:ffff::1', 'fdff:ffff:0:0:0:0:0:1'],
  ['fe00::1', 'fe00:0:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('the key of %s is %s', (address, key) => {
  expect(clientKey(address)).toBe(key)
})
