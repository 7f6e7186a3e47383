import type { UseFormReturnType } from '@mantine/form'
import { type FocusEvent as ReactFocusEvent, useState } from 'react'
import type { Problems } from './problems.ts'

type Input = ReturnType<UseFormReturnType<object>['getInputProps']>
interface Place {
  /** Where the field stands in the form. What is wrong with a field is told at it only where this is in the page. */
  'data-path': string
}
/** What the input of a field is given: what it holds, who hears of changes, and what is wrong. */
export type FieldProps = Required<Pick<Input, 'value' | 'onChange' | 'onBlur' | 'error'>> & Place
/** The same for what is ticked. */
export type TickProps = Required<Pick<Input, 'checked' | 'onChange' | 'onBlur' | 'error'>> & Place

/**
 * The fields of a form. What the server refused stands at a field until it changes; what the form itself has against it shows once the
 * field was changed or left, or all were asked for, and only as long as it is so, as where two fields must agree.
 */
export function useFields<T extends object>(form: UseFormReturnType<T>, problems: Problems) {
  const [seen, setSeen] = useState<ReadonlySet<string> | 'all'>(new Set())
  const see = (path: string) =>
    setSeen((before) => (before === 'all' || before.has(path) ? before : new Set(before).add(path)))
  const isSeen = (path: string) => seen === 'all' || seen.has(path)
  const inputOf = (path: string, type: 'input' | 'checkbox') => {
    const { value, checked, error, onChange } = form.getInputProps(path, { type })
    const own = isSeen(path) ? problems[path] || undefined : undefined
    const change = (next: unknown) => {
      see(path)
      onChange(next)
    }
    const leave = (event?: ReactFocusEvent) => {
      // What shows now would push a button away from under the pointer that is just pressing it; if it submits, all shows anyway.
      if (!event?.relatedTarget?.matches('button:active')) see(path)
    }
    return { value, checked, error: error ?? own, onChange: change, onBlur: leave, 'data-path': path }
  }
  return {
    field: (path: string): FieldProps => {
      const { checked: _none, ...input } = inputOf(path, 'input')
      return input
    },
    tick: (path: string): TickProps => {
      const { value: _none, ...input } = inputOf(path, 'checkbox')
      return input
    },
    set: <K extends keyof T & string>(field: K, value: T[K]): void => inputOf(field, 'input').onChange(value),
    seeAll: () => setSeen('all'),
    forget: () => setSeen(new Set()),
  }
}
