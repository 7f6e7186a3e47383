import { readFileSync } from 'node:fs'

/**
 * Whether sums of products of whole numbers of 8 bits are exact as this processor computes them fastest. x86 ones without VNNI add two
 * products in 16 bits, which may overflow, and nobody would see it but in worse answers: ONNX Runtime has another way for them, which
 * takes twice as long where this one is safe. Where nobody tells what a processor can do it is taken for one of those.
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
