import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'

/** How long the user has to go on typing until a value out of range is corrected. */
const CORRECT_AFTER_MS = 900

export interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'clampBehavior' | 'style'> {
  /** A text while the field is empty, or holds the beginning of a number. */
  value: number | string
  onChange: (value: number | string) => void
}

/** The nearest bound of a number out of range; undefined for a number within, and for a text that is no number. */
function correctionOf(value: number | string, min: number, max: number): number | undefined {
  if (value === '') return undefined
  const number = Number(value)
  if (Number.isNaN(number)) return undefined
  const nearest = Math.max(min, Math.min(max, number))
  return nearest === number ? undefined : nearest
}

/**
 * A field for a number. A number out of range is corrected to the nearest bound as soon as nobody types any more, and at once when the
 * user leaves the field, so that the next click saves the corrected number.
 */
export function NumberField({ value, onChange, onBlur, ...props }: NumberFieldProps) {
  const { min = -Infinity, max = Infinity } = props
  const correct = useEffectEvent(onChange)
  useEffect(() => {
    const correction = correctionOf(value, min, max)
    if (correction === undefined) return undefined
    const timer = setTimeout(() => correct(correction), CORRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [value, min, max])
  const leave: NumberInputProps['onBlur'] = (event) => {
    const correction = correctionOf(value, min, max)
    if (correction !== undefined) onChange(correction)
    onBlur?.(event)
  }
  return <NumberInput {...props} value={value} onChange={onChange} onBlur={leave} clampBehavior="none" />
}
