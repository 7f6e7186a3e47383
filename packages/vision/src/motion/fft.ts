/** Complex numbers, real and imaginary parts apart. */
export interface Complex {
  re: Float64Array
  im: Float64Array
}

/** In-place radix-2 Fourier transform (Cooley and Tukey) of `length` numbers from `offset`, `stride` apart. */
function transformLine(values: Complex, offset: number, stride: number, length: number, sign: 1 | -1): void {
  const { re, im } = values
  for (let i = 1, j = 0; i < length; i += 1) {
    let bit = length >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i >= j) continue
    const a = offset + i * stride
    const b = offset + j * stride
    ;[re[a], re[b]] = [re[b]!, re[a]!]
    ;[im[a], im[b]] = [im[b]!, im[a]!]
  }
  for (let size = 2; size <= length; size *= 2) {
    const angle = (sign * 2 * Math.PI) / size
    for (let k = 0; k < size / 2; k += 1) {
      const cos = Math.cos(angle * k)
      const sin = Math.sin(angle * k)
      for (let start = k; start < length; start += size) {
        const even = offset + start * stride
        const odd = even + (size / 2) * stride
        const oddRe = re[odd]! * cos - im[odd]! * sin
        const oddIm = re[odd]! * sin + im[odd]! * cos
        re[odd] = re[even]! - oddRe
        im[odd] = im[even]! - oddIm
        re[even] = re[even]! + oddRe
        im[even] = im[even]! + oddIm
      }
    }
  }
}

/** In-place two-dimensional transform of a square whose side is a power of two; the inverse is not scaled. */
export function transform(values: Complex, side: number, direction: 'forward' | 'inverse'): void {
  const sign = direction === 'forward' ? -1 : 1
  for (let row = 0; row < side; row += 1) transformLine(values, row * side, 1, side, sign)
  for (let column = 0; column < side; column += 1) transformLine(values, column, side, side, sign)
}
