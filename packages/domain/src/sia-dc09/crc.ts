/** CRC-16 with the polynomial 0xA001 (reversed 0x8005) and the start value 0, as ANSI/SIA DC-09 uses it. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  }
  return crc
}
