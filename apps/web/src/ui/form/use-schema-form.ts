import type { BodyInput, BodyOf, Operation } from '@winnow/contract'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { type FormEvent, type RefObject, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestError } from '../../lib/api/api-errors.ts'
import { schemaIssueText } from '../../lib/validation/schema-issue-text.ts'
import { useUnsavedChanges } from '../unsaved-changes/use-unsaved-changes.ts'
import { changesOf, isSame, rebase } from './changes.ts'
import { checkBody, type Problems, renamed } from './problems.ts'
import { useFailure } from './use-failure.ts'
import { type FieldProps, type TickProps, useFields } from './use-fields.ts'
import { useSending } from './use-sending.ts'

export interface FormSettings<T extends object, O extends Operation> {
  /**
   * What the form holds at first. Of something that lives on the server: what the server has; fields that nobody changed here go on
   * following it.
   */
  initial: T
  /** The operation whose body the form makes. Its schema says what is wrong, before the server would. */
  operation?: O
  /** The body of the values; without it the values themselves. `changes`: the fields that differ from `initial`. */
  toBody?: (values: T, changes: Partial<T>) => BodyInput<O>
  /** What is wrong beyond the schema, or better words for what is; they take the place of the schema's at the same field. */
  rules?: (values: T) => Problems
  /** What fields of the body are called in the form, where that differs: `{ expiresAt: 'lastDay' }`. */
  names?: Readonly<Record<string, string>>
  /** Better words for what the server refused, by fields of the form. */
  refusals?: (error: RequestError) => Problems
  /** Takes over what has become another on the server, where that is more than to keep the fields that were changed. */
  rebase?: (values: T, base: T, now: T) => T
  /** Whether anything would be lost, where that is not the same as a field that differs from `initial`. */
  isDirty?: (values: T) => boolean
  /** False where what is typed is not worth a question: a form that lets somebody in. */
  isGuarded?: boolean
  /**
   * Sends it; called with a body that the schema took, as the schema makes it. What it throws is told at its fields, or above the
   * buttons where it names none. Afterwards the form follows `initial` again.
   */
  submit: (body: BodyOf<O>, values: T, changes: Partial<T>) => unknown
}

export interface SchemaForm<T extends object> {
  values: T
  /** What the input of a field is given. Problems show once the field was touched, or the form was submitted. */
  field: (path: (keyof T & string) | `${keyof T & string}.${string}`) => FieldProps
  /** The same for what is ticked. */
  tick: (path: keyof T & string) => TickProps
  set: <K extends keyof T & string>(field: K, value: T[K]) => void
  isDirty: boolean
  isPending: boolean
  /** Whether it could be sent as it is. */
  isValid: boolean
  /** What came of the last try, where no field shows it. */
  error: unknown
  /** Takes that away, where it says nothing any more once something is typed. */
  clearError: () => void
  /** Drops what was changed. */
  reset: () => void
  /** For `Form`. */
  element: RefObject<HTMLFormElement | null>
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Sends what it holds now, for a form that is sent by something else than its button. */
  send: () => Promise<void>
}

type Form<T> = UseFormReturnType<T>

/** Finds out what is wrong with values, and the body that they make. */
function useCheck<T extends object, O extends Operation>({ operation, toBody, rules, names }: FormSettings<T, O>) {
  const { t } = useTranslation(['common', 'errors'])
  return (values: T, base: T): { body: BodyOf<O>; problems: Problems } => {
    const made = toBody ? toBody(values, changesOf(values, base)) : values
    const { body, problems } = checkBody(operation?.body, made, (issue) => schemaIssueText(issue, t))
    const own = Object.entries(rules?.(values) ?? {}).filter(([, text]) => text !== undefined)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the operation's own schema made it
    return { body: body as BodyOf<O>, problems: { ...renamed(problems, names), ...Object.fromEntries(own) } }
  }
}

/** Takes over what has become another on the server, but for the fields that were changed here. */
function useFollowing<T extends object>(form: Form<T>, server: T, merge: (values: T, base: T, now: T) => T): void {
  useLayoutEffect(() => {
    const base = form.getInitialValues()
    if (isSame(base, server)) return
    form.setInitialValues(server)
    form.setValues(merge(form.getValues(), base, server))
  })
}

/** A form: what it holds, what is wrong with it, whether it is on its way, and the guard over what is not saved. */
export function useSchemaForm<T extends object, O extends Operation = Operation>(
  settings: FormSettings<T, O>,
): SchemaForm<T> {
  const check = useCheck(settings)
  const form: Form<T> = useForm<T>({
    initialValues: settings.initial,
    validate: (values) => check(values, form.getInitialValues()).problems,
  })
  useFollowing(form, settings.initial, settings.rebase ?? rebase)
  const { problems } = check(form.values, form.getInitialValues())
  const { element, failure, refuse, hold, clear } = useFailure(form, settings)
  const fields = useFields(form, problems)
  const isGuarded = settings.isGuarded ?? true
  const reset = () => {
    clear()
    fields.forget()
    form.reset()
  }
  const { isPending, send } = useSending<T>(async (values) => {
    clear()
    const base = form.getInitialValues()
    await settings.submit(check(values, base).body, values, changesOf(values, base))
    if (isGuarded) reset()
  }, refuse)
  const isDirty = settings.isDirty?.(form.values) ?? !isSame(form.values, form.getInitialValues())
  useUnsavedChanges(isGuarded && isDirty, isGuarded && isPending)
  return {
    values: form.values,
    field: fields.field,
    tick: fields.tick,
    set: fields.set,
    isDirty,
    isPending,
    isValid: Object.values(problems).every((problem) => problem === undefined),
    error: failure,
    clearError: clear,
    reset,
    element,
    send: () => send(form.getValues()),
    onSubmit: (event) =>
      form.onSubmit(
        (values) => void send(values),
        (wrong) => {
          fields.seeAll()
          hold(wrong)
        },
      )(event),
  }
}
