import { readFileSync } from 'node:fs'

/**
 * Whether this processor adds products of 8-bit integers exactly with its fastest instructions. x86 processors without VNNI add two
 * products in 16 bits. These may overflow, which shows only in worse results. ONNX Runtime has an exact alternative, which takes twice as
 * long where this one is safe. An unknown processor is assumed to be unsafe.
 */
export function addsWholeNumbersSafely(
  arch: string = process.arch,
  readProcessor: () => string = () => readFileSync('/proc/cpuinfo', 'utf8'),
): boolean {
  if (arch !== 'x64') return true
  try {
    return /\bavx(?:512)?_vnni\b/.test(readProcessor())
  } catch {
    return false
  }
}
