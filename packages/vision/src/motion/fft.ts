/** Complex numbers, with separate arrays of real and imaginary parts. */
export interface Complex {
  re: Float64Array
  im: Float64Array
}

/** Computes the two-dimensional Fourier transform of a square in place. The inverse transform is not scaled. */
export type Transform = (values: Complex, direction: 'forward' | 'inverse') => void

function reversedBits(side: number): Int32Array {
  const reversed = new Int32Array(side)
  for (let i = 1; i < side; i += 1) reversed[i] = (reversed[i >> 1]! >> 1) | (i & 1 ? side >> 1 : 0)
  return reversed
}

/** Transforms all columns of a square together, row by row, to read memory sequentially. */
function transformColumns(values: Complex, side: number, plan: { reversed: Int32Array; roots: Complex; sign: number }) {
  const { re, im } = values
  const { reversed, roots, sign } = plan
  for (let i = 0; i < side; i += 1) {
    const j = reversed[i]!
    if (i >= j) continue
    for (let a = i * side, b = j * side, end = a + side; a < end; a += 1, b += 1) {
      const real = re[a]!
      const imaginary = im[a]!
      re[a] = re[b]!
      im[a] = im[b]!
      re[b] = real
      im[b] = imaginary
    }
  }
  for (let size = 2; size <= side; size *= 2) {
    for (let k = 0; k < size / 2; k += 1) {
      const cos = roots.re[(k * side) / size]!
      const sin = sign * roots.im[(k * side) / size]!
      for (let row = k; row < side; row += size) {
        for (
          let even = row * side, odd = even + (size / 2) * side, end = even + side;
          even < end;
          even += 1, odd += 1
        ) {
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
}

function transpose(plane: Float64Array, side: number): void {
  for (let y = 0; y < side; y += 1) {
    for (let x = y + 1; x < side; x += 1) {
      const value = plane[y * side + x]!
      plane[y * side + x] = plane[x * side + y]!
      plane[x * side + y] = value
    }
  }
}

/**
 * Prepares transforms (radix 2, Cooley and Tukey 1965) of squares whose side is a power of two. Both the forward and the inverse transform
 * exchange rows and columns, so that after both the picture has its original orientation.
 */
export function planTransform(side: number): Transform {
  const reversed = reversedBits(side)
  const angle = (index: number) => (2 * Math.PI * index) / side
  const roots = {
    re: Float64Array.from({ length: side / 2 }, (_, index) => Math.cos(angle(index))),
    im: Float64Array.from({ length: side / 2 }, (_, index) => Math.sin(angle(index))),
  }
  return (values, direction) => {
    const plan = { reversed, roots, sign: direction === 'forward' ? -1 : 1 }
    transformColumns(values, side, plan)
    transpose(values.re, side)
    transpose(values.im, side)
    transformColumns(values, side, plan)
  }
}
