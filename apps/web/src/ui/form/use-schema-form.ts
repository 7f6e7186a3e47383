import type { BodyInput, BodyOf, Operation } from '@winnow/contract'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { type FormEvent, type RefObject, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { schemaIssueText } from '../../lib/validation/schema-issue-text.ts'
import { useUnsavedChanges } from '../unsaved-changes/use-unsaved-changes.ts'
import { changesOf, isSame, rebase } from './changes.ts'
import { checkBody, type Problems, renamed } from './problems.ts'
import { type Conflicts, useConflicts } from './use-conflicts.ts'
import { useFailure } from './use-failure.ts'
import { type FieldProps, type TickProps, useFields } from './use-fields.ts'
import { useSending } from './use-sending.ts'

export interface FormSettings<T extends object, O extends Operation> {
  /**
   * The initial values. For an object that the server stores: the server's values; unchanged fields follow later
   * updates.
   */
  initial: T
  /** The operation whose body the form creates. Its schema validates the values before the server does. */
  operation?: O
  /**
   * Creates the body from the values; by default the values themselves. `changes`: the fields that differ from
   * `initial`.
   */
  toBody?: (values: T, changes: Partial<T>) => BodyInput<O>
  /** Errors beyond the schema, or clearer texts. They replace the schema's errors at the same field. */
  rules?: (values: T) => Problems
  /** The form's names of body fields, if they differ: `{ expiresAt: 'lastDay' }`. */
  names?: Readonly<Record<string, string>>
  /** Clearer texts for server errors, by fields of the form. */
  refusals?: (error: RequestError) => Problems
  /** Whether the form shows `conflicts`. It is not sent before the user has decided about them. */
  showsConflicts?: boolean
  /** Merges a newer version from the server, if keeping the changed fields is not enough. */
  rebase?: (values: T, base: T, now: T) => T
  /** Whether unsaved changes exist, if that is not the same as a field that differs from `initial`. */
  isDirty?: (values: T) => boolean
  /** False for forms whose input is not worth a question, such as a login. */
  isGuarded?: boolean
  /**
   * Sends the body after the schema's transformations. Its error is shown at the fields that it names, otherwise above
   * the buttons. Afterwards the form follows `initial` again.
   */
  submit: (body: BodyOf<O>, values: T, changes: Partial<T>) => unknown
}

export interface SchemaForm<T extends object> {
  values: T
  /** The props of a field's input. Errors are shown after the field was touched, or after a submit. */
  field: (path: (keyof T & string) | `${keyof T & string}.${string}`) => FieldProps
  /** The props of a checkbox, like those of `field`. */
  tick: (path: keyof T & string) => TickProps
  set: <K extends keyof T & string>(field: K, value: T[K]) => void
  isDirty: boolean
  isPending: boolean
  /** Fields that somebody else has changed since the user changed them. */
  conflicts: Conflicts<T>
  /** Whether the values are valid. */
  isValid: boolean
  /** The error of the last attempt, if no field shows it. */
  error: unknown
  /** Clears `error`, for example when the user types and the error no longer applies. */
  clearError: () => void
  /** Discards the changes. */
  reset: () => void
  /** The props of `Form`. */
  element: RefObject<HTMLFormElement | null>
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Submits the form from elsewhere than its button. */
  send: () => Promise<void>
}

type Form<T> = UseFormReturnType<T>

/** Validates values and creates their body. */
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

/** Merges a newer version from the server, except for the fields that were changed here. */
function useFollowing<T extends object>(form: Form<T>, server: T, merge: (values: T, base: T, now: T) => T): void {
  useLayoutEffect(() => {
    const base = form.getInitialValues()
    if (isSame(base, server)) return
    form.setInitialValues(server)
    form.setValues(merge(form.getValues(), base, server))
  })
}

/** The failure, unless the conflicts that are shown explain it. */
const exceptConflict = (failure: unknown): unknown =>
  failure instanceof RequestError && failure.code === 'CONFLICT' ? undefined : failure

/** A form: its values, its errors, whether it is being sent, and the guard of unsaved changes. */
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
  const conflicts = useConflicts({
    values: form.values,
    stored: form.getInitialValues(),
    isPending,
    set: fields.set,
    onDecided: clear,
  })
  const isHeld = settings.showsConflicts === true && conflicts.fields.length > 0
  const isDirty = settings.isDirty?.(form.values) ?? !isSame(form.values, form.getInitialValues())
  useUnsavedChanges(isGuarded && isDirty, isGuarded && isPending)
  const sendUnlessHeld = async (values: T) => {
    if (!isHeld) await send(values)
  }
  return {
    values: form.values,
    field: fields.field,
    tick: fields.tick,
    set: fields.set,
    isDirty,
    isPending,
    conflicts,
    isValid: Object.values(problems).every((problem) => problem === undefined),
    error: isHeld ? exceptConflict(failure) : failure,
    clearError: clear,
    reset,
    element,
    send: () => sendUnlessHeld(form.getValues()),
    onSubmit: form.onSubmit(
      (values) => void sendUnlessHeld(values),
      (wrong) => {
        fields.seeAll()
        hold(wrong)
      },
    ),
  }
}
