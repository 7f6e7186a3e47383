import type { UseFormReturnType } from '@mantine/form'
import { type FocusEvent as ReactFocusEvent, useState } from 'react'
import type { Problems } from './problems.ts'

type Input = ReturnType<UseFormReturnType<object>['getInputProps']>
interface Place {
  /** The path of the field in the form. Its errors are shown at the field only if this path is in the page. */
  'data-path': string
}
/** The props of a field's input: value, change handler and error. */
export type FieldProps = Required<Pick<Input, 'value' | 'onChange' | 'onBlur' | 'error'>> & Place
/** The props of a checkbox: state, change handler and error. */
export type TickProps = Required<Pick<Input, 'checked' | 'onChange' | 'onBlur' | 'error'>> & Place

/**
 * The fields of a form. A server error is shown at its field until the field changes. The form's own errors are shown
 * after the field was changed or left, or after a submit, and only while they apply (for example while two fields do
 * not match).
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
      // An error that appears now would move a button or a list of choices while it is being pressed, so that it is
      // missed. If the button submits, all errors are shown anyway.
      if (!event?.relatedTarget?.matches('button:active, [role=combobox]:active')) see(path)
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
