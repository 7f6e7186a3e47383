import { readFileSync } from 'node:fs'

/**
 * Whether the fastest instructions of this processor add products of 8-bit integers exactly. x86 processors without VNNI add two products
 * in 16 bits, and the sum may overflow. An overflow causes no error, only worse results. ONNX Runtime also has an exact mode, but on
 * processors with exact instructions it takes twice as long. For an unknown processor, returns false.
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
